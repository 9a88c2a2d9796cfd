import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { autoPause } from '@desk/platform/statuses/auto-pause'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './picture-fixture.ts'

test('the alerts of a user: behind the bell, all of them, and the rules', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({ name: 'Meridian Watch', parentAccountId: DEMO_ACCOUNTS.staff })
  const { sourceIds, surveyId } = await desk.maker.study({ accountId, sources: [1, 1] })
  const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const [first = 0, second = 0] = sourceIds
  const pauses = [
    ['source', first, 'redirect_errors'],
    ['source', second, 'target_reached'],
    ['survey', surveyId, 'past_out_of_field'],
  ] as const
  for (const [scope, id, reason] of pauses)
    await desk.database.asAccount(accountId, tx => autoPause(tx, accountId, { scope, id, reason, at: new Date() }))
  const unread = async () => (await desk.call('GET', '/v1/alerts/unread', { token })).body.unread
  await expect.poll(unread).toBe(3)
  const { body } = await desk.call('GET', '/v1/alerts', { token })
  await desk.call('POST', '/v1/alerts/read', { token, body: { alert_id: body.alerts[2].alert_id } })
  const page = await visit(username, '/alerts', { token })
  await expect(page.getByRole('table', { name: 'Alerts' }).getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Alerts, 2 unread' })).toBeVisible()
  await picture(page, 'alerts')
  await page.getByRole('button', { name: 'Alerts, 2 unread' }).click()
  await expect(page.getByRole('list', { name: 'Newest alerts' }).getByRole('listitem')).toHaveCount(3)
  await picture(page, 'alerts-bell')
  const channels = [
    ['Field team', 'slack', 'https://hooks.slack.com/services/T024BE7LD/B0831NC2T/xoZ41d0pPqmWvKe7'],
    ['Programme leads', 'teams', 'https://flows.example/workflows/81ab/triggers/manual?sig=nN8sKk27'],
  ] as const
  for (const [name, kind, url] of channels)
    await desk.call('POST', '/v1/alert-channels', { token, body: { name, kind, url } })
  await desk.database.asAccount(accountId, async tx => {
    await tx.client.query(
      `update alert_channel set last_sent_at = now() - interval '3 minutes' where account_id = $1`,
      [accountId],
    )
    await tx.client.query(
      `update alert_channel set stopped_at = now(), stopped_reason = $2, last_fault = $2, last_failed_at = now()
       where account_id = $1 and kind = 'teams'`,
      [accountId, 'It answered 410; a delivery is any 2xx.'],
    )
  })
  // behind an open popover nothing can be reached
  await page.keyboard.press('Escape')
  await page.goto('/#/admin/alert-rules')
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Quality')
  await page.getByRole('dialog').getByText('IR fell', { exact: true }).click()
  await picture(page, 'alert-rule-edit')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Rules' }).getByRole('row')).toHaveCount(3)
  await picture(page, 'alert-rules')
  await page.getByRole('button', { name: 'New channel' }).click()
  const channel = page.getByRole('dialog', { name: 'New channel' })
  await channel.getByLabel('Name').fill('Night shift')
  await channel.getByLabel('Webhook address').fill('hooks.slack.com/services')
  await channel.getByRole('button', { name: 'Save' }).click()
  await expect(channel.getByText('Webhook address must begin with https://')).toBeVisible()
  await picture(page, 'alert-channel-new')
})
