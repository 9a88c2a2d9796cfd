import type { Page } from '@playwright/test'

/** Notifies the page, as the browser does, that the network is back; repeats interrupt no work under way. */
export const networkReturns = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')))
