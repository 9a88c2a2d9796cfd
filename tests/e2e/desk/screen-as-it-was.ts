import type { FrameLocator, Page } from '@playwright/test'

/**
 * The console at a moment, as support sees it, in a frame of its own. It is inert, so queries by role find it only if
 * they include hidden elements.
 */
export const screenAsItWas = (page: Page): FrameLocator =>
  page.getByRole('tabpanel').frameLocator('iframe[title="The screen as it was"]')
