import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import type { SupplierAccount } from '@desk/schema/supplier-accounts/supplier-account'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { ADMIN } from '../users/testing/users-desk.ts'
import { SupplierAccountsScreen } from './supplier-accounts.tsx'

const NORTH: SupplierAccount = {
  supplier_account_ud: 7,
  pm_sup_ud: 501,
  supplier_name: 'North panel',
  pm_dsh_ud: 31,
  account_name: 'North Panels Ltd',
  is_suspended: false,
  sources_count: 2,
  contacts: [{ name: 'Ada Byron', email: 'ada@panel.example', phone: '', role: 'Sales' }],
  linked_at: '2026-11-20T09:00:00.000Z',
  version: 3,
}
const SOUTH: SupplierAccount = {
  ...NORTH,
  supplier_account_ud: 8,
  pm_sup_ud: 502,
  supplier_name: 'South panel',
  account_name: 'South Panels',
  is_suspended: true,
  sources_count: 0,
  contacts: [],
}
const ACCOUNT: ManagedAccount = {
  pm_dsh_ud: 31,
  pm_parent_dsh_ud: null,
  parent_name: null,
  name: 'South Panels',
  dashboard_name: 'South Panels',
  account_type: 'DESK',
  isRepData: false,
  defended_dsh_ud: null,
  defended_name: null,
  salesforce_account_id: null,
  time_zone: 15,
  inv_by_business_unit_flg: false,
  access_research_defender_export: false,
  client_cpi_flg: false,
  reconciliation_window_day: 25,
  embedded_reports_flg: false,
  bi_workspace_id: null,
  link_check_hosts_off: null,
  assistant_tokens_a_month: null,
  assistant_questions_a_minute: null,
  assistant_tokens_used: 0,
  members: 1,
  created_at: '2026-11-20T09:00:00.000Z',
  suspended_at: null,
  suspended_by: null,
  version: 1,
}
const SUPER = { ...ADMIN, role_id: 3 as const, is_super_admin: true }

const PATH = '/admin/supplier-accounts'
const open = (answers: Answers = {}, { user = ADMIN, path = PATH } = {}) =>
  testDesk(
    {
      'supplierAccounts.list': [NORTH, SOUTH],
      'history.read': [],
      'statementLinks.list': [],
      'lookups.codes': [{ pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' }],
      ...answers,
    },
    { user, path },
  )

test('an admin reads the links and their contacts, without keys and without a way to link or unlink', async () => {
  const page = await draw(await open(), <SupplierAccountsScreen />)
  const grid = page.getByRole('grid', { name: 'Supplier accounts' })
  await expect.element(grid.getByRole('row').nth(1)).toHaveTextContent('Ada Byron <ada@panel.example>')
  await expect.element(grid.getByRole('row').nth(2)).toHaveTextContent('South Panels (suspended)')
  expect([
    page.getByRole('button', { name: 'Link a supplier' }).query(),
    page.getByRole('columnheader', { name: 'API keys' }).query(),
    page.getByRole('button', { name: 'Unlink North panel' }).query(),
  ]).toEqual([null, null, null])
})

test('search and filter of the URL leave the links that match', async () => {
  const desk = await open({}, { path: `${PATH}?contacts=without&q=panel` })
  const page = await draw(desk, <SupplierAccountsScreen />)
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('South panel')
})

test('an admin adds a contact: a missing value is reported under its field, and the save is sent with the version seen', async () => {
  const desk = await open()
  const page = await draw(desk, <SupplierAccountsScreen />)
  await page.getByRole('button', { name: 'South panel', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'South panel: contacts' })
  await expect.element(dialog.getByText('No contacts yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  const contact = dialog.getByRole('group', { name: 'Contact 1' })
  await contact.getByRole('textbox', { name: /^Mail/ }).fill('ben')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(contact.getByText('Name is required')).toBeVisible()
  await expect.element(contact.getByText('Mail must be a mail address')).toBeVisible()
  await contact.getByRole('textbox', { name: /^Name/ }).fill('Ben Okri')
  await contact.getByRole('textbox', { name: /^Mail/ }).fill('ben@panel.example')
  desk.answer({ 'supplierAccounts.change': { ...SOUTH, version: 4 } })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The contacts of South panel were saved')).toBeVisible()
  expect(desk.asked.findLast(({ key }) => key === 'supplierAccounts.change')?.body).toEqual({
    contacts: [{ name: 'Ben Okri', email: 'ben@panel.example', phone: '', role: '' }],
    version: 3,
  })
})

test('a super admin unlinks after one question that says what goes on; a failure says why in it', async () => {
  const desk = await open({ 'supplierAccounts.unlink': refused(403, { message: 'Not now.' }) }, { user: SUPER })
  const page = await draw(desk, <SupplierAccountsScreen />)
  await page.getByRole('button', { name: 'Unlink North panel' }).click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toHaveTextContent('the 2 sources that buy from it go on')
  await question.getByRole('button', { name: 'Unlink' }).click()
  await expect.element(question.getByRole('alert')).toHaveTextContent('Not now.')
})

test('a super admin links a supplier that has no account yet to another account', async () => {
  const desk = await open(
    {
      'supplierAccounts.list': [NORTH],
      'lookups.suppliers': [
        { pm_sup_ud: 501, name: 'North panel' },
        { pm_sup_ud: 502, name: 'South panel' },
      ].map(supplier => ({
        ...supplier,
        pm_supplier_type_code_ud: 1,
        recruitment_type: 1,
        sources_count: 0,
        redirect_types: [],
      })),
      'managedAccounts.list': [ACCOUNT],
      'supplierAccounts.link': SOUTH,
    },
    { user: SUPER },
  )
  const page = await draw(desk, <SupplierAccountsScreen />)
  await page.getByRole('button', { name: 'Link a supplier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link a supplier' })
  await dialog.getByRole('button', { name: 'Link' }).click()
  await expect.element(dialog.getByText('Supplier is required')).toBeVisible()
  await dialog.getByRole('button', { name: /^Supplier|Supplier$|Choose a supplier/ }).click()
  await expect.element(page.getByRole('listbox')).toHaveTextContent('South panel')
  await page.getByRole('option', { name: 'South panel' }).click()
  await dialog.getByRole('button', { name: /Choose an account/ }).click()
  await page.getByRole('option', { name: 'South Panels (31)' }).click()
  await dialog.getByRole('button', { name: 'Link' }).click()
  await expect.element(page.getByText('South panel was linked to South Panels')).toBeVisible()
  expect(desk.asked.findLast(({ key }) => key === 'supplierAccounts.link')?.body).toEqual({
    pm_sup_ud: 502,
    pm_dsh_ud: 31,
    contacts: [],
  })
})

test('an account without links explains them, and says who makes them', async () => {
  const page = await draw(await open({ 'supplierAccounts.list': [] }), <SupplierAccountsScreen />)
  await expect.element(page.getByRole('heading', { name: 'No supplier accounts yet' })).toBeVisible()
  await expect.element(page.getByText(/A super admin links it/)).toBeVisible()
})

test('a list that fails to load shows so and can be retried', async () => {
  const desk = await open({ 'supplierAccounts.list': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <SupplierAccountsScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'supplierAccounts.list': [NORTH] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('rowheader')).toHaveTextContent('North panel')
})
