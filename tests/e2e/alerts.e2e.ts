import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { autoPause } from '@desk/platform/statuses/auto-pause'
import { Receiver } from '@desk/platform/kernel/egress/testing/receiver'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'
import { listenToPushes } from './desk/pushes.ts'
import { addFilter } from './desk/filters.ts'

test('a source that the desk pauses is in the bell of an open tab at once; its link leads to the source, and it is read', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Alerted', parentAccountId: DEMO_ACCOUNTS.staff })
  const { surveyId, projectId, sourceIds } = await desk.maker.study({ accountId })
  const [admin, user] = [await desk.maker.user({ accountId }), await desk.maker.user({ accountId, roleId: 2 })]
  const token = await desk.signIn(admin.username, TEST_PASSWORD)
  const pushes = listenToPushes()
  const page = await visit(admin.username, '/projects', { token, prepare: pushes.prepare })
  const other = await visit(user.username, '/projects', { token: await desk.signIn(user.username, TEST_PASSWORD) })
  await expect(page.getByRole('button', { name: 'Alerts, 0 unread' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Alerts, 0 unread' })).toBeVisible()
  // the push connection is open: the next push reaches it
  await pushes.next('heartbeat')

  const paused = await desk.database.asAccount(accountId, tx =>
    autoPause(tx, accountId, { scope: 'source', id: sourceIds[0] ?? 0, reason: 'redirect_errors', at: new Date() }),
  )
  expect(paused).toBe(true)
  const bell = page.getByRole('button', { name: 'Alerts, 1 unread' })
  await pushes.next('alerted')
  await expect(bell).toBeVisible()
  // a user who is neither an admin nor the project's manager is not notified
  await expect(other.getByRole('button', { name: 'Alerts, 0 unread' })).toBeVisible()

  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Alerts' })
  await expect(panel.getByRole('listitem')).toHaveText([/Auto-paused: redirects fail/])
  await panel.getByRole('listitem').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/projects/${projectId}/survey/${surveyId}/streams\\?only=${sourceIds[0]}$`))
  await expect(page.getByRole('button', { name: 'Alerts, 0 unread' })).toBeVisible()

  await page.getByRole('button', { name: 'Alerts, 0 unread' }).click()
  await panel.getByRole('link', { name: 'All alerts' }).click()
  await expect(page.getByRole('table', { name: 'Alerts' }).getByRole('row')).toHaveCount(2)
  await addFilter(page, 'State', 'Unread')
  await expect(page.getByRole('heading', { name: 'No Records Found.' })).toBeVisible()
  await expect(page).toHaveURL(/state=unread/)
})

test('an admin makes a Slack channel, tests it, lets a rule post to it, sees that a pause was posted, and takes it away', async ({
  desk,
  visit,
}) => {
  const slack = await Receiver.start()
  try {
    const accountId = await desk.maker.account({ name: 'Posted', parentAccountId: DEMO_ACCOUNTS.staff })
    const { sourceIds } = await desk.maker.study({ accountId })
    const { username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
    const page = await visit(username, '/admin/alert-rules', { token: await desk.signIn(username, TEST_PASSWORD) })
    await page.getByRole('button', { name: 'New channel' }).click()
    const form = page.getByRole('dialog', { name: 'New channel' })
    await form.getByLabel('Name').fill('Field team')
    await form.getByLabel('Webhook address').fill('http://169.254.169.254/hook')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(/must not lie inside the desk’s own network/)).toBeVisible()
    await form.getByLabel('Webhook address').fill(slack.url)
    await form.getByRole('button', { name: 'Save' }).click()
    const channels = page.getByRole('table', { name: 'Channels' })
    await expect(channels.getByRole('row', { name: /Field team/ })).toContainText('None yet')

    await page.getByRole('button', { name: 'Send a test to Field team' }).click()
    await expect(page.getByText(/^Delivered: it answered 204/)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    expect(slack.received.map(textOf)).toEqual(['Test from Sample Desk: Alerts will be posted to “Field team”'])

    await page.getByRole('button', { name: 'New rule' }).click()
    const rule = page.getByRole('dialog')
    await rule.getByLabel('Name').fill('Pauses')
    await expect(rule.getByRole('checkbox', { name: 'Auto-paused' })).toBeChecked()
    await rule.getByText('Field team (Slack)', { exact: true }).click()
    await rule.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('table', { name: 'Rules' }).getByRole('row', { name: /Pauses/ })).toBeVisible()
    await desk.database.asAccount(accountId, tx =>
      autoPause(tx, accountId, { scope: 'source', id: sourceIds[0] ?? 0, reason: 'redirect_errors', at: new Date() }),
    )
    await expect.poll(() => slack.received.length).toBe(2)
    expect(slack.received.map(textOf)[1]).toMatch(/^Auto-paused: redirects fail: /)
    await page.reload()
    await expect(channels.getByRole('row', { name: /Field team/ })).toContainText('On')
    await expect(channels.getByRole('row', { name: /Field team/ })).not.toContainText('None yet')

    await page.getByRole('button', { name: 'Delete Field team' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible()
  } finally {
    await slack.stop()
  }
})

/** The text of a post to Slack in a notification. */
const textOf = ({ body }: { readonly body: string }): unknown => JSON.parse(body).text
