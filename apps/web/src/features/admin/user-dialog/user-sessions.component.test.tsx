import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused } from '#runtime/testing/test-desk.ts'
import { ANA, listed, SUPER_ADMIN, usersDesk } from '../users/testing/users-desk.ts'
import { UsersScreen } from '../users/users.tsx'

const PHONE = {
  session_id: '00000000-0000-4000-8000-000000000001',
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: '2026-11-23T09:30:00.000Z',
  user_agent: 'Mozilla/5.0 (iPhone) AppleWebKit Safari/605',
  address: '198.51.100.7',
  pm_dsh_ud: 1,
  dashboard_name: 'Acme',
  is_current: false,
}
const LAPTOP = { ...PHONE, session_id: '00000000-0000-4000-8000-000000000002', user_agent: 'Windows Firefox/140' }

async function opened(answers: Parameters<typeof usersDesk>[0]) {
  const desk = await usersDesk(answers)
  const page = await draw(desk, <UsersScreen />)
  await page.getByRole('button', { name: 'Ana Silva', exact: true }).click()
  return { desk, dialog: page.getByRole('dialog', { name: 'Update User' }), page }
}

test('an admin sees when a user last signed in and where the user is signed in, and ends one session or all (administration.md §1)', async () => {
  const user = { ...ANA, last_sign_in_at: '2026-11-23T09:00:00.000Z' }
  const { desk, dialog } = await opened({ 'users.list': listed(user), 'userSessions.list': [PHONE, LAPTOP] })
  const signIns = dialog.getByRole('region', { name: 'Sign-ins' })
  await expect.element(signIns).toHaveTextContent('Last sign-in 23 Nov 2026, 04:00.')
  const list = signIns.getByRole('list', { name: 'Open sessions of Ana' })
  await expect
    .element(list.getByRole('listitem').nth(0))
    .toHaveTextContent('Safari on iOSAcme · 198.51.100.7Since 20 Nov 2026, 03:00, last used 23 Nov 2026, 04:30')
  desk.answer({ 'userSessions.end': undefined, 'userSessions.list': [LAPTOP] })
  await signIns.getByRole('button', { name: 'End session: Safari on iOS, Acme' }).click()
  await expect.element(signIns.getByRole('status')).toHaveTextContent('The session has ended.')
  await expect.element(list.getByRole('listitem').nth(0)).toHaveTextContent('Firefox on Windows')
  desk.answer({ 'userSessions.endAll': undefined, 'userSessions.list': [] })
  await signIns.getByRole('button', { name: 'End all sessions' }).click()
  await expect.element(list).toHaveTextContent('Ana is signed in nowhere.')
})

test('sessions that do not load say so and are asked for again', async () => {
  const { desk, dialog } = await opened({ 'userSessions.list': refused(403, { message: 'Not now.' }) })
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'userSessions.list': [PHONE] })
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(dialog.getByRole('list', { name: 'Open sessions of Ana' })).toHaveTextContent('Safari on iOS')
})

test('an inactive user’s page says whose state it is, and how an admin makes the user active again (administration.md §3, Provisioning)', async () => {
  const inactive = { ...ANA, is_active: false }
  const noteOf = async (user: typeof ANA) => {
    const { dialog, page } = await opened({ 'users.list': listed(user), 'userSessions.list': [] })
    const note = dialog.getByRole('region', { name: 'Sign-ins' }).getByRole('note')
    await expect.element(note).toBeVisible()
    const text = note.element().textContent
    await page.unmount()
    return text
  }
  const meanwhile = 'Role and names can be changed now; password and username wait until then.'
  expect([
    await noteOf({ ...inactive, in_directory: true }),
    await noteOf(inactive),
    await noteOf({ ...inactive, in_directory: true, home_pm_dsh_ud: ANA.home_pm_dsh_ud + 1 }),
  ]).toEqual([
    `The directory of this account deactivated Ana, who cannot sign in. The directory alone makes Ana active again: activate them there. ${meanwhile}`,
    `The directory of this account removed Ana, who cannot sign in. The directory alone makes Ana active again: assign them there again. ${meanwhile}`,
    `The directory of their own account deactivated Ana, who cannot sign in. The directory alone makes Ana active again: activate them there. `,
  ])
})

test('the default time zone is changed for new users, or for all after their number was said (§3.3)', async () => {
  const codes = [
    { pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' },
    { pm_code: 34, pm_code_name: '(UTC+01:00) Berlin', iana_name: 'Europe/Berlin' },
  ]
  const desk = await usersDesk(
    {
      'lookups.codes': codes,
      'users.list': listed(ANA, { ...ANA, uid: 13, firstname: 'Bo' }),
      'accounts.setTimeZone': { time_zone: 34, changed_users: 2 },
    },
    SUPER_ADMIN,
  )
  const page = await draw(desk, <UsersScreen />)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Default time zone' })
  await dialog.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('option', { name: /Berlin/ }).click()
  await dialog.getByText('Apply to all users').click()
  await expect.element(dialog).toHaveTextContent('2 users of this account will read every time in')
  await dialog.getByRole('button', { name: 'Change 2 users' }).click()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'The time zone of 2 users is changed' }))
    .toBeVisible()
  expect(desk.asked.find(({ key }) => key === 'accounts.setTimeZone')?.body).toEqual({ time_zone: 34, all_users: true })
})
