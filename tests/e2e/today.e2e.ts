import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './desk/desk-fixture.ts'
import { confirmation } from './desk/status-steps.ts'

test('from the landing page the worst source is paused by two presses, and the dialog’s Enter (docs/decisions/0097)', async ({
  desk,
  visit,
}) => {
  const accountId = await desk.maker.account({ name: 'Daily', parentAccountId: DEMO_ACCOUNTS.staff })
  const projectId = await desk.maker.project({ accountId, name: 'Tea' })
  const end = new Date(Date.now() + 10 * 3_600_000)
  const surveyIn = (name: string) =>
    desk.maker.survey({ accountId, projectId, name, sellPriceCents: 400, outOfFieldAt: end })
  const [uk, us] = [await surveyIn('UK'), await surveyIn('US')]
  const source = { accountId, projectId, supplyPriceCents: 100, name: 'Main' }
  const little = await desk.maker.source({ ...source, surveyId: uk, target: 5 })
  const worst = await desk.maker.source({ ...source, surveyId: us, target: 100 })
  await desk.database.asAccount(accountId, async tx => {
    for (const [id, surveyId] of [
      [little, uk],
      [worst, us],
    ]) {
      await tx.client.query(
        `insert into hour_bucket (account_id, scope, scope_id, hour, completes_live)
         values ($1, 3, $2, date_trunc('hour', now()) - interval '30 hours', 48)`,
        [accountId, id],
      )
      await tx.client.query(
        `insert into alert (account_id, is_of_account, kind, scope, place_id, project_id, survey_id, facts, began_at)
         values ($1, true, 'conversion_fell', 'source', $2, $3, $4, '{"percent": 12, "before_percent": 31}', now())`,
        [accountId, id, projectId, surveyId],
      )
    }
  })
  const { username } = await desk.maker.user({ accountId })
  const page = await visit(username, '/projects', { token: await desk.signIn(username, TEST_PASSWORD) })
  await page.getByRole('navigation', { name: 'Views of the projects' }).getByRole('link', { name: 'Today' }).click()
  const first = page.getByRole('list', { name: 'Today' }).getByRole('listitem').first()
  await expect(first).toContainText('Main · US · Tea')
  await first.getByRole('button', { name: 'Pause: Main' }).click()
  const dialog = confirmation(page)
  await expect(dialog).toContainText('Main')
  await dialog.getByRole('button', { name: 'Yes, Change Status' }).press('Enter')
  await expect
    .poll(async () => {
      const { rows } = await desk.database.asAccount(accountId, tx =>
        tx.client.query<{ status: number }>('select status from source where source_id = $1', [worst]),
      )
      return rows[0]?.status
    })
    .toBe(2)
  // the view is remembered for the user
  await page.goto(page.url().replace(/#.*/, '#/suppliers'))
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  await expect(page).toHaveURL(/#\/projects\?view=today$/)
})
