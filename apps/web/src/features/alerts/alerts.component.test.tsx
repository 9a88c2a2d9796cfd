import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Alert } from '@desk/schema/alerts/alert'
import { describe, expect, test } from 'vitest'
import { addFilter, filterChip } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import type { AlertRule } from '@desk/schema/alerts/alert-rule'
import { AlertBell } from './alert-bell.tsx'
import { AlertRulesScreen } from './alert-rules.tsx'
import { AlertsScreen } from './alerts.tsx'

const ALERT: Alert = {
  alert_id: 7,
  kind: 'auto_paused',
  scope: 'source',
  place_id: 3001,
  place_name: 'North panel',
  pm_proj_ud: 12,
  pm_proj_name: 'Habits',
  pm_sy_ud: 2001,
  facts: { reason: 'redirect_errors' },
  began_at: '2026-11-01T15:00:00.000Z',
  ended_at: null,
  is_unread: true,
  snoozed_until: null,
}
const ENDED: Alert = {
  ...ALERT,
  alert_id: 5,
  kind: 'behind_pace',
  place_name: 'South panel',
  facts: { forecast: 63, target: 100 },
  ended_at: '2026-11-01T17:00:00.000Z',
  is_unread: false,
}

const OF_ACCOUNT: Alert = {
  ...ALERT,
  alert_id: 9,
  kind: 'webhook_off',
  scope: 'account',
  place_id: 41,
  place_name: 'Our warehouse',
  pm_proj_ud: null,
  pm_proj_name: null,
  pm_sy_ud: null,
  facts: { reason: 'gone', webhook: 'Our warehouse' },
}

const alertDesk = (answers: Answers = {}, path = '/alerts') =>
  testDesk(
    {
      'alerts.list': { alerts: [ALERT, ENDED], next: null },
      'alerts.unread': { unread: 1 },
      'alertChannels.list': [],
      'projects.list': [],
      ...answers,
    },
    { user: SAMPLE_USER, path },
  )
const asked = (desk: Awaited<ReturnType<typeof alertDesk>>, key: string) =>
  desk.asked.filter(each => each.key === key).map(({ url, body }) => body ?? Object.fromEntries(url.searchParams))

describe('the bell', () => {
  test('says how many are unread, lists the newest with links to their places, and marks all as read', async () => {
    const desk = await alertDesk()
    const page = await draw(desk, <AlertBell />)
    await page.getByRole('button', { name: 'Alerts, 1 unread' }).click()
    const lines = page.getByRole('list', { name: 'Newest alerts' })
    await expect.element(lines).toHaveTextContent(/Auto-paused: redirects fail.*North panel in Habits/)
    await expect.element(lines).toHaveTextContent(/Behind pace: 63 of 100 completes expected.*South panel.*ended/)
    await expect
      .element(page.getByRole('link', { name: 'North panel' }))
      .toHaveAttribute('href', expect.stringMatching(/\/projects\/12\/survey\/2001\/streams\?only=\d+$/))
    desk.answer({
      'alerts.read': { unread: 0 },
      'alerts.unread': { unread: 0 },
      'alerts.list': { alerts: [{ ...ALERT, is_unread: false }, ENDED], next: null },
    })
    await page.getByRole('button', { name: 'Mark all read' }).click()
    await expect.element(page.getByRole('button', { name: 'Mark all read' })).not.toBeInTheDocument()
    expect(asked(desk, 'alerts.read')).toEqual([{ up_to: 7 }])
  })

  test('says that there are none, and what failed, with another try', async () => {
    const desk = await alertDesk({
      'alerts.list': refused(404, { message: 'Not found.' }),
      'alerts.unread': { unread: 0 },
    })
    const page = await draw(desk, <AlertBell />)
    await page.getByRole('button', { name: 'Alerts, 0 unread' }).click()
    await expect.element(page.getByRole('heading', { name: 'The alerts did not load' })).toBeVisible()
    desk.answer({ 'alerts.list': { alerts: [], next: null } })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('No alerts. Problems are listed here.')).toBeVisible()
  })
})

