import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** Both themes at both widths, for screens; what lies over them is seen in both themes and at both widths, once each. */
export const SCREEN_LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1024, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
] as const
export const OVERLAY_LOOKS = [SCREEN_LOOKS[0], SCREEN_LOOKS[2]] as const
/** A change of theme or width is not painted at once; what is wrong stays wrong. */
const LOOKS_TO_SETTLE = 4

async function findings(page: Page): Promise<string[]> {
  // The page has no frames, for which alone axe needs its other mode.
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${String(target)} ${any[0]?.message ?? ''}`),
  )
}

/** Looks at the page in each of these looks, and leaves it light at 1440 px. For the accessibility tests alone: a look takes a second. */
export async function expectNothingFound(
  page: Page,
  what: string,
  looks: readonly (typeof SCREEN_LOOKS)[number][] = OVERLAY_LOOKS,
): Promise<void> {
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: look.width, height: 900 })
    let found = await findings(page)
    for (let looked = 1; found.length > 0 && looked < LOOKS_TO_SETTLE; looked += 1) found = await findings(page)
    expect({ what, look, found }).toEqual({ what, look, found: [] })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
}
