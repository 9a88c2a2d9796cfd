import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { autoPause } from '@desk/platform/statuses/auto-pause'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'

/** How soon an open tab shows an alert (administration.md). */
const SHOWN_WITHIN_MS = 2_000

test('a source that the desk pauses is in the bell of an open tab within 2 s; its link leads to the source, and it is read', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Alerted', parentAccountId: DEMO_ACCOUNTS.staff })
  const { surveyId, projectId, sourceIds } = await desk.maker.study({ accountId })
  const [admin, user] = [await desk.maker.user({ accountId }), await desk.maker.user({ accountId, roleId: 2 })]
  const token = await desk.signIn(admin.username, TEST_PASSWORD)
  const page = await visit(admin.username, '/projects', { token })
  const other = await visit(user.username, '/projects', { token: await desk.signIn(user.username, TEST_PASSWORD) })
  await expect(page.getByRole('button', { name: 'Alerts, 0 unread' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Alerts, 0 unread' })).toBeVisible()
  // the push connection stands: what is pushed now reaches both
  await expect(page.getByRole('banner').getByText('Live ·')).toBeVisible()

  const paused = await desk.database.asAccount(accountId, tx =>
    autoPause(tx, accountId, { scope: 'source', id: sourceIds[0] ?? 0, reason: 'redirect_errors', at: new Date() }),
  )
  expect(paused).toBe(true)
  const bell = page.getByRole('button', { name: 'Alerts, 1 unread' })
  await expect(bell).toBeVisible({ timeout: SHOWN_WITHIN_MS })
  // a user who is neither an admin nor the project's manager is not told
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
  await page.getByLabel('State').selectOption('Unread')
  await expect(page.getByRole('heading', { name: 'No alert with these filters' })).toBeVisible()
  await expect(page).toHaveURL(/state=unread/)
})
