import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { Receiver } from '@desk/platform/kernel/egress/testing/receiver'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './picture-fixture.ts'

test('the webhooks of an account: all, a new one, the deliveries', async ({ desk, visit, picture }) => {
  const hook = await Receiver.start()
  try {
    const accountId = await desk.maker.account({ name: 'Meridian Hooks', parentAccountId: DEMO_ACCOUNTS.staff })
    const { surveyId } = await desk.maker.study({ accountId })
    const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
    const token = await desk.signIn(username, TEST_PASSWORD)
    const make = async (form: object): Promise<number> => {
      const { status, body } = await desk.call('POST', '/v1/webhooks', {
        token,
        body: { kinds: ['status.changed'], is_on: true, ...form, confirmation: { present_password: TEST_PASSWORD } },
      })
      expect(status).toBe(200)
      return body.webhook_id
    }
    const id = await make({
      description: 'Data warehouse',
      url: hook.url,
      kinds: ['status.changed', 'status.auto_paused', 'target.reached', 'respondent.completed'],
    })
    await make({
      description: 'Field team’s messages',
      url: 'https://hooks.field-team.example/desk/3f6a',
      is_on: false,
      filter_scope: 'survey',
      filter_id: surveyId,
    })
    await desk.call('POST', `/v1/webhooks/${id}/test`, { token })
    for (const statusid of [2, 1]) {
      const { body } = await desk.call('GET', `/v1/statuses/survey/${surveyId}`, { token })
      await desk.call('PATCH', '/v1/survey-streams', {
        token,
        body: { scope: 'survey', id: surveyId, statusid, version: body.status.version },
      })
    }
    await expect.poll(() => hook.ids.length).toBe(3)
    const page = await visit(username, '/admin/webhooks', { token })
    await expect(page.getByRole('table', { name: 'Webhooks' }).getByRole('row')).toHaveCount(3)
    await picture(page, 'webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByRole('dialog').getByLabel('Description').fill('Billing')
    await page.getByRole('dialog').getByLabel('Endpoint URL').fill('ftp://billing.example/')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Endpoint URL must begin with https://').first()).toBeVisible()
    await picture(page, 'webhook-new')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button').last().click()
    await page.getByRole('button', { name: 'Deliveries of Data warehouse' }).click()
    await page.getByRole('list', { name: 'Messages' }).getByText('Status changed').first().click()
    await picture(page, 'webhook-deliveries')
  } finally {
    await hook.stop()
  }
})
