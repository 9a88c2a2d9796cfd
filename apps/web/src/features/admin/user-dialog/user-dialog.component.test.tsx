import { expect, test } from 'vitest'
import { page as screen, type Locator } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, type TestDesk } from '#runtime/testing/test-desk.ts'
import { ANA, listed, SAVED, SUPER_ADMIN, usersDesk } from '../users/testing/users-desk.ts'
import { UsersScreen } from '../users/users.tsx'

const FALLBACK = 'Something went wrong. Please try again later'
const OWN_PASSWORD = 'Own-password-1'

const identityQuestion = screen.getByRole('dialog', { name: 'Confirm your identity' })
const toast = (text: string): Locator => screen.getByRole('listitem').filter({ hasText: text })
const savesOf = (desk: TestDesk) =>
  desk.asked.filter(({ key }) => key === 'users.update').map(({ body }) => body as Record<string, unknown>)

async function edit(desk: TestDesk, name: string): Promise<Locator> {
  const page = await draw(desk, <UsersScreen />)
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  await expect.element(dialog.getByLabelText('Firstname')).toBeVisible()
  return dialog
}

async function confirmIdentity(password: string): Promise<void> {
  await identityQuestion.getByLabelText('Current password').fill(password)
  await identityQuestion.getByRole('button', { name: 'Confirm' }).click()
}

test('a password is optional, held to its rules, typed twice and saved for the own present password alone; an empty one is not sent (S8, §2.41, §4.11, §5.25, §5.26, §5.27, §9.2, api:M3)', async () => {
  const desk = await usersDesk({
    'users.update': ({ body }) =>
      'password' in (body as object) &&
      (body as { confirmation: { present_password: string } }).confirmation.present_password !== OWN_PASSWORD
        ? refused(422, {
            message: 'The present password is not right.',
            details: [{ path: ['confirmation', 'present_password'], message: 'The present password is not right.' }],
          })
        : SAVED,
  })
  const dialog = await edit(desk, 'Ana Silva')
  await expect.element(dialog.getByRole('heading', { level: 2 })).toHaveTextContent('Update User')
  const rules = dialog.getByRole('list', { name: 'Password Requirement' }).getByRole('listitem')
  const texts = rules.elements().map(rule => rule.textContent ?? '')
  expect(texts).toEqual([
    'Password must be at least 8 characters',
    ...['lowercase letter', 'uppercase letter', 'digit', 'symbol'].map(
      what => `Password must contain at least one ${what}`,
    ),
    'Password must not contain the username',
  ])
  const password = dialog.getByLabelText('Password', { exact: true })
  const again = dialog.getByLabelText('Confirm Password')
  const save = dialog.getByRole('button', { name: 'Save' })
  for (const [typed, rule] of [
    ['Aa1!', 0],
    ['ABCDEF1!', 1],
    ['abcdef1!', 2],
    ['Abcdefg!', 3],
    ['Abcdefg1', 4],
  ] as const) {
    await password.fill(typed)
    await again.fill(typed)
    await save.click()
    await expect.element(password).toHaveAccessibleDescription(texts[rule])
  }
  await password.fill('Kettle-brass-10')
  await again.fill('Kettle-brass-1')
  await save.click()
  await expect.element(again).toHaveAccessibleDescription('Passwords do not match')
  await expect.element(again).toHaveFocus()
  await again.fill('Kettle-brass-10')
  await save.click()
  // a stranger at the open desk does not have it
  await confirmIdentity('Not-the-password-1')
  await expect
    .element(identityQuestion.getByLabelText('Current password'))
    .toHaveAccessibleDescription('The present password is not right.')
  await identityQuestion.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(save).toBeEnabled()
  await expect.element(password).toHaveValue('Kettle-brass-10')
  expect(dialog.getByRole('alert').elements()).toEqual([])
  await save.click()
  await confirmIdentity(OWN_PASSWORD)
  await expect.element(toast('User updated successfully')).toBeVisible()
  expect(savesOf(desk).at(-1)).toMatchObject({
    password: 'Kettle-brass-10',
    confirm_password: 'Kettle-brass-10',
    is_username_update: true,
    confirmation: { present_password: OWN_PASSWORD },
  })

  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Ana Silva', exact: true }).click()
  await expect.element(dialog.getByLabelText('Password', { exact: true })).toHaveValue('')
  await dialog.getByLabelText('Firstname').fill('Adele')
  desk.answer({ 'users.list': listed({ ...ANA, firstname: 'Adele' }) })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('rowheader')).toHaveTextContent('Adele Silva')
  const body = savesOf(desk).at(-1) ?? {}
  expect([
    body['firstname'],
    body['is_username_update'],
    'password' in body,
    'confirm_password' in body,
    'confirmation' in body,
    'is_super_admin' in body,
  ]).toEqual(['Adele', true, false, false, false, false])
})

