/** How long a changed figure is marked at least. */
export const FLASH_MS = 700

/** How much longer a mark may wait, so that it ends in the frame of the next change instead of an extra one. */
const WAITS_MS = 100
/** A flash that ends this soon ends now. */
const SOON_MS = 20

const until = new Map<HTMLElement, number>()
let timer: ReturnType<typeof setTimeout> | null = null
let reducedMotion: MediaQueryList | null = null

/** Ends all marks that are over by this moment. The map is in the order of the ends: a cell that is marked again moves to the back. */
function endBefore(moment: number): void {
  for (const [cell, endsAt] of until) {
    if (endsAt > moment) return
    until.delete(cell)
    delete cell.dataset['flash']
  }
}

/** One timer ends all marks: hundreds of cells change in a second. */
function endDue(): void {
  const now = performance.now()
  endBefore(now)
  const [next] = until.values()
  timer = next === undefined ? null : setTimeout(endDue, next - now + WAITS_MS)
}

/** Marks a cell whose figure changed. It is switched on and off, not faded; with reduced motion nothing happens. */
export function flash(cell: HTMLElement): void {
  reducedMotion ??= matchMedia('(prefers-reduced-motion: reduce)')
  if (reducedMotion.matches) return
  const now = performance.now()
  if (!until.delete(cell)) cell.dataset['flash'] = ''
  until.set(cell, now + FLASH_MS)
  endBefore(now + SOON_MS)
  timer ??= setTimeout(endDue, FLASH_MS + WAITS_MS)
}
