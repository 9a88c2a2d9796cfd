import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Webhook, WebhookDelivery } from '@desk/schema/webhooks/webhook'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { focusComesInto } from '#runtime/testing/close-by-escape.ts'
import { addFilter } from '#kit/tables/testing/choose-filter.ts'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { WebhooksScreen } from './webhooks.tsx'

const HOOK: Webhook = {
  webhook_id: 3,
  description: 'Warehouse',
  url: 'https://hooks.example/desk',
  kinds: ['status.changed', 'respondent.completed'],
  filter_scope: null,
  filter_id: null,
  filter_name: null,
  is_on: true,
  off_reason: null,
  failing_since: null,
  last_fault: null,
  retry_at: null,
  waiting: 0,
  secret_ends_with: 'wxyz',
  old_secret_until: null,
  created_at: '2026-11-20T12:00:00.000Z',
  created_by: 'Ann Lee',
  version: 4,
}
const SECRET = `whsec_${'A'.repeat(43)}=`
const ATTEMPT = { at: '2026-11-20T12:00:00.000Z', status: 204, ms: 12, fault: null, answer: '' }
const MESSAGE: WebhookDelivery = {
  number: 7,
  event_id: '0193f0d0-0000-7000-8000-000000000007',
  kind: 'respondent.completed',
  state: 'delivered',
  queued_at: '2026-11-20T12:00:00.000Z',
  replay_of: null,
  attempts_count: 1,
  attempts: [ATTEMPT],
  body: '{"type":"respondent.completed","data":{"rid":"r1"}}',
}

const hookDesk = (answers: Answers) =>
  testDesk(
    { 'webhooks.list': [HOOK], 'history.read': [], ...answers },
    { user: { ...SAMPLE_USER, role_id: 1 }, path: '/admin/webhooks' },
  )

test('an account without webhooks explains them; one whose list does not load may read it again', async () => {
  const desk = await hookDesk({ 'webhooks.list': refused(503, { message: 'Away.' }) })
  const page = await draw(desk, <WebhooksScreen />)
  await expect.element(page.getByText('The webhooks did not load')).toBeVisible()
  desk.answer({ 'webhooks.list': [] })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
})

test('a new one is confirmed, also after the confirmation was cancelled, and its secret is shown once (S8)', async () => {
  const desk = await hookDesk({ 'webhooks.list': [], 'webhooks.create': { ...HOOK, secret: SECRET } })
  const page = await draw(desk, <WebhooksScreen />)
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByText('Description is required').first()).toBeVisible()
  await form.getByLabelText('Description').fill('Warehouse')
  await form.getByLabelText('Endpoint URL').fill('https://hooks.example/desk')
  await form.getByText('Complete', { exact: true }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your identity' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(question).not.toBeInTheDocument()
  // cancelling is no failure
  expect(form.getByRole('alert').elements()).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  await question.getByLabelText('Current password').fill('Own-password-1')
  desk.answer({ 'webhooks.list': [HOOK] })
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByLabelText('The secret', { exact: true })).toHaveTextContent(SECRET)
  expect(desk.asked.filter(({ key }) => key === 'webhooks.create').map(({ body }) => body)).toEqual([
    {
      description: 'Warehouse',
      url: 'https://hooks.example/desk',
      kinds: ['status.changed', 'respondent.completed'],
      is_on: true,
      confirmation: { present_password: 'Own-password-1' },
    },
  ])
  // only Done closes a secret that is shown once
  await focusComesInto(page.getByRole('dialog', { name: 'The secret of the webhook' }))
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.element(page.getByRole('row', { name: /Warehouse/ })).toBeVisible()
  expect(document.body.textContent).not.toContain(SECRET)
})

test('an edit sends the version that was seen, and a filter only with its kind', async () => {
  const desk = await hookDesk({ 'webhooks.update': { ...HOOK, version: 5 } })
  const page = await draw(desk, <WebhooksScreen />)
  await page.getByRole('button', { name: 'Edit Warehouse' }).click()
  const form = page.getByRole('dialog', { name: 'Edit webhook' })
  await expect.element(form.getByLabelText('ID', { exact: true })).toBeDisabled()
  await form.getByLabelText('Description').fill('Lake')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('The webhook was saved')).toBeVisible()
  expect(desk.asked.find(({ key }) => key === 'webhooks.update')?.body).toEqual({
    description: 'Lake',
    url: HOOK.url,
    kinds: HOOK.kinds,
    is_on: true,
    version: 4,
  })
})

