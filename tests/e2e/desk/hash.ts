import type { Page } from '@playwright/test'

/** Follows a hash path within the open page, as a link does. */
export async function goToHash(page: Page, path: string): Promise<void> {
  await page.evaluate(hash => void (window.location.hash = hash), path)
}

/** Whether an address leads to exactly this hash path. */
export const atHash =
  (path: string) =>
  ({ pathname, hash }: URL): boolean =>
    pathname === '/' && hash === `#${path}`
