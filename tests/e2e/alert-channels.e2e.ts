import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { Receiver } from '@desk/platform/kernel/egress/testing/receiver'
import { autoPause } from '@desk/platform/statuses/auto-pause'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'

test('an admin makes a channel, tests it, and lets a rule post to it: a source that the desk pauses is posted, with a link to it', async ({
  desk,
  visit,
}) => {
  const slack = await Receiver.start()
  try {
    const accountId = await desk.maker.account({ name: 'Posted', parentAccountId: DEMO_ACCOUNTS.staff })
    const { surveyId, projectId, sourceIds } = await desk.maker.study({ accountId, sources: [1, 1] })
    const [paused = 0] = sourceIds
    const { username } = await desk.maker.user({ accountId })
    const token = await desk.signIn(username, TEST_PASSWORD)
    const page = await visit(username, '/admin/alert-rules', { token })
    await page.getByRole('button', { name: 'New channel' }).click()
    const form = page.getByRole('dialog', { name: 'New channel' })
    await form.getByLabel('Name').fill('Field team')
    await form.getByLabel('Webhook address').fill(slack.url)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Send a test to Field team' }).click()
    await expect(page.getByText(/^Delivered: it answered 204/)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

    await page.getByRole('button', { name: 'Edit What needs a look' }).click()
    const rule = page.getByRole('dialog', { name: 'Edit rule' })
    await rule.getByText('Field team (Slack)', { exact: true }).click()
    await rule.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('table', { name: 'Rules' }).getByRole('row').last()).toContainText('Field team')

    await desk.database.asAccount(accountId, tx =>
      autoPause(tx, accountId, { scope: 'source', id: paused, reason: 'redirect_errors', at: new Date() }),
    )
    await expect.poll(() => slack.received.length, { timeout: 20_000 }).toBe(2)
    const { text, blocks } = JSON.parse(slack.received[1]?.body ?? '{}')
    expect(text).toMatch(/^Auto-paused: redirects fail: /)
    const link = /<[^|]*#([^|]+)\|/.exec(blocks[0].text.text)?.[1] ?? ''
    expect(link).toBe(`/projects/${projectId}/survey/${surveyId}/streams?only=${paused}`)

    // what the link of the post shows: the one source, and with a press all of them
    await page.goto(`/#${link}`)
    await expect(page.getByText(/^Only “.*” is shown\.$/)).toBeVisible()
    const rows = page.getByRole('grid', { name: 'Sources' }).getByRole('row')
    const shown = await rows.count()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(rows).toHaveCount(shown + 1)

    await page.goto('/#/admin/alert-rules')
    await page.getByRole('button', { name: 'Delete Field team' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible()
  } finally {
    await slack.stop()
  }
})
