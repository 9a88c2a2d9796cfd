import type { Page } from '@playwright/test'

/** Elements that show only while loading. */
const PENDING = [
  'span[aria-hidden="true"][style^="inline-size"][style*="block-size"]:empty', // a line of a skeleton
  '[aria-busy="true"]',
  '[role="img"][aria-label^="Loading"]',
]
const PENDING_TEXT = /^(Please wait\.\.\.|Loading\b.*)$/

/** Waits until a page has its fonts, nothing of it is still to come, and two frames were drawn since. */
export async function paintedWhole(page: Page): Promise<void> {
  await page.waitForFunction(
    ([selectors, pattern]) => {
      if (document.querySelector(selectors) !== null) return false
      const texts = [...document.querySelectorAll('[role="gridcell"], [role="status"], [role="menuitem"]')].map(
        element => element.textContent?.trim() ?? '',
      )
      return !texts.some(text => new RegExp(pattern).test(text))
    },
    [PENDING.join(), PENDING_TEXT.source] as const,
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
  })
}
