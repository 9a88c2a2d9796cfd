import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { Receiver } from '@desk/platform/kernel/egress/testing/receiver'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { confirmIdentity } from './desk/confirm-identity.ts'
import { expect, test } from './desk/desk-fixture.ts'

test('an admin makes a webhook, tests it, sees a delivery, and takes it away; for a user there is no such page (domain.md §8)', async ({
  desk,
  visit,
}) => {
  const hook = await Receiver.start()
  try {
    const accountId = await desk.maker.account({ name: 'Hooked', parentAccountId: DEMO_ACCOUNTS.staff })
    const { surveyId } = await desk.maker.study({ accountId })
    const { username } = await desk.maker.user({ accountId })
    const token = await desk.signIn(username, TEST_PASSWORD)
    const page = await visit(username, '/admin/users', { token })
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'New webhook' }).click()
    const form = page.getByRole('dialog', { name: 'New webhook' })
    await form.getByLabel('Description').fill('Warehouse')
    await form.getByLabel('Endpoint URL').fill(hook.url)
    await form.getByRole('button', { name: 'Save' }).click()
    await confirmIdentity(page, TEST_PASSWORD)
    const shown = page.getByRole('dialog', { name: 'The secret of the webhook' })
    const secret = await shown.getByLabel('The secret', { exact: true }).innerText()
    await shown.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Send a test to Warehouse' }).click()
    await expect(page.getByText(/^Delivered: it answered 204/)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    const { body } = await desk.call('GET', `/v1/statuses/survey/${surveyId}`, { token })
    const { status } = await desk.call('PATCH', '/v1/survey-streams', {
      token,
      body: { scope: 'survey', id: surveyId, statusid: 2, version: body.status.version },
    })
    expect(status).toBe(200)
    await expect.poll(() => hook.verified(secret).map(({ type }) => type)).toEqual(['webhook.test', 'status.changed'])

    await page.getByRole('button', { name: 'Deliveries of Warehouse' }).click()
    const messages = page.getByRole('list', { name: 'Messages' }).locator('> li')
    await expect(messages).toHaveText([/^2 Status changed.*Delivered/, /^1 Test.*Delivered/])
    await messages.first().getByText('Status changed').click()
    await messages.first().getByRole('button', { name: 'Send again' }).click()
    await expect.poll(() => hook.ids.length).toBe(3)
    expect(hook.ids[2]).toBe(hook.ids[1])
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Delete Warehouse' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible()
    const other = await visit('user@acme.example', '/admin/webhooks')
    await expect(other.getByRole('heading', { name: 'Webhooks' })).toHaveCount(0)
  } finally {
    await hook.stop()
  }
})
