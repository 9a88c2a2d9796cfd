import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { User } from '@desk/schema/users/user'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { ANA, listed, SAVED, usersDesk } from '#features/admin/users/testing/users-desk.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { zoneText } from '#ui/format/offsets.ts'
import { refused, testDesk, type Answers, type TestDesk } from '#runtime/testing/test-desk.ts'
import { UserDrawer } from './user-drawer.tsx'

const ACCOUNTS = [
  { pm_dsh_ud: 2, dashboard_name: 'Acme Research', is_default: true, user_time_zone: 15, advanced_stream_view: false },
  { pm_dsh_ud: 3, dashboard_name: 'Beta Insights', is_default: false, user_time_zone: 15, advanced_stream_view: false },
]
const MEMBER_OF_TWO = { ...SAMPLE_USER, settings: ACCOUNTS }

const ZONES = [
  { pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' },
  { pm_code: 40, pm_code_name: '(UTC+05:30) Kolkata', iana_name: 'Asia/Kolkata' },
  { pm_code: 50, pm_code_name: '(UTC+09:00) Tokyo', iana_name: 'Asia/Tokyo' },
]
const NEW_YORK = zoneText('America/New_York', Date.now())

const closed = () => {}
const drawerDesk = (answers: Answers) =>
  testDesk({ 'lookups.codes': [], 'accounts.defaults': ACCOUNTS, ...answers }, { user: MEMBER_OF_TWO })

function Closable() {
  const [isOpen, setOpen] = useState(true)
  return <UserDrawer isOpen={isOpen} onClose={() => setOpen(false)} />
}

test('a default account that is not saved shows the error toast and keeps the old one (§8.2, §8.11)', async () => {
  const desk = await drawerDesk({ 'accounts.chooseDefault': refused(500, { message: 'Broken.' }) })
  const page = await draw(desk, <UserDrawer isOpen onClose={closed} />)
  await page.getByRole('button', { name: 'Show suggestions Default Account' }).click()
  await page.getByRole('option', { name: 'Beta Insights' }).click()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Encountered an error. Please try again later.' }))
    .toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Default Account' })).toHaveValue('Acme Research')
})

test('a list of sessions that fails to load shows so and can be retried', async () => {
  const desk = await drawerDesk({ 'sessions.list': refused(403, { message: 'Not now.' }) })
  const page = await draw(desk, <UserDrawer isOpen onClose={closed} />)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Where you are signed in' }).click()
  await expect.element(drawer.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({
    'sessions.list': [
      {
        session_id: '00000000-0000-4000-8000-000000000001',
        pm_dsh_ud: 2,
        dashboard_name: 'Acme',
        user_agent: 'Mozilla/5.0',
        address: null,
        created_at: '2026-11-01T10:00:00.000Z',
        last_used_at: '2026-11-01T10:00:00.000Z',
        is_current: true,
      },
    ],
  })
  await drawer.getByRole('button', { name: 'Try again' }).click()
  await expect.element(drawer.getByText('This session')).toBeVisible()
})

const openDrawer = async (desk: TestDesk): Promise<Locator> => {
  const page = await draw(desk, <UserDrawer isOpen onClose={closed} />)
  return page.getByRole('dialog')
}

test('a time zone with an invalid offset shows that at its selector (§8.12)', async () => {
  const unreadable = ZONES.map(zone =>
    zone.iana_name === 'America/New_York' ? { ...zone, pm_code_name: '(UTC-5) New York' } : zone,
  )
  const drawer = await openDrawer(await drawerDesk({ 'lookups.codes': unreadable }))
  const zone = drawer.getByRole('combobox', { name: 'Timezone' })
  await expect.element(zone).toHaveValue(NEW_YORK)
  await expect.element(zone).toHaveAccessibleDescription('Invalid offset format. Use +HH:mm or -HH:mm')
})

test('a second factor that fails to load can be retried', async () => {
  const desk = await drawerDesk({ 'secondFactor.read': refused(403, { message: 'Not now.' }) })
  const drawer = await openDrawer(desk)
  await drawer.getByRole('button', { name: 'Second factor' }).click()
  await expect.element(drawer.getByRole('alert')).toHaveTextContent('Not now.')
  desk.answer({ 'secondFactor.read': { enabled: false, required: false, recovery_codes_left: 0 } })
  await drawer.getByRole('button', { name: 'Retry' }).click()
  await expect.element(drawer.getByRole('form', { name: 'Set up a second factor' })).toBeVisible()
})

test('new recovery codes that arrive after the drawer closed are reported, so that no user relies on ended ones (S8)', async () => {
  let release = (): void => undefined
  const released = new Promise<void>(resolve => (release = resolve))
  const desk = await drawerDesk({
    'secondFactor.read': { enabled: true, required: false, recovery_codes_left: 10 },
    'secondFactor.newRecoveryCodes': async () => {
      await released
      return { recovery_codes: ['AAAA-BBBB'] }
    },
  })
  const page = await draw(desk, <Closable />)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Second factor' }).click()
  await drawer.getByRole('button', { name: 'New recovery codes' }).click()
  await drawer.getByLabelText('Current password').fill('Own-password-1')
  await drawer.getByRole('textbox', { name: 'Code' }).fill('123456')
  await drawer.getByRole('button', { name: 'Get new codes' }).click()
  await expect.poll(() => desk.asked.filter(({ key }) => key === 'secondFactor.newRecoveryCodes').length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  release()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'You have new recovery codes that you did not see' }))
    .toHaveTextContent('Open Second factor again and get new codes.')
})

test('User Settings opens one’s own user if there is a settings entry here; the session follows the saved change (§2.39, §4.11, §6.6)', async () => {
  const plain: CurrentUser = { ...SAMPLE_USER, firstname: 'Plain', lastname: 'Person', can_open_user_settings: true }
  const own: User = { ...ANA, uid: plain.uid, firstname: 'Plain', lastname: 'Person', username: plain.username }
  const desk = await usersDesk(
    {
      'users.list': listed(own),
      'users.update': ({ body }) => {
        const { firstname } = body as { firstname: string }
        desk.answer({ 'session.check': { ...plain, firstname }, 'users.list': listed({ ...own, firstname }) })
        return SAVED
      },
    },
    plain,
  )
  const page = await draw(desk, <Closable />)
  await page.getByRole('dialog', { name: 'Plain Person' }).getByRole('button', { name: 'User Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update User' })
  await expect.element(dialog.getByLabelText('Username')).toHaveValue(plain.username)
  await expect.element(dialog.getByRole('button', { name: /Role/ })).not.toBeInTheDocument()
  await dialog.getByLabelText('Firstname').fill('Renamed')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('listitem').filter({ hasText: 'User updated successfully' })).toBeVisible()
  const drawer = page.getByRole('dialog', { name: 'Renamed Person' })
  await expect.element(drawer).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'User Settings' })).toHaveFocus()

  await cleanup()
  const guest = await openDrawer(await drawerDesk({}))
  await expect.element(guest.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.element(guest.getByRole('button', { name: 'User Settings' })).not.toBeInTheDocument()
})
