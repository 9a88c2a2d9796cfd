import type { Page } from '@playwright/test'

/** The widths at which no page scrolls sideways; the last one is also 400 % zoom of 1,280 px (WCAG 1.4.10). */
const WIDTHS = [1440, 1024, 390, 320] as const
/** Narrower ones put tools on further lines. */
const LEAST_DESK_PX = 1024
const PHONE_PX = 390
const DESK = { width: 1440, height: 900 }
/** Where a list begins at the latest (day.md §1): its first row is 32 px lower, cards have no head. */
const LIST_TOP_PX = { desk: 198, other: 204, cards: 240 } as const
/** Figures are above it. */
const LIST_TOP_WITH_STRIP_PX = { desk: 268, other: 272, cards: 300 } as const
/** Its content is a list, which begins at the top. */
type ListKind = 'of field work' | 'other' | 'none'

/**
 * The faults of a page's frame (day.md §1): a list that begins too low, sideways scroll, a title that is not one. axe finds small targets.
 */
export async function frameFaults(page: Page, list: ListKind): Promise<readonly string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: DESK.height })
    let found = await faultsAt(page, width, list)
    // parts come one after the other; a real fault remains
    for (let looked = 1; found.length > 0 && looked < LOOKS_TO_SETTLE; looked += 1)
      found = await faultsAt(page, width, list)
    faults.push(...found)
  }
  await page.setViewportSize(DESK)
  return faults
}

const LOOKS_TO_SETTLE = 30

async function faultsAt(page: Page, width: number, kind: ListKind): Promise<readonly string[]> {
  const faults: string[] = []
  const seen = await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame)
    const main = document.querySelector('main')
    const list = main?.querySelector('[role="grid"], table')
    const isOfCards = list?.closest('[data-cards]') != null
    const isShown = (element: Element): boolean => element.getClientRects().length > 0
    return {
      isOfCards,
      top: list === null || list === undefined ? null : Math.round(list.getBoundingClientRect().top + scrollY),
      hasStrip:
        main?.querySelector('section[aria-label="Account"]') !== null ||
        [...(main?.querySelectorAll('dl') ?? [])].some(
          strip =>
            strip.closest('header') === null &&
            list !== null &&
            list !== undefined &&
            (strip.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
        ),
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      titles: [...(main?.querySelectorAll('h1') ?? [])].filter(isShown).length,
    }
  })
  const { desk, other, cards } = seen.hasStrip ? LIST_TOP_WITH_STRIP_PX : LIST_TOP_PX
  const isOfField = kind === 'of field work'
  const latest = seen.isOfCards ? cards : isOfField ? desk : other
  const isMeasured = width >= (isOfField ? LEAST_DESK_PX : DESK.width) || (seen.isOfCards && width === PHONE_PX)
  if (isMeasured && kind !== 'none' && seen.top !== null && seen.top > latest)
    faults.push(`at ${width} px its list begins at ${seen.top} px`)
  if (seen.sideways > 0) faults.push(`at ${width} px it scrolls ${seen.sideways} px sideways`)
  if (seen.titles !== 1) faults.push(`at ${width} px it has ${seen.titles} titles`)
  return faults
}