describe('the page', () => {
  test('lists alerts by pages and marks one as read', async () => {
    const desk = await alertDesk({
      'alerts.list': ({ url }) =>
        url.searchParams.has('before') ? { alerts: [ENDED], next: null } : { alerts: [ALERT], next: 7 },
      'alerts.read': { unread: 0 },
    })
    const page = await draw(desk, <AlertsScreen />)
    const row = page.getByRole('row', { name: /North panel/ })
    await expect.element(row).toHaveTextContent(/Auto-paused: redirects fail.*Habits.*Active/)
    await page.getByRole('button', { name: 'Show earlier alerts' }).click()
    await expect.element(page.getByRole('row', { name: /South panel/ })).toBeVisible()
    await page.getByRole('button', { name: 'Mark North panel as read' }).click()
    await expect.poll(() => asked(desk, 'alerts.read')).toEqual([{ alert_id: 7 }])
  })

  test('has its filters in the URL, and an export with them', async () => {
    const desk = await alertDesk({ 'alerts.export': 'alert_id\r\n' }, '/alerts?state=open&project=12&kind=nonsense')
    const page = await draw(desk, <AlertsScreen />)
    await expect.element(filterChip('State')).toHaveTextContent('State: Going on')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect.poll(() => asked(desk, 'alerts.export')).toEqual([{ state: 'open', project: '12' }])
    desk.answer({ 'alerts.list': { alerts: [], next: null } })
    await addFilter('Kind', 'Hash errors')
    await expect.element(page.getByRole('heading', { name: 'No Records Found.' })).toBeVisible()
    expect(new URLSearchParams(desk.history.location.search).get('kind')).toBe('hash_errors')
  })

  test('says when nothing has happened yet, and what failed', async () => {
    const desk = await alertDesk({ 'alerts.list': refused(404, { message: 'Not found.' }) })
    const page = await draw(desk, <AlertsScreen />)
    await expect.element(page.getByRole('heading', { name: 'The alerts did not load' })).toBeVisible()
    desk.answer({ 'alerts.list': { alerts: [], next: null } })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('heading', { name: 'No alerts yet' })).toBeVisible()
  })
})

test('an alert of the account names no project, and leads to the webhooks: in the bell and on the page', async () => {
  const desk = await alertDesk({ 'alerts.list': { alerts: [OF_ACCOUNT], next: null } })
  const page = await draw(
    desk,
    <>
      <AlertBell />
      <AlertsScreen />
    </>,
  )
  const says = 'Webhook switched off: its receiver answered 410 (Gone)'
  const cells = page.getByRole('row', { name: /Our warehouse/ }).getByRole('cell')
  await expect.element(page.getByRole('rowheader', { name: says })).toBeVisible()
  await expect.element(cells.nth(0)).toHaveTextContent('Our warehouse')
  await expect.element(cells.nth(1)).toHaveTextContent(/^-$/)
  await page.getByRole('button', { name: 'Alerts, 1 unread' }).click()
  const line = page.getByRole('list', { name: 'Newest alerts' }).getByRole('listitem')
  await expect.element(line).toHaveTextContent(/Gone\)Our warehouse1 Nov/)
  await expect
    .element(line.getByRole('link', { name: 'Our warehouse' }))
    .toHaveAttribute('href', expect.stringMatching(/\/admin\/webhooks$/))
})

test('an alert that goes on can rest, and says until when', async () => {
  const desk = await alertDesk({ 'alerts.snooze': { ...ALERT, is_unread: false, snoozed_until: 'end' } })
  const page = await draw(desk, <AlertsScreen />)
  await page.getByRole('button', { name: 'Snooze North panel' }).click()
  desk.answer({ 'alerts.list': { alerts: [{ ...ALERT, is_unread: false, snoozed_until: 'end' }], next: null } })
  await page.getByRole('menuitem', { name: 'Until it ends' }).click()
  await expect.element(page.getByRole('row', { name: /North panel/ })).toHaveTextContent('Snoozed until it ends')
  expect(asked(desk, 'alerts.snooze')).toEqual([{ until: 'end' }])
})

