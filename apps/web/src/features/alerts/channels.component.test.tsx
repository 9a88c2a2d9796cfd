import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { AlertChannel } from '@desk/schema/alerts/alert-channel'
import type { AlertRule } from '@desk/schema/alerts/alert-rule'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { AlertRulesScreen } from './alert-rules.tsx'

const CHANNEL: AlertChannel = {
  alert_channel_id: 4,
  name: 'Field team',
  kind: 'slack',
  url_hint: 'hooks.slack.com …WXYZ',
  waiting: 0,
  last_sent_at: '2026-11-20T12:00:00.000Z',
  last_failed_at: null,
  last_fault: null,
  stopped_at: null,
  stopped_reason: null,
  created_at: '2026-11-19T12:00:00.000Z',
  created_by: 'Ann Lee',
  version: 3,
}
const RULE: AlertRule = {
  alert_rule_id: 1,
  own: false,
  name: 'What needs a look',
  kinds: ['auto_paused'],
  will_not_be_full: null,
  behind_pace: null,
  ir_fell: null,
  conversion_fell: null,
  hash_errors: null,
  closing_window: null,
  scope: 'all',
  project_id: null,
  project_name: null,
  bell: 'managers_and_admins',
  digest: true,
  channel_ids: [],
  is_on: true,
  created_by: null,
  version: 2,
}
const ADDRESS = 'https://hooks.slack.com/services/T0/B0/secretsecret'

const channelDesk = (answers: Answers = {}) =>
  testDesk(
    {
      'alertRules.list': [RULE],
      'alertChannels.list': [CHANNEL],
      'projects.list': [],
      'history.read': [],
      ...answers,
    },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: '/admin/alert-rules' },
  )
const sent = (desk: Awaited<ReturnType<typeof channelDesk>>, key: string) =>
  desk.asked.filter(each => each.key === key).map(({ body }) => body)

test('an account without channels explains them; a list that does not load may be read again', async () => {
  const desk = await channelDesk({ 'alertChannels.list': refused(503, { message: 'Away.' }) })
  const page = await draw(desk, <AlertRulesScreen />)
  await expect.element(page.getByRole('heading', { name: 'The channels did not load' })).toBeVisible()
  desk.answer({ 'alertChannels.list': [] })
  await page.getByRole('region', { name: 'Channels' }).getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit What needs a look' }).click()
  await expect.element(page.getByRole('dialog').getByLabelText('Name')).toBeVisible()
  await expect.element(page.getByText('Also post to')).not.toBeInTheDocument()
})

test('a new one is judged before it is sent, and its address is shown nowhere afterwards', async () => {
  const desk = await channelDesk({ 'alertChannels.list': [], 'alertChannels.create': CHANNEL })
  const page = await draw(desk, <AlertRulesScreen />)
  await page.getByRole('button', { name: 'New channel' }).click()
  const form = page.getByRole('dialog', { name: 'New channel' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText('Name is required')).toBeVisible()
  await expect.element(form.getByText('Webhook address is required')).toBeVisible()
  await form.getByLabelText('Name').fill('Field team')
  const address = form.getByLabelText(/^Webhook address/)
  await expect.element(address).toHaveAttribute('type', 'password')
  await address.fill('hooks.slack.com/services')
  await expect.element(form.getByText('Webhook address must begin with https://')).toBeVisible()
  await address.fill(ADDRESS)
  desk.answer({
    'alertChannels.create': refused(422, {
      message: 'Some fields are not right.',
      details: [{ path: ['url'], message: 'Webhook address must not lie inside the desk’s own network' }],
    }),
  })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText('Webhook address must not lie inside the desk’s own network')).toBeVisible()
  desk.answer({ 'alertChannels.create': CHANNEL, 'alertChannels.list': [CHANNEL] })
  await address.fill(`${ADDRESS}2`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('row', { name: /Field team.*hooks\.slack\.com …WXYZ.*Slack.*On/ })).toBeVisible()
  expect(sent(desk, 'alertChannels.create')).toEqual([
    { name: 'Field team', kind: 'slack', url: ADDRESS },
    { name: 'Field team', kind: 'slack', url: `${ADDRESS}2` },
  ])
  expect(document.body.textContent).not.toContain('secretsecret')
})