test('one that fails says since when and why, and one that was switched off says for what', async () => {
  const desk = await hookDesk({
    'webhooks.list': [
      {
        ...HOOK,
        failing_since: '2026-11-20T12:00:00.000Z',
        last_fault: 'It answered 503; a delivery is any 2xx.',
        retry_at: '2026-11-20T12:05:00.000Z',
        waiting: 1_204,
      },
      {
        ...HOOK,
        webhook_id: 4,
        description: 'Old',
        is_on: false,
        off_reason: 'Every attempt of the last 72 hours failed.',
      },
      { ...HOOK, webhook_id: 5, description: 'Narrow', filter_scope: 'survey', filter_id: 12, filter_name: 'Wave 2' },
    ],
  })
  const page = await draw(desk, <WebhooksScreen />)
  const row = (name: RegExp) => page.getByRole('row', { name })
  await expect.element(row(/Warehouse/)).toHaveTextContent(/Fails since.*It answered 503.*Next attempt.*1,204/)
  await expect.element(row(/Old/)).toHaveTextContent(/OffEvery attempt of the last 72 hours failed\./)
  await expect.element(row(/Narrow/)).toHaveTextContent('Survey Wave 2 (12)')
})

test('a test shows how it went, and a new secret is asked for', async () => {
  const desk = await hookDesk({
    'webhooks.test': { ...ATTEMPT, status: 500, fault: 'It answered 500; a delivery is any 2xx.', answer: 'sorry' },
    'webhooks.rotate': { ...HOOK, secret: SECRET },
  })
  const page = await draw(desk, <WebhooksScreen />)
  await page.getByRole('button', { name: 'Send a test to Warehouse' }).click()
  await expect.element(page.getByText('Failed after 12 ms: It answered 500; a delivery is any 2xx.')).toBeVisible()
  await expect.element(page.getByText('sorry')).toBeVisible()
  await page.getByRole('dialog').getByText('Close', { exact: true }).click()
  await page.getByRole('button', { name: 'New secret for Warehouse' }).click()
  await page.getByRole('button', { name: 'Create secret' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your identity' })
  await question.getByLabelText('Current password').fill('Own-password-1')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(page.getByLabelText('The secret', { exact: true })).toHaveTextContent(SECRET)
})

test('deliveries are read by pages and by state, and sent again, one or those of a time', async () => {
  const first = Array.from({ length: 50 }, (_, at) => ({ ...MESSAGE, number: 57 - at }))
  const desk = await hookDesk({
    'webhooks.deliveries': ({ url }) =>
      url.searchParams.get('state') === 'waiting' ? [] : url.searchParams.get('before') === '8' ? [MESSAGE] : first,
    'webhooks.replay': { queued: 1 },
  })
  const page = await draw(desk, <WebhooksScreen />)
  await page.getByRole('button', { name: 'Deliveries of Warehouse' }).click()
  const messages = page.getByRole('list', { name: 'Messages' })
  await expect.element(messages.getByRole('listitem').nth(49)).toBeInTheDocument()
  await page.getByRole('button', { name: 'Older' }).click()
  const last = messages.getByRole('listitem').nth(50)
  await expect.element(last).toHaveTextContent(/^7 Complete.*Delivered · 204 · 12 ms/)
  await last.getByText(/^7 Complete/).click()
  await expect.element(last.getByText('Delivered: it answered 204 in 12 ms.')).toBeVisible()
  await last.getByRole('button', { name: 'Send again' }).click()
  await expect.element(page.getByText('1 message is sent again')).toBeVisible()
  const again = page.getByRole('button', { name: 'Send these again' })
  await expect.element(again).toBeDisabled()
  await page.getByLabelText('From').fill('2026-11-20T10:00')
  await page.getByLabelText('To', { exact: true }).fill('2026-11-20T11:00')
  await again.click()
  await expect
    .poll(() => desk.asked.filter(({ key }) => key === 'webhooks.replay').map(({ body }) => body))
    .toEqual([{ number: 7 }, { from: expect.stringMatching(/Z$/), to: expect.stringMatching(/Z$/) }])
  await addFilter('State', 'Waiting')
  await expect.element(page.getByText('No message of the last 30 days.')).toBeVisible()
})

test('a fault that the server finds shows at its field before the password is asked for (§5.28, S8)', async () => {
  const message = 'This address is not allowed.'
  const desk = await hookDesk({
    'webhooks.list': [],
    'webhooks.create': refused(422, { message, details: [{ path: ['url'], message }] }),
  })
  const page = await draw(desk, <WebhooksScreen />)
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabelText('Description').fill('Warehouse')
  await form.getByLabelText('Endpoint URL').fill('https://hooks.example/desk')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.element(form.getByLabelText('Endpoint URL')).toHaveAccessibleDescription(new RegExp(message))
  expect(page.getByRole('dialog', { name: 'Confirm your identity' }).elements()).toEqual([])
})
