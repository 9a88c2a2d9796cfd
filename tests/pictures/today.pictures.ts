import { DEMO_ACCOUNTS } from '@desk/platform/demo/demo-accounts'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect, test } from './picture-fixture.ts'

test('the day: the queue of Today, and the live sources', async ({ desk, visit, picture }) => {
  const accountId = await desk.maker.account({ name: 'Meridian Field', parentAccountId: DEMO_ACCOUNTS.staff })
  const { userId, username } = await desk.maker.user({ accountId, firstname: 'Nora', lastname: 'Lindgren' })
  const projectId = await desk.maker.project({ accountId, name: 'Electric vehicles tracker', consultantUserId: userId })
  const end = new Date(Date.now() + 30 * 3_600_000)
  const surveys = new Map<string, number>()
  for (const name of ['UK gen pop', 'DE gen pop'])
    surveys.set(
      name,
      await desk.maker.survey({ accountId, projectId, name, sellPriceCents: 640, outOfFieldAt: end, target: 900 }),
    )
  const [uk = 0, de = 0] = surveys.values()
  const alerts = [
    [uk, 'Kestrel', 'conversion_fell', { percent: 12, before_percent: 31 }, 240],
    [uk, 'Outback', 'hash_errors', { errors: 14, percent: 70 }, 96],
    [de, 'Exchange C', 'behind_pace', { completes: 80, target: 400, forecast: 210 }, 72],
    [de, 'Partner A', 'behind_pace', { completes: 12, target: 300, forecast: 64 }, 24],
  ] as const
  await desk.database.asSystem(async tx => {
    for (const [surveyId, name, kind, facts, completes] of alerts) {
      const id = await desk.maker.source({
        accountId,
        projectId,
        surveyId,
        name,
        target: 400,
        supplyPriceCents: name === 'Exchange C' ? null : 310,
      })
      await tx.client.query(
        `insert into hour_bucket (account_id, scope, scope_id, hour, completes_live)
         values ($1, 3, $2, date_trunc('hour', now()) - interval '26 hours', $3)`,
        [accountId, id, completes],
      )
      await tx.client.query(
        `insert into alert (account_id, is_of_account, kind, scope, place_id, project_id, survey_id, facts, began_at)
         values ($1, true, $2, 'source', $3, $4, $5, $6, now() - interval '2 hours')`,
        [accountId, kind, id, projectId, surveyId, JSON.stringify(facts)],
      )
    }
  })
  const token = await desk.signIn(username, TEST_PASSWORD)
  const page = await visit(username, '/projects?view=today', { token })
  await expect(page.getByRole('list', { name: 'Today' }).getByText('since').first()).toBeVisible()
  await picture(page, 'today')
  const live = await visit(username, '/projects?view=live', { token })
  await expect(live.getByRole('grid', { name: 'Live sources' }).getByRole('rowheader')).not.toHaveCount(0)
  await picture(live, 'live-sources')
})
