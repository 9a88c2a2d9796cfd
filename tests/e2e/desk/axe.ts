import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** Overlays are seen once at each width and once in each theme. */
export const OVERLAY_LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
] as const
/** Screens also in the dark at 1440 px, where more of them is seen; light at 1024 px has neither a layout nor a colour of its own. */
export const SCREEN_LOOKS = [OVERLAY_LOOKS[0], { width: 1440, colorScheme: 'dark' }, OVERLAY_LOOKS[1]] as const
/** A change of theme or width is not painted at once; a real fault remains. */
const LOOKS_TO_SETTLE = 4
/** A theme changes colours alone (ui/tokens.css): what has been seen whole at a width is asked for these in the other theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Replaces axe's source where a document has it already: half a megabyte that would be read with each look. */
const ALREADY_THERE = ';'

async function axeFor(page: Page): Promise<AxeBuilder> {
  const isThere = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  return isThere ? new AxeBuilder({ page, axeSource: ALREADY_THERE }) : new AxeBuilder({ page })
}

async function findings(page: Page, rules: readonly string[] | null): Promise<string[]> {
  const axe = (await axeFor(page))
    // passed rules are counted, not described: that is most of an answer's work
    .options({ resultTypes: ['violations'] })
    // no look needs what axe's other mode finds in frames of other origins
    .setLegacyMode(true)
  const { violations } = await (rules === null ? axe.withTags(RULES) : axe.withRules([...rules])).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${String(target)} ${any[0]?.message ?? ''}`),
  )
}

/** Looks at the page in each of these looks, and leaves it light at 1440 px. For the accessibility tests alone: a look takes half a second. */
export async function expectNothingFound(
  page: Page,
  what: string,
  looks: readonly (typeof SCREEN_LOOKS)[number][] = OVERLAY_LOOKS,
): Promise<void> {
  const seenWhole = new Set<number>()
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: look.width, height: 900 })
    const rules = seenWhole.has(look.width) ? COLOUR_RULES : null
    seenWhole.add(look.width)
    let found = await findings(page, rules)
    for (let looked = 1; found.length > 0 && looked < LOOKS_TO_SETTLE; looked += 1) found = await findings(page, rules)
    expect({ what, look, found }).toEqual({ what, look, found: [] })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
