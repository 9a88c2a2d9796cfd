import type { LaunchPlan } from '@desk/schema/statuses/launch'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const { draft, live, paused, cancelled } = STATUS_CODES
const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const pathOf = (scope: string, id: number) => `/v1/statuses/${scope}/${id}/launch`
const run = (statement: ReturnType<typeof sql>) => platform().database.asSystem(tx => statement.execute(tx))
const chosen = ({ objects }: LaunchPlan) => objects.map(({ scope, id, version }) => ({ scope, id, version }))
const statusesOf = ({ objects }: LaunchPlan) => objects.map(({ scope, statusid }) => `${scope} ${statusid}`)

/** A draft project with a survey and sources of these statuses. */
async function drafts(...statuses: readonly (typeof STATUS_CODES)[keyof typeof STATUS_CODES][]) {
  const { make, study, advanced } = on
  const { accountId } = study
  const projectId = await make.project({ accountId, name: 'Coffee habits', status: draft })
  const surveyId = await make.survey({ accountId, projectId, name: 'Wave 8 US', status: draft })
  const sourceIds: number[] = []
  for (const [at, status] of statuses.entries())
    sourceIds.push(
      await make.source({
        accountId,
        projectId,
        surveyId,
        name: `Panel ${at + 1}`,
        status,
        supplierIds: [study.supplierId],
      }),
    )
  const planOf = async (scope = 'project', id = projectId): Promise<LaunchPlan> =>
    (await advanced('GET', pathOf(scope, id))).body
  return { accountId, projectId, surveyId, sourceIds, planOf }
}

describe('a launch of project, survey and sources (day.md §3, docs/decisions/0099)', () => {
  test('starts them together, and its undo pauses them', async () => {
    const { projectId, surveyId, sourceIds, planOf } = await drafts(draft, draft)
    const plan = await planOf()
    expect([statusesOf(plan), plan.live_sources, plan.left_out]).toEqual([
      ['project 3', 'survey 3', 'source 3', 'source 3'],
      0,
      0,
    ])
    const launched = await on.advanced('POST', pathOf('project', projectId), { statusid: live, objects: chosen(plan) })
    expect([launched.status, launched.body.events.length]).toEqual([200, 4])
    const { rows } = (await platform().database.readAsSystem(tx =>
      sql`select live_since is not null as since from source where survey_id = ${surveyId}`.execute(tx),
    )) as { rows: { since: boolean }[] } // the column of the query
    expect(rows.map(({ since }) => since)).toEqual([true, true])
    const undone = await on.advanced('POST', pathOf('project', projectId), {
      statusid: paused,
      objects: launched.body.events.map(({ scope, id, version }: { scope: string; id: number; version: number }) => ({
        scope,
        id,
        version,
      })),
    })
    expect(undone.status).toBe(200)
    expect(statusesOf(await planOf())).toEqual(['project 2', 'survey 2', 'source 2', 'source 2'])
    expect((await on.advanced('GET', `/v1/statuses/source/${sourceIds[0]}/history`)).body).toHaveLength(2)
  })

  test('lists neither ended nor live sources; from a source it lists that one alone', async () => {
    const { sourceIds, planOf } = await drafts(draft, live, cancelled, paused)
    const plan = await planOf()
    expect([statusesOf(plan), plan.live_sources]).toEqual([['project 3', 'survey 3', 'source 3', 'source 2'], 1])
    const [, , , last = 0] = sourceIds
    expect(statusesOf(await planOf('source', last))).toEqual(['project 3', 'survey 3', 'source 2'])
  })

  test('starts none when one of them is blocked, or has changed since, and answers with the plan as it is', async () => {
    const { projectId, sourceIds, planOf } = await drafts(draft, draft)
    const plan = await planOf()
    const [, second] = sourceIds
    const send = () => on.advanced('POST', pathOf('project', projectId), { statusid: live, objects: chosen(plan) })
    await run(sql`update source set target = 0 where source_id = ${second}`)
    const blocked = await send()
    expect([blocked.status, blocked.body.reason, blocked.body.message, blocked.body.current.objects[3].blocks]).toEqual(
      [409, 'target_missing', 'Panel 2: The target must be greater than 0. No status was changed.', ['target_missing']],
    )
    await run(sql`update source set target = 10, version = version + 1, status = ${paused} where source_id = ${second}`)
    const stale = await send()
    expect([stale.status, stale.body.reason, stale.body.message]).toEqual([
      409,
      'stale_version',
      'The status of Panel 2 has changed in the meantime: it is Paused. No status was changed.',
    ])
    expect(statusesOf(await planOf())).toEqual(['project 3', 'survey 3', 'source 3', 'source 2'])
  })

  test('acts once under an Idempotency-Key', async () => {
    const { projectId, planOf } = await drafts(draft)
    const body = { statusid: live, objects: chosen(await planOf()) }
    const send = () => on.advanced('POST', pathOf('project', projectId), body, { 'Idempotency-Key': 'launch-1' })
    const [one, other] = [await send(), await send()]
    expect([one.status, other.body]).toEqual([200, one.body])
  })

  test('has no objects of another project', async () => {
    const { projectId, planOf } = await drafts(draft)
    const other = await drafts(draft)
    const objects = [...chosen(await planOf()), ...chosen(await other.planOf())]
    const { status } = await on.advanced('POST', pathOf('project', projectId), { statusid: live, objects })
    expect(status).toBe(404)
  })

  test('names suppliers without a redirect, quotas that are short or leave people out, and a loss; users without the supply side get the quotas', async () => {
    const { accountId, sourceIds, planOf } = await drafts(draft)
    const [sourceId = 0] = sourceIds
    await run(sql`update source set supply_price_cents = 890 where source_id = ${sourceId}`)
    await run(sql`
      insert into source_qualification (account_id, source_id, qualification_no, name, condition)
      values (${accountId}, ${sourceId}, 1, 'Age', ${JSON.stringify({ param: 'AGE', min: 18, max: 99 })}::jsonb)`)
    await run(sql`
      insert into source_quota_group (account_id, source_id, group_no, name, conditions, target) values (${accountId}, ${sourceId}, 1, 'Quotas', '[]', null)`)
    await run(sql`
      insert into source_quota (account_id, source_id, group_no, quota_no, name, conditions, target)
      values (${accountId}, ${sourceId}, 1, 1, 'Young', ${JSON.stringify([{ param: 'AGE', min: 18, max: 64 }])}::jsonb, 80)`)
    const quotas = [
      { kind: 'quotas_short', quotas: 80, target: 100 },
      { kind: 'without_quota', groups: ['Age 65 to 99'], count: 1 },
    ]
    expect((await planOf()).objects.at(-1)?.notes).toEqual([
      { kind: 'no_complete_redirect', suppliers: [{ pm_sup_ud: on.study.supplierId, name: 'Northlight Panels' }] },
      ...quotas,
      { kind: 'margin_below_zero', margin_cents: -40 },
    ])
    const plain = await on.plain('GET', pathOf('source', sourceId))
    expect(plain.body.objects.at(-1).notes).toEqual(quotas)
  })
})
