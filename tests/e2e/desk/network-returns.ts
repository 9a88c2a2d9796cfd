import type { Page } from '@playwright/test'

/** Tells the page, as the browser does, that the network is back; told again and again, nothing that is under way is broken off by it. */
export const networkReturns = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')))
