import { AxeBuilder } from '@axe-core/playwright'
import type { WrittenSource } from '@desk/platform/demo/demo-studies'
import type { Locator, Page } from '@playwright/test'
import { join } from 'node:path'
import { expect, test as base } from '../e2e/desk/desk-fixture.ts'
import { LOOKS, writeContactSheet } from './contact-sheet.ts'
import { writeDemo } from './demo-data.ts'
import { paintedWhole } from './painted.ts'
import { SHEETS, type ScreenName } from './screens.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** A change of theme or width is not painted at once; a real fault remains. */
const LOOKS_TO_SETTLE = 4
const ROOT = join(import.meta.dirname, '..', '..')
const PICTURES = join(ROOT, '.tmp', 'pictures')
const BAR_HEIGHT_PX = 80
const DESK = { width: 1024, height: 768 }
/** The complaint of the browser and the feed about a call that failed. */
const REFUSAL = /^(?:Failed to load resource|ApiError: )/

export interface PictureOptions {
  /** The screen tells that something waits, failed or was refused: the browser's console says so, too. */
  readonly isTroubled?: boolean
  /** The part of the screen that is brought to the top. */
  readonly part?: Locator
  /** Brings what lies over the screen back where a change of width has closed it. */
  readonly again?: () => Promise<unknown>
}

interface Fixtures {
  /** Sees a screen in all its looks: painted whole, nothing for axe, no scrolling sideways, no error in the console; keeps a picture of each. */
  picture: (page: Page, name: ScreenName, options?: PictureOptions) => Promise<void>
  /** The complaints of this test's browsers in their consoles. */
  complaints: string[]
}

export const test = base.extend<Fixtures, { demo: readonly WrittenSource[] }>({
  // playwright reads the fixtures that this one needs from its first parameter
  // oxlint-disable-next-line no-empty-pattern
  complaints: async ({}, use) => use([]),
  demo: [
    async ({ desk }, use) => use(await writeDemo(desk.database)),
    { scope: 'worker', timeout: 120_000, auto: true },
  ],
  newBrowser: async ({ newBrowser, complaints }, use) => {
    await use(async options => {
      const context = await newBrowser(options)
      context.on('console', message => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`.trim())
      })
      context.on('weberror', error => complaints.push(String(error.error())))
      return context
    })
  },
  picture: async ({ browser, complaints }, use) => {
    await use(async (page, name, { isTroubled = false, part, again } = {}) => {
      const files: string[] = []
      if (part === undefined) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      for (const { width, height, theme } of LOOKS) {
        const look = `${width}-${theme}`
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height })
        await again?.()
        if (part !== undefined) await bringToTop(part)
        if (!isTroubled) await paintedWhole(page)
        // parts that have come since then have moved it
        if (part !== undefined) await bringToTop(part)
        expect.soft(await findings(page), `axe on ${name}, ${look}`).toEqual([])
        expect.soft(await overflow(page), `px that ${name} scrolls sideways, ${look}`).toBe(0)
        const file = join(PICTURES, name, `${look}.png`)
        files.push(file)
        await page.screenshot({ path: file, animations: 'disabled' })
      }
      // what follows is done at a desk
      await page.setViewportSize(DESK)
      const errors = complaints.splice(0).filter(text => !(isTroubled && REFUSAL.test(text)))
      expect.soft(errors, `the console of ${name}`).toEqual([])
      await writeContactSheet(browser, files, join(ROOT, SHEETS, `${name}.jpg`))
    })
  },
})
export { expect }

async function findings(page: Page): Promise<string[]> {
  for (let looked = 1; ; looked += 1) {
    // the page has no frames, for which alone axe needs its other mode
    const { violations } = await new AxeBuilder({ page })
      .withTags(RULES)
      // addresses are hashes: a link of a menu that is scrolled to the side looks like one that skips to a part of the page
      .disableRules(['skip-link'])
      .setLegacyMode(true)
      .analyze()
    if (violations.length === 0 || looked === LOOKS_TO_SETTLE)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${String(target)} ${any[0]?.message ?? ''}`),
      )
  }
}

/** Brings it to beneath the bar at the top. */
const bringToTop = (part: Locator): Promise<void> =>
  part.evaluate((element, barHeight) => {
    element.scrollIntoView({ block: 'start', behavior: 'instant' })
    window.scrollBy({ top: -barHeight, behavior: 'instant' })
  }, BAR_HEIGHT_PX)

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
