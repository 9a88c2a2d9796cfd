import type { CurrentUser } from '@desk/schema/users/current-user'
import type { User } from '@desk/schema/users/user'
import { expect, test } from 'vitest'
import { page as screen, userEvent, type Locator } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { closeByEscape } from '#runtime/testing/close-by-escape.ts'
import { draw } from '#runtime/testing/draw.tsx'
import type { Answers } from '#runtime/testing/test-desk.ts'
import { ACCOUNT, ADMIN, ANA, listed, SAVED, SUPER_ADMIN, usersDesk } from '../users/testing/users-desk.ts'
import { UsersScreen } from '../users/users.tsx'

/** A staff user, who is a guest in Acme's account. */
const TOMAS: User = { ...ANA, uid: 13, firstname: 'Tomas', lastname: 'Lindqvist', isRepdataUser: true }
const SASHA: User = { ...TOMAS, uid: 14, firstname: 'Sasha', lastname: 'Okafor', role_id: 3, is_super_admin: true }
const STAFF_ACCOUNT = { ...ACCOUNT, name: 'Sample Desk', isRepData: true }

/** Opens a user's dialog as this person sees it. */
async function openAs(me: CurrentUser, user: User, answers: Answers = {}): Promise<Locator> {
  await cleanup()
  const desk = await usersDesk({ 'users.list': listed(user), 'users.update': SAVED, ...answers }, me)
  const page = await draw(desk, <UsersScreen />)
  await page.getByRole('button', { name: `${user.firstname} ${user.lastname}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  await expect.element(dialog.getByLabelText('Firstname')).toBeVisible()
  return dialog
}

async function rolesIn(dialog: Locator): Promise<readonly string[]> {
  await dialog.getByRole('button', { name: /Role/ }).click()
  await expect.element(screen.getByRole('listbox')).toBeVisible()
  const texts = screen
    .getByRole('listbox')
    .getByRole('option')
    .elements()
    .map(option => option.textContent ?? '')
  await closeByEscape(screen.getByRole('listbox'))
  return texts
}

test('which roles a viewer sees, and which users are read-only (§6.7, api:M5)', async () => {
  const inStaff = await openAs(SUPER_ADMIN, TOMAS, { 'accounts.list': [STAFF_ACCOUNT] })
  expect(await rolesIn(inStaff)).toEqual(['Admin', 'User', 'Finance', 'Read only', 'Super Admin'])
  expect(await rolesIn(await openAs(ADMIN, ANA))).toEqual(['Admin', 'User', 'Finance', 'Read only'])

  const ofGuest = await openAs(ADMIN, { ...TOMAS, home_pm_dsh_ud: 1 })
  await expect
    .element(ofGuest)
    .toHaveTextContent('A guest here, at home in another account: only a super admin can change this user.')
  await expect.element(ofGuest.getByRole('button', { name: 'Save' })).toBeDisabled()

  const dialog = await openAs({ ...ADMIN, isRepdataUser: true }, SASHA, { 'accounts.list': [STAFF_ACCOUNT] })
  for (const label of ['Firstname', 'Lastname', 'Username'])
    await expect.element(dialog.getByLabelText(label)).toBeDisabled()
  await expect.element(dialog.getByRole('combobox', { name: 'Timezone' })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: /Role/ })).toHaveTextContent('Super Admin')
  await expect.element(dialog.getByRole('button', { name: /Role/ })).toBeDisabled()
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()

  // A user of no admin group sees neither of the two.
  const bare = await openAs({ ...ADMIN, is_adm_groups: false }, ANA)
  await expect.element(bare.getByRole('button', { name: /Role/ })).not.toBeInTheDocument()
  await expect.element(bare.getByRole('checkbox', { name: 'Project Manager' })).not.toBeInTheDocument()
})

test('permissions show to super admins, as account and user allow; what a super admin saves says so (§6.8)', async () => {
  let saved: Record<string, unknown> = {}
  const dialog = await openAs(SUPER_ADMIN, ANA, {
    'accounts.list': [{ ...ACCOUNT, inv_by_business_unit_flg: true }],
    'users.update': ({ body }) => {
      saved = body as Record<string, unknown>
      return SAVED
    },
  })
  const boxes = dialog.getByRole('group', { name: 'Permissions' }).getByRole('checkbox')
  expect(boxes.elements().map(input => input.closest('label')?.textContent)).toEqual([
    'Advanced source table view',
    'Allow account switching (staff users only)',
    'User can edit Business unit',
    'User can create custom quals',
    'User can access Auto-Boost',
    'User view includes Recon Indicator',
  ])
  await expect.element(boxes.nth(1)).toBeDisabled()
  await dialog.getByText('Advanced source table view').click()
  await dialog.getByText('User can create custom quals').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'User updated successfully' })).toBeVisible()
  expect([
    saved['is_super_admin'],
    saved['advanced_source_view_external'],
    saved['advanced_stream_view'],
    saved['custom_qual_create'],
  ]).toEqual([true, true, false, true])

  const again = await openAs(SUPER_ADMIN, { ...ANA, advanced_source_view_external: true })
  await expect.element(again.getByRole('checkbox', { name: 'Advanced source table view' })).toBeChecked()

  const inStaff = await openAs(SUPER_ADMIN, TOMAS, { 'accounts.list': [STAFF_ACCOUNT] })
  await expect.element(inStaff.getByRole('checkbox', { name: 'Allow account switching' })).toBeEnabled()
  await expect.element(inStaff.getByRole('checkbox', { name: 'User can edit Business unit' })).not.toBeInTheDocument()
  const ofAdmin = await openAs(ADMIN, ANA)
  await expect.element(ofAdmin.getByRole('button', { name: /Role/ })).toBeVisible()
  await expect.element(ofAdmin.getByRole('group', { name: 'Permissions' })).not.toBeInTheDocument()
})

test('a user’s dialog is opened, refused and left with the keyboard alone, and the focus is back where it was', async () => {
  const page = await draw(await usersDesk({}, SUPER_ADMIN), <UsersScreen />)
  const opener = page.getByRole('button', { name: 'Ana Silva', exact: true })
  await expect.element(opener).toBeVisible()
  await userEvent.keyboard('j{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  const firstname = dialog.getByLabelText('Firstname')
  await expect.element(firstname).toHaveValue('Ana')
  await firstname.fill('')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Firstname is required')).toBeVisible()
  await userEvent.keyboard('Ana{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