const RULE: AlertRule = {
  alert_rule_id: 3,
  own: false,
  name: 'What needs a look',
  kinds: ['auto_paused', 'behind_pace'],
  will_not_be_full: null,
  behind_pace: 30,
  ir_fell: null,
  conversion_fell: null,
  hash_errors: null,
  closing_window: null,
  scope: 'all',
  project_id: null,
  project_name: null,
  bell: 'managers_and_admins',
  digest: true,
  channel_ids: [4],
  is_on: true,
  created_by: null,
  version: 2,
}

describe('the rules', () => {
  test('of the account are listed without those of the user; an edit sends the thresholds of its kinds, and its channels as they were', async () => {
    const desk = await alertDesk({ 'alertRules.list': [RULE, { ...RULE, alert_rule_id: 4, own: true, name: 'Mine' }] })
    const page = await draw(desk, <AlertRulesScreen />)
    await expect
      .element(page.getByRole('row', { name: /What needs a look/ }))
      .toHaveTextContent(/Auto-paused, Behind pace.*All projects.*The project’s manager and admins.*On/)
    await expect.element(page.getByText('Mine')).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Edit What needs a look' }).click()
    const threshold = page.getByLabelText('Behind pace: completes missing (%)')
    await expect.element(threshold).toHaveValue('30')
    await expect.element(page.getByLabelText(/^IR fell: /)).not.toBeInTheDocument()
    await threshold.fill('3')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .element(page.getByText('Behind pace: completes missing must be between 5 and 95 %').first())
      .toBeVisible()
    await threshold.fill('45')
    desk.answer({ 'alertRules.update': { ...RULE, behind_pace: 45, version: 3 } })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => asked(desk, 'alertRules.update'))
      .toEqual([
        {
          name: 'What needs a look',
          kinds: ['auto_paused', 'behind_pace'],
          behind_pace: 45,
          scope: 'all',
          bell: 'managers_and_admins',
          digest: true,
          is_on: true,
          channel_ids: [4],
          version: 2,
        },
      ])
  })

  test('of one’s own are beside the alerts; one is made and deleted there', async () => {
    const own = { ...RULE, own: true, name: 'Mine', bell: null }
    const desk = await alertDesk(
      {
        'alertRules.list': [RULE],
        'alertRules.create': own,
        'alertRules.digest': { every: 'none', local_hour: 8 },
        'alertRules.setDigest': { every: 'daily', local_hour: 8 },
      },
      '/alerts?tab=rules',
    )
    const page = await draw(desk, <AlertsScreen />)
    await expect.element(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
    await page.getByLabelText('Mail with new alerts').selectOptions('Every day')
    await expect.element(page.getByLabelText(/^At, by /)).toHaveValue('8')
    expect(asked(desk, 'alertRules.setDigest')).toEqual([{ every: 'daily', local_hour: 8 }])
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByLabelText('Name').fill('Mine')
    desk.answer({ 'alertRules.list': [RULE, own] })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.element(page.getByRole('row', { name: /Mine/ })).toBeVisible()
    expect(asked(desk, 'alertRules.create')).toEqual([
      { name: 'Mine', kinds: ['auto_paused'], scope: 'all', digest: true, is_on: true, own: true },
    ])
    await page.getByRole('button', { name: 'Delete Mine' }).click()
    desk.answer({ 'alertRules.remove': undefined, 'alertRules.list': [RULE] })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect.element(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
  })

  test('that fail to load say so', async () => {
    const desk = await alertDesk({ 'alertRules.list': refused(404, { message: 'Not found.' }) })
    const page = await draw(desk, <AlertRulesScreen />)
    await expect.element(page.getByRole('heading', { name: 'The rules did not load' })).toBeVisible()
  })
})