test('an edit keeps the address that is stored; one that is stale says so, and the next one stores it', async () => {
  const desk = await channelDesk({
    'alertChannels.update': refused(409, {
      message: 'The channel was changed meanwhile.',
      reason: 'stale_version',
      current: { ...CHANNEL, version: 4 },
    }),
  })
  const page = await draw(desk, <AlertRulesScreen />)
  await page.getByRole('button', { name: 'Edit Field team' }).click()
  const form = page.getByRole('dialog', { name: 'Edit channel' })
  await expect.element(form.getByText(/Left empty, it stays as it is: hooks\.slack\.com …WXYZ\./)).toBeVisible()
  await form.getByLabelText('Name').fill('Lake team')
  desk.answer({ 'alertChannels.list': [{ ...CHANNEL, version: 4 }] })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText(/Another user has changed the channel/)).toBeVisible()
  desk.answer({ 'alertChannels.update': { ...CHANNEL, name: 'Lake team', version: 5 } })
  await expect.poll(() => desk.asked.filter(({ key }) => key === 'alertChannels.list').length).toBeGreaterThan(1)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The channel was saved')).toBeVisible()
  expect(sent(desk, 'alertChannels.update')).toEqual([
    { name: 'Lake team', kind: 'slack', version: 3 },
    { name: 'Lake team', kind: 'slack', version: 4 },
  ])
})

test('one that was stopped says why, one that fails with which fault, and a test shows how it went', async () => {
  const fault = 'It answered 410; a delivery is any 2xx.'
  const desk = await channelDesk({
    'alertChannels.list': [
      { ...CHANNEL, stopped_at: '2026-11-21T12:00:00.000Z', stopped_reason: fault, last_fault: fault },
      {
        ...CHANNEL,
        alert_channel_id: 5,
        name: 'Managers',
        kind: 'teams',
        last_sent_at: null,
        last_failed_at: '2026-11-21T12:00:00.000Z',
        last_fault: 'It answered 503; a delivery is any 2xx.',
        waiting: 1_204,
      },
    ],
    'alertChannels.test': { at: '2026-11-21T12:00:00.000Z', status: 410, ms: 12, fault, answer: 'no_service' },
  })
  const page = await draw(desk, <AlertRulesScreen />)
  const row = (name: RegExp) => page.getByRole('row', { name })
  await expect.element(row(/Field team/)).toHaveTextContent(/Stopped .*It answered 410.*Set another address/)
  await expect.element(row(/Managers/)).toHaveTextContent(/Microsoft Teams.*None yet.*Fails.*It answered 503.*1,204/)
  await page.getByRole('button', { name: 'Send a test to Field team' }).click()
  await expect.element(page.getByText(`Failed after 12 ms: ${fault}`)).toBeVisible()
  await expect.element(page.getByText('no_service')).toBeVisible()
})

test('a rule posts to channels that are checked; a deleted channel leaves the list', async () => {
  const desk = await channelDesk({ 'alertRules.update': { ...RULE, channel_ids: [4], version: 3 } })
  const page = await draw(desk, <AlertRulesScreen />)
  await page.getByRole('button', { name: 'Edit What needs a look' }).click()
  const form = page.getByRole('dialog', { name: 'Edit rule' })
  await form.getByText('Field team (Slack)', { exact: true }).click()
  desk.answer({ 'alertRules.list': [{ ...RULE, channel_ids: [4], version: 3 }] })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('row', { name: /What needs a look.*Field team/ })).toBeVisible()
  expect(sent(desk, 'alertRules.update')).toEqual([
    {
      name: 'What needs a look',
      kinds: ['auto_paused'],
      scope: 'all',
      bell: 'managers_and_admins',
      channel_ids: [4],
      digest: true,
      is_on: true,
      version: 2,
    },
  ])
  await page.getByRole('button', { name: 'Delete Field team' }).click()
  desk.answer({ 'alertChannels.remove': undefined, 'alertChannels.list': [], 'alertRules.list': [RULE] })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible()
})
