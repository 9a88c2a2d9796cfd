import type { Locator, Page } from '@playwright/test'

/** The dialog that asks who changes what lets people in (S8). */
export const identityQuestion = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm your identity' })

/** Enters one's present password there, and a code if the user has a second factor. */
export async function confirmIdentity(page: Page, password: string, code?: string): Promise<void> {
  await identityQuestion(page).getByLabel('Current password').fill(password)
  if (code !== undefined) await identityQuestion(page).getByRole('textbox', { name: 'Code' }).fill(code)
  await identityQuestion(page).getByRole('button', { name: 'Confirm', exact: true }).click()
}
