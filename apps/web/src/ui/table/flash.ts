/** How long a changed figure is marked. */
export const FLASH_MS = 700

const until = new Map<HTMLElement, number>()
let timer: ReturnType<typeof setTimeout> | null = null
let reducedMotion: MediaQueryList | null = null

/** One timer ends all marks: hundreds of cells change in a second. */
function endDue(): void {
  timer = null
  const now = performance.now()
  for (const [cell, endsAt] of until) {
    // The map is in the order of the ends: a cell that is marked again moves to the back.
    if (endsAt > now) {
      timer = setTimeout(endDue, endsAt - now)
      return
    }
    until.delete(cell)
    delete cell.dataset['flash']
  }
}

/** Marks a cell whose figure changed. It is switched on and off, not faded; with reduced motion nothing happens. */
export function flash(cell: HTMLElement): void {
  reducedMotion ??= matchMedia('(prefers-reduced-motion: reduce)')
  if (reducedMotion.matches) return
  if (!until.delete(cell)) cell.dataset['flash'] = ''
  until.set(cell, performance.now() + FLASH_MS)
  timer ??= setTimeout(endDue, FLASH_MS)
}