test('the server’s faults show at their fields, its message with another status above them, and the typed text stays (§5.28, §8.5)', async () => {
  const desk = await usersDesk({
    // judged before the confirmation is asked for
    'users.update': refused(422, {
      message: 'Username is already taken',
      details: [{ path: ['username'], message: 'Username is already taken' }],
    }),
  })
  const dialog = await edit(desk, 'Ana Silva')
  const save = dialog.getByRole('button', { name: 'Save' })
  const username = dialog.getByLabelText('Username')
  await dialog.getByLabelText('Lastname').fill('Byron')
  await username.fill('user@acme.example')
  await save.click()
  await expect.element(username).toHaveAccessibleDescription('Username is already taken')
  await expect.element(username).toHaveFocus()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(dialog.getByLabelText('Lastname')).toHaveValue('Byron')
  await username.fill('other@acme.example')

  desk.answer({ 'users.update': { status: 1, message: 'This time zone is not in the list.', data: { uid: null } } })
  await save.click()
  await confirmIdentity(OWN_PASSWORD)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/^This time zone is not in the list.$/)
  desk.answer({ 'users.update': { status: 1, message: '', data: { uid: null } } })
  await save.click()
  await confirmIdentity(OWN_PASSWORD)
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(new RegExp(`^${FALLBACK}$`))
  await expect.element(dialog.getByLabelText('Lastname')).toHaveValue('Byron')
})

test('only a super admin deletes a user, after a confirmation, and never themselves (§2.41, §2.42, §4.11, §6.9, api:M4)', async () => {
  const own = { ...ANA, uid: SUPER_ADMIN.uid, firstname: 'Sasha', lastname: 'Okafor', role_id: 3, is_super_admin: true }
  const desk = await usersDesk(
    {
      'users.list': listed(ANA, own as typeof ANA),
      'users.remove': { status: 0, message: 'User deleted successfully', data: { uid: ANA.uid } },
    },
    SUPER_ADMIN,
  )
  const dialog = await edit(desk, 'Ana Silva')
  const question = screen.getByRole('alertdialog', { name: 'Are you sure?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(question).toBeVisible()
  expect(
    question
      .getByRole('button')
      .elements()
      .map(button => button.textContent),
  ).toEqual(['', 'Cancel', 'Ok'])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog.getByLabelText('Firstname')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  desk.answer({ 'users.list': listed(own as typeof ANA) })
  await question.getByRole('button', { name: 'Ok' }).click()
  await expect.element(toast('User deleted successfully')).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'users.remove').map(({ url }) => url.pathname)).toEqual([
    `/v1/users/${ANA.uid}`,
  ])
  await expect.element(screen.getByRole('rowheader')).toHaveTextContent('Sasha Okafor')
  await expect.element(dialog).not.toBeInTheDocument()

  await screen.getByRole('button', { name: 'Sasha Okafor', exact: true }).click()
  await expect.element(dialog.getByLabelText('Firstname')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})

test('for an admin there is no Delete (§6.9)', async () => {
  const dialog = await edit(await usersDesk(), 'Ana Silva')
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
})
