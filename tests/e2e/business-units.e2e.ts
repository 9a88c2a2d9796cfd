import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'
import { goToHash } from './desk/hash.ts'

test('a user with the flag makes, renames and retires business units, and finds no other admin page (§2.25, §3.26, §6.8, api:B2, api:B3)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({
    name: 'Invoicing',
    parentAccountId: DEMO_ACCOUNTS.staff,
    invoicesByBusinessUnit: true,
  })
  const { username } = await desk.maker.user({ accountId, roleId: 2, editsBusinessUnits: true })
  const page = await visit(username, '/admin', { token: await desk.signIn(username, TEST_PASSWORD) })
  await expect(page.getByRole('heading', { name: 'No business units yet' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Administration', exact: true }).getByRole('link')).toHaveText([
    'Business units',
  ])
  const dialog = page.getByRole('dialog')
  for (const name of ['Health', 'Retail']) {
    await page.getByRole('button', { name: 'New business unit' }).click()
    await dialog.getByRole('textbox', { name: /^Name/ }).fill(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('rowheader', { name })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Retail', exact: true }).click()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('health')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('There is a business unit health already')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Shops')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(['Health', 'Shops'])
  await page.getByRole('button', { name: 'Shops', exact: true }).click()
  await expect(dialog.getByRole('region', { name: 'History' }).getByRole('listitem').first()).toContainText('Shops')
  await page.keyboard.press('Escape')

  // a project form that is opened now offers them
  await goToHash(page, '/projects/new')
  await page.getByRole('button', { name: /Business Unit/ }).click()
  await expect(page.getByRole('option')).toHaveText(['Health', 'Shops'])
  await page.keyboard.press('Escape')
  await goToHash(page, '/admin/business-unit')
  await page.getByRole('button', { name: 'Retire Shops' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(['Health'])
  await goToHash(page, '/projects/new')
  await page.getByRole('button', { name: /Business Unit/ }).click()
  await expect(page.getByRole('option')).toHaveText(['Health'])
  await page.keyboard.press('Escape')

  for (const path of ['/admin/users', '/admin/quality-questions', '/admin/return-hashing']) {
    await goToHash(page, path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Page not found')
  }
})
