import type { FrameLocator, Page } from '@playwright/test'

/** What support is shown of a moment: the console, in a frame of its own. It is inert, and so hidden from whoever asks by roles unless told otherwise. */
export const screenAsItWas = (page: Page): FrameLocator =>
  page.getByRole('tabpanel').frameLocator('iframe[title="The screen as it was"]')
