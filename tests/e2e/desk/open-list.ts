import { expect, type Locator } from '@playwright/test'

const SEEN_WITHIN_MS = 2_000

/** Opens a list by its button, again if need be: a list closes when the page that it belongs to scrolls, as a page does that is still being drawn. */
export async function openList(button: Locator): Promise<void> {
  const list = button.page().getByRole('listbox')
  await expect(async () => {
    if (!(await list.isVisible())) await button.click({ timeout: SEEN_WITHIN_MS })
    await expect(list).toBeVisible({ timeout: SEEN_WITHIN_MS })
  }).toPass()
}
