import { expect, onTestFinished, test, vi } from 'vitest'
import { addFilter } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { noAnswer, refused } from '#runtime/testing/test-desk.ts'
import { ACCOUNT, ANA, SAVED, usersDesk } from './testing/users-desk.ts'
import { UsersScreen } from './users.tsx'

const NOT_NOW = refused(403, { message: 'Not now.' })

test('a list that fails to load shows so and can be retried', async () => {
  const desk = await usersDesk({ 'users.list': NOT_NOW })
  const page = await draw(desk, <UsersScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'users.list': [ANA] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect
    .element(page.getByRole('grid', { name: 'Users' }).getByRole('button', { name: 'Ana Silva' }))
    .toBeVisible()
})

test('where it is not known whether a second factor is required, that is said and asked for again', async () => {
  const desk = await usersDesk({ 'accounts.list': NOT_NOW })
  const page = await draw(desk, <UsersScreen />)
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'accounts.list': [ACCOUNT] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('switch', { name: 'Require a second factor for all users' })).toBeVisible()
})

test('a network lost during a save keeps the typed text and says what to do; saving again succeeds (§8.6)', async () => {
  const desk = await usersDesk({ 'users.update': noAnswer })
  const page = await draw(desk, <UsersScreen />)
  await page.getByRole('button', { name: 'Ana Silva' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  const firstname = dialog.getByLabelText('Firstname')
  await firstname.fill('Adele')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const alert = dialog.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Something went wrong. Please try again later')
  await expect
    .element(alert)
    .toHaveTextContent(
      'The server did not answer. Your entries are still here: check your connection, then press Save again.',
    )
  await expect.element(firstname).toHaveValue('Adele')

  desk.answer({
    'users.update': SAVED,
    'users.list': [{ ...ANA, firstname: 'Adele', version: 2 }],
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'User updated successfully' })).toBeVisible()
  await expect
    .element(page.getByRole('grid', { name: 'Users' }).getByRole('rowheader'))
    .toHaveTextContent('Adele Silva')
})

test('inactive users and those of the directory are marked, and found by the filter of states, which the URL has', async () => {
  const desk = await usersDesk({
    'users.list': [
      ANA,
      { ...ANA, uid: 13, firstname: 'Bo', is_active: false, in_directory: true },
      { ...ANA, uid: 14, firstname: 'Cy', in_directory: true },
    ],
  })
  const page = await draw(desk, <UsersScreen />)
  const names = page.getByRole('grid', { name: 'Users' }).getByRole('rowheader')
  await expect.element(names.nth(1)).toHaveTextContent('Bo SilvaInactiveDirectory')
  await expect.element(names.nth(2)).toHaveTextContent('Cy SilvaDirectory')
  await addFilter('State', 'Inactive')
  await expect.element(names.nth(0)).toHaveTextContent('Bo Silva')
  await expect.element(names.nth(1)).not.toBeInTheDocument()
  expect(desk.history.location.search).toBe('?state=inactive')
})

test('an admin gives a guest another role here; users at home, staff and super admins have no such button (administration.md §1)', async () => {
  const guest = { ...ANA, home_pm_dsh_ud: ANA.home_pm_dsh_ud + 1 }
  const desk = await usersDesk({
    'users.list': [
      ANA,
      { ...guest, uid: 13, firstname: 'Bo' },
      { ...guest, uid: 14, firstname: 'Cy', isRepdataUser: true },
      { ...guest, uid: 15, firstname: 'Di', role_id: 3 },
    ],
    'accountMembers.giveRole': () => {
      desk.answer({ 'users.list': [{ ...guest, uid: 13, firstname: 'Bo', role_id: 1 }] })
      return {
        uid: 13,
        firstname: 'Bo',
        lastname: 'Silva',
        username: ANA.username,
        role_id: 1,
        is_default: false,
        is_home: false,
        has_password: true,
        is_active: true,
        invited_until: null,
      }
    },
  })
  const page = await draw(desk, <UsersScreen />)
  await expect
    .element(page.getByRole('grid', { name: 'Users' }).getByRole('rowheader').nth(3))
    .toHaveTextContent('Di Silva')
  const change = page.getByRole('button', { name: /^Change the role of/ })
  expect(change.elements().map(button => button.getAttribute('aria-label'))).toEqual([
    'Change the role of Bo Silva here',
  ])
  await change.click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make Admin' }).click()
  await expect
    .poll(() =>
      desk.asked.filter(({ key }) => key === 'accountMembers.giveRole').map(({ url, body }) => [url.pathname, body]),
    )
    .toEqual([[`/v1/dashboards/${ACCOUNT.pm_dsh_ud}/members/13/role`, { role_id: 1 }]])
  await expect
    .element(page.getByRole('grid', { name: 'Users' }).getByRole('row', { name: /Bo Silva/ }))
    .toHaveTextContent('Admin')
})

test('the export has who may do what, for a review of access: guests, staff, state, sign-on and each permission', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL')
  onTestFinished(() => saved.mockRestore())
  const guest = { ...ANA, uid: 14, home_pm_dsh_ud: ANA.home_pm_dsh_ud + 1, signs_on: true, custom_qual_create: true }
  const page = await draw(await usersDesk({ 'users.list': [ANA, guest] }), <UsersScreen />)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^Table/ }).click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  const file = saved.mock.calls[0]?.[0]
  if (!(file instanceof Blob)) throw new Error('No file was saved.')
  const [head = '', ...lines] = (await file.text()).replaceAll('"', '').trim().split('\r\n')
  expect(head.split(',').slice(1, 13)).toEqual([
    'User ID',
    'Active',
    'Guest',
    'Staff',
    'Directory',
    'Single sign-on',
    'Advanced source table view',
    'Allow account switching',
    'User can edit Business unit',
    'User can create custom quals',
    'User can access Auto-Boost',
    'User view includes Recon Indicator',
  ])
  expect(lines.map(line => line.split(',').slice(1, 7))).toEqual([
    [String(ANA.uid), 'Yes', 'No', 'No', 'No', 'No'],
    ['14', 'Yes', 'Yes', 'No', 'No', 'Yes'],
  ])
})
