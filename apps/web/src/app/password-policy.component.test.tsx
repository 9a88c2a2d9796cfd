import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { page as screen, type Locator } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { ChangePasswordScreen } from '#features/account/change-password.tsx'
import { ResetPasswordScreen } from '#features/account/reset-password.tsx'
import { ANA, listed, usersDesk } from '#features/admin/users/testing/users-desk.ts'
import { UsersScreen } from '#features/admin/users/users.tsx'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { UserDrawer } from './shell/user-drawer.tsx'

const NIST = ['Password must be at least 15 characters', 'Password must not contain the username']
const SHORT_BY_DESK = 'Kettle-brass-9'
/** The gateway's configuration with PASSWORD_POLICY=nist. */
const UNDER_NIST = { passwordPolicy: 'nist' }

const closed = () => {}

/** The rules are visible, and a password that is too short by them is refused at its field. */
async function expectNist(place: Locator, password: Locator, submit: string): Promise<void> {
  const rules = place.getByRole('list', { name: 'Password Requirement' }).getByRole('listitem')
  await expect.element(rules.first()).toBeVisible()
  await expect.poll(() => rules.elements().map(rule => rule.textContent)).toEqual(NIST)
  await password.fill(SHORT_BY_DESK)
  await place.getByLabelText('Confirm Password').fill(SHORT_BY_DESK)
  await place.getByRole('button', { name: submit }).click()
  await expect.element(password).toHaveAccessibleDescription(NIST[0])
  await cleanup()
}

test('where the policy is nist, every screen that takes a new password shows its rules and judges by them: the link of a mail, a first change, one’s own settings, another’s user (S7)', async () => {
  const outside = await testDesk({}, { user: null, path: '/reset-password/token', config: UNDER_NIST })
  await draw(outside, <ResetPasswordScreen resetToken="token" />)
  const main = screen.elementLocator(document.body)
  await expectNist(main, main.getByRole('textbox', { name: 'New password' }), 'Set password')

  const first = await testDesk({}, { path: '/change-password', config: UNDER_NIST })
  await draw(first, <ChangePasswordScreen />)
  await expectNist(main, main.getByLabelText('New password'), 'Change password')

  const own = { ...ANA, uid: SAMPLE_USER.uid }
  const settings = await usersDesk(
    { 'users.list': listed(own) },
    { ...SAMPLE_USER, can_open_user_settings: true },
    UNDER_NIST,
  )
  await draw(settings, <UserDrawer isOpen onClose={closed} />)
  await screen.getByRole('button', { name: 'User Settings' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Update User' })
  const password = dialog.getByLabelText('Password', { exact: true })
  await expectNist(dialog, password, 'Save')

  await draw(await usersDesk({}, undefined, UNDER_NIST), <UsersScreen />)
  await screen.getByRole('button', { name: 'Ana Silva' }).click()
  await expectNist(dialog, password, 'Save')
})
