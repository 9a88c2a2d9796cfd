import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { UserDrawer } from './user-drawer.tsx'

const ACCOUNTS = [
  { pm_dsh_ud: 2, dashboard_name: 'Acme Research', is_default: true, user_time_zone: 15, advanced_stream_view: false },
  { pm_dsh_ud: 3, dashboard_name: 'Beta Insights', is_default: false, user_time_zone: 15, advanced_stream_view: false },
]
const MEMBER_OF_TWO = { ...SAMPLE_USER, settings: ACCOUNTS }

const closed = () => {}
const drawerDesk = (answers: Answers) =>
  testDesk({ 'lookups.codes': [], 'accounts.defaults': ACCOUNTS, ...answers }, { user: MEMBER_OF_TWO })

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

test('a list of sessions that does not load says so and is asked for again', async () => {
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
