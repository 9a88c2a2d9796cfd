import { DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { STORAGE_KEYS } from '@desk/web/runtime/storage/stored-state'
import type { Page } from '@playwright/test'

/** Fills the sign-in page and sends it. */
export async function signInAt(page: Page, username: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens the user's drawer and presses Logout. */
export async function signOutAt(page: Page): Promise<void> {
  await page.getByRole('button', { name: /open the user menu/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

/** The browser's stored values of a session (§1.9), of tab and browser together; missing ones are left out. */
export function storedSession(page: Page): Promise<Partial<Record<keyof typeof STORAGE_KEYS, string>>> {
  return page.evaluate(
    keys =>
      Object.fromEntries(
        Object.entries(keys).flatMap(([name, key]) => {
          const value = sessionStorage.getItem(key) ?? localStorage.getItem(key)
          return value === null ? [] : [[name, value]]
        }),
      ),
    STORAGE_KEYS,
  )
}

/** Marks the document; a reload loses the mark. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => void (document.documentElement.dataset['marked'] = ''))
}
/** While one document replaces the other, neither can be asked: it counts as the marked one still. */
export const isMarked = (page: Page): Promise<boolean> =>
  page
    .evaluate(() => 'marked' in document.documentElement.dataset)
    .catch((error: unknown) => {
      if (String(error).includes('Execution context was destroyed')) return true
      throw error
    })
