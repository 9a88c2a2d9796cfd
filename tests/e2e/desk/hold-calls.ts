import type { Page } from '@playwright/test'

/** Calls held back by the test, so that it can check the page in between. */
export interface HeldCalls {
  /** How many have been asked for so far. */
  readonly count: () => number
  /** Lets them through, and all that follow. */
  readonly release: () => void
}

/** Holds the calls of a page whose address fits the pattern, and whose method is the given one. */
export async function holdCalls(page: Page, pattern: string | RegExp, method?: string): Promise<HeldCalls> {
  let count = 0
  let release = (): void => undefined
  const released = new Promise<void>(resolve => (release = resolve))
  await page.route(pattern, async route => {
    if (method !== undefined && route.request().method() !== method) return route.fallback()
    count += 1
    await released
    await route.fallback().catch(() => undefined) // the page may have gone
  })
  return { count: () => count, release }
}
