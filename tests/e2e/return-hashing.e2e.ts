import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { confirmIdentity, identityQuestion } from './desk/confirm-identity.ts'
import type { Desk } from './desk/desk.ts'
import { expect, test } from './desk/desk-fixture.ts'

const example = (file: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', 'packages', 'schema', 'return-hash-examples', file), 'utf8')

async function open(
  desk: Desk,
  visit: (username: string, path: string, wish: { token: string }) => Promise<Page>,
): Promise<Page> {
  const accountId = await desk.maker.account({ name: 'Signing', parentAccountId: DEMO_ACCOUNTS.staff })
  const { username } = await desk.maker.user({ accountId })
  return visit(username, '/admin/return-hashing', { token: await desk.signIn(username, TEST_PASSWORD) })
}

test('whether unsigned server-to-server returns overrule is asked with its risk, kept, and in the history (domain.md §3)', async ({
  desk,
  visit,
}) => {
  const page = await open(desk, visit)
  const wish = page.getByRole('switch', { name: 'Unsigned server-to-server returns overrule browsers' })
  await expect(wish).not.toBeChecked()
  await expect(page.getByText('can turn a term into a complete that you pay for')).toBeVisible()
  await page
    .getByText(/^Unsigned server-to-server returns overrule browsers/)
    .first()
    .click()
  const dialog = page.getByRole('alertdialog', { name: 'Believe unsigned server-to-server returns?' })
  await expect(dialog).toContainText(
    'whoever knows an RDUD, such as the respondent, can post a complete in place of a term',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(wish).not.toBeChecked()
  await page
    .getByText(/^Unsigned server-to-server returns overrule browsers/)
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Believe them' }).click()
  await expect(wish).toBeChecked()
  await page.reload()
  await expect(wish).toBeChecked()
  await expect(page.getByRole('list', { name: 'Changes' }).locator('> li')).toContainText([
    /Unsigned server-to-server returns overrule browsers/,
  ])
})

test('an example in each language is shown as it is run by the tests, and copied whole (domain.md §3)', async ({
  desk,
  visit,
}) => {
  const page = await open(desk, visit)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const files = {
    PHP: 'signed-return.php',
    Python: 'signed_return.py',
    Java: 'SignedReturn.java',
    'C#': 'SignedReturn.cs',
    Go: 'signed_return.go',
    JavaScript: 'signed-return.mjs',
  }
  for (const [language, file] of Object.entries(files)) {
    await page.getByRole('tab', { name: language, exact: true }).click()
    await expect
      .poll(() => page.getByRole('region', { name: `Example in ${language}`, exact: true }).textContent())
      .toBe(example(file).trimEnd())
    await page.getByRole('button', { name: `Copy the ${language} example` }).click()
    await expect(page.getByText(`The ${language} example was copied`)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(example(file))
  }
})

test('an empty confirmation is told at its field and sends nothing; once a key is made or ended, the focus is at the keys (S8, WCAG 2.4.3)', async ({
  desk,
  visit,
}) => {
  const page = await open(desk, visit)
  const asked: string[] = []
  page.on(
    'request',
    request =>
      request.method() === 'POST' && request.url().includes('/v1/return-hashing/keys') && asked.push(request.url()),
  )
  const keys = page.getByRole('heading', { name: 'Keys', exact: true })
  await page.getByRole('button', { name: 'Make a key' }).click()
  await identityQuestion(page).getByRole('button', { name: 'Confirm' }).click()
  const password = identityQuestion(page).getByLabel('Current password')
  await expect(password).toHaveAccessibleDescription('Password is required')
  await expect(password).toBeFocused()
  expect(asked).toEqual([])
  await confirmIdentity(page, TEST_PASSWORD)
  const made = page.getByRole('dialog', { name: 'The new key' })
  await expect(made.getByLabel('The key', { exact: true })).toBeVisible()
  // what is shown once goes by Done alone
  await page.keyboard.press('Escape')
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(keys).toBeFocused()

  await page.getByRole('button', { name: /^End the key/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^End/ }).click()
  await confirmIdentity(page, TEST_PASSWORD)
  await expect(page.getByText('There is no key yet: no hash is checked.')).toBeVisible()
  await expect(keys).toBeFocused()
})
