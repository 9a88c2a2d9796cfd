import { Today } from '@desk/schema/today/today'
import { Schema } from 'effect'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordEdit } from '#kernel/history/history.store'
import { autoPause } from '#statuses/auto-pause'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { collectAll } from '../alerts/testing/alert-desk.ts'

const platform = usePlatform()
const HOUR_MS = 3_600_000
let on: Stage
let manager: Ask
let [projectId, surveyId] = [0, 0]
let ids: readonly number[] = []

const sql = (text: string, values: readonly unknown[]) =>
  platform().database.asAccount(on.study.accountId, tx => tx.client.query(text, [...values]))
const pause = (id: number) =>
  platform().database.asAccount(on.study.accountId, tx =>
    autoPause(tx, on.study.accountId, { scope: 'source', id, reason: 'low_ir', at: new Date() }),
  )
/** Two completes an hour in the last day. */
const traffic = (id: number) =>
  sql(
    `insert into hour_bucket (account_id, scope, scope_id, hour, completes_live)
     values ($1, 3, $2, date_trunc('hour', now()) - interval '3 hours', 48)`,
    [on.study.accountId, id],
  )
/** A user renames the project. */
const edit = (name: string) =>
  platform().database.asAccount(on.study.accountId, tx =>
    recordEdit(tx, {
      accountId: on.study.accountId,
      scope: 'project',
      id: projectId,
      userId: on.study.userId,
      at: new Date(),
      act: 'edited',
      before: { pm_proj_name: '' },
      after: { pm_proj_name: name },
    }),
  )
/** The queue, as the contract has it and nothing more. */
async function queue(ask: Ask, of = 'all') {
  const { body } = await ask('GET', `/v1/today?of=${of}`)
  Schema.decodeUnknownSync(Today)(body, { onExcessProperty: 'error' })
  return body
}

beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  const { accountId } = study
  manager = await askAs(platform(), make, { accountId, roleId: 2, advancedView: true, isConsultant: true })
  const { body: me } = await manager('GET', '/v1/user-login-details')
  projectId = await make.project({ accountId, name: 'Tea', consultantUserId: me.uid })
  surveyId = await make.survey({
    accountId,
    projectId,
    name: 'UK',
    sellPriceCents: 400,
    outOfFieldAt: new Date(Date.now() + 10 * HOUR_MS),
  })
  const source = { accountId, projectId, surveyId, target: 100 }
  ids = [
    await make.source({ ...source, name: 'Main', supplyPriceCents: 250 }),
    await make.source({ ...source, name: 'Boost', supplyPriceCents: 100, target: 12 }),
  ]
  const exchange = await make.source({
    ...source,
    surveyId: await make.survey({ accountId, projectId, name: 'US', sellPriceCents: 400 }),
    type: 'lucid',
    name: 'Exchange',
  })
  await sql(`update source set live_since = now() - interval '3 days' where account_id = $1`, [accountId])
  for (const id of [...ids, exchange]) await traffic(id)
  await collectAll(platform().database)
  await edit('Tea study')
  for (const id of [...ids, exchange]) await pause(id)
  await collectAll(platform().database)
})

describe('Today (docs/decisions/0097)', () => {
  test('has the open alerts of the account, equal ones of a survey together, most money at risk first', async () => {
    const today = await queue(on.advanced)
    expect(today.items.map(({ pm_sy_name, part_count }: Record<string, unknown>) => [pm_sy_name, part_count])).toEqual([
      ['UK', 2],
      ['US', 1],
    ])
    const [item] = today.items
    // 2 an hour for 10 hours at $1.50, and no more than the target of 12 at $3.00
    expect(
      item.parts.map(({ name, completes_at_risk: completes, money_at_risk: money }: Record<string, unknown>) => [
        name,
        completes,
        money,
      ]),
    ).toEqual([
      ['Boost', 12, 36],
      ['Main', 20, 30],
    ])
    expect(item).toMatchObject({
      kind: 'auto_paused',
      scope: 'source',
      pm_proj_ud: projectId,
      pm_sy_ud: surveyId,
      completes_at_risk: 32,
      money_at_risk: 66,
      changed: { scope: 'project', act: 'edited', fields: ['pm_proj_name'] },
    })
    // without an out-of-field date nothing is expected, which is not 0
    expect([today.items[1].completes_at_risk, today.items[1].money_at_risk]).toEqual([null, null])
    expect([today.item_count, today.completes_at_risk, today.money_at_risk]).toEqual([2, 32, 66])
    expect((await on.advanced('GET', '/v1/today?limit=1')).body.items).toEqual([item])
  })

  test('is hidden from other accounts, and its money from viewers without the supply side', async () => {
    const { items, ...sums } = await queue(on.plain)
    expect(items[0]).not.toHaveProperty('money_at_risk')
    expect(items[0].parts[0]).not.toHaveProperty('money_at_risk')
    expect(sums).toEqual({
      item_count: 2,
      promises: { over: 0, met: 0 },
      last_week: { items: 2, acted_on: 0, ended: 0 },
      completes_at_risk: 32,
    })
    expect(await queue(on.otherAccount)).toEqual({
      items: [],
      item_count: 0,
      promises: { over: 0, met: 0 },
      last_week: { items: 0, acted_on: 0, ended: 0 },
      completes_at_risk: null,
      money_at_risk: null,
    })
    expect((await on.defender('GET', '/v1/today')).status).toBe(403)
  })

  test('of mine is of the projects that I manage; the tab counts the same', async () => {
    expect((await queue(manager, 'mine')).item_count).toBe(2)
    expect((await queue(on.advanced, 'mine')).item_count).toBe(0)
    expect((await on.advanced('GET', '/v1/project-views?of=mine')).body.today).toBe(0)
    expect((await manager('GET', '/v1/project-views?of=mine')).body.today).toBe(2)
  })

  test('lets an item rest for one user: an hour, or until someone changes something there', async () => {
    const [item] = (await queue(on.plain)).items
    const rest = (ask: Ask, until: string) => ask('POST', '/v1/today/snooze', { alert_ids: item.alert_ids, until })
    expect((await rest(on.otherAccount, 'hour')).body).toEqual({ snoozed: 0 })
    expect((await rest(on.plain, 'hour')).body).toEqual({ snoozed: 2 })
    expect((await queue(on.plain)).item_count).toBe(1)
    expect((await queue(on.advanced)).item_count).toBe(2)
    await rest(on.plain, 'now')
    expect((await queue(on.plain)).item_count).toBe(2)
    await rest(on.plain, 'end')
    expect((await queue(on.plain)).item_count).toBe(1)
    await edit('Tea habits')
    expect((await queue(on.plain)).item_count).toBe(2)
    // a user whose bell it never rang has none to read
    expect((await on.plain('GET', '/v1/alerts')).body.alerts).toEqual([])
  })

  test('hides a kind that one user mutes at its survey, and their bell and next alerts with it, until they unmute it', async () => {
    const mute = (ask: Ask, place: object) => ask('POST', '/v1/alert-mutes', { kind: 'auto_paused', ...place })
    const own = await on.plain('GET', '/v1/alert-mutes')
    expect(own.body).toEqual([])
    expect((await mute(on.otherAccount, { scope: 'survey', place_id: surveyId })).status).toBe(404)
    const { body: muted } = await mute(manager, { scope: 'survey', place_id: surveyId })
    expect(muted).toMatchObject({ kind: 'auto_paused', scope: 'survey', place_id: surveyId, place_name: 'UK · Tea' })
    expect((await mute(manager, { scope: 'survey', place_id: surveyId })).body).toEqual(muted)
    expect((await queue(manager)).items.map(({ pm_sy_name }: { pm_sy_name: string }) => pm_sy_name)).toEqual(['US'])
    expect((await queue(on.advanced)).item_count).toBe(2)
    // the US one alone
    expect((await manager('GET', '/v1/alerts/unread')).body).toEqual({ unread: 1 })
    const { make, study } = on
    const next = await make.source({ accountId: study.accountId, projectId, surveyId, name: 'Next' })
    await pause(next)
    await collectAll(platform().database)
    expect((await manager('GET', '/v1/alerts/unread')).body).toEqual({ unread: 1 })
    expect((await on.plain('DELETE', `/v1/alert-mutes/${muted.alert_mute_id}`)).status).toBe(404)
    expect((await manager('DELETE', `/v1/alert-mutes/${muted.alert_mute_id}`)).status).toBe(204)
    expect((await queue(manager)).item_count).toBe(2)
    await sql(`delete from alert where place_id = $1`, [next])
  })

  test('goes with its cause', async () => {
    await sql(`update alert set ended_at = now() where account_id = $1 and place_id = $2`, [on.study.accountId, ids[1]])
    const [item] = (await queue(on.advanced)).items
    expect([item.part_count, item.parts[0].name]).toEqual([1, 'Main'])
  })

  test('counts the items of the last week, those at whose place a user changed something while they lasted, and those of them that ended', async () => {
    const lastWeek = async () => (await queue(on.advanced)).last_week
    // the project was edited while both lasted
    expect(await lastWeek()).toEqual({ items: 2, acted_on: 2, ended: 0 })
    await sql(`update alert set ended_at = now() where account_id = $1 and place_id = $2`, [on.study.accountId, ids[0]])
    expect(await lastWeek()).toEqual({ items: 2, acted_on: 2, ended: 1 })
    await sql(`update alert set began_at = now(), ended_at = null where account_id = $1 and place_id = $2`, [
      on.study.accountId,
      ids[0],
    ])
    await sql(`update alert set began_at = now() - interval '8 days' where account_id = $1 and place_id <> $2`, [
      on.study.accountId,
      ids[0],
    ])
    expect(await lastWeek()).toEqual({ items: 1, acted_on: 0, ended: 0 })
  })

  test('counts the promises that were over in the last week, and those of them that were met', async () => {
    const { accountId, userId } = on.study
    const promised = (scope: number, id: number | undefined, daysAgo: number) =>
      sql(
        `insert into forecast_promise (account_id, scope, scope_id, full_by, made_at, made_by)
         values ($1, $2, $3, now() - make_interval(days => $4), now() - interval '20 days', $5)`,
        [accountId, scope, id, daysAgo, userId],
      )
    await promised(3, ids[0], 1)
    await promised(3, ids[1], 1)
    await promised(2, surveyId, 9)
    await sql(
      `insert into forecast_finish (account_id, scope, scope_id, quota_no, finished_at, is_full)
       values ($1, 3, $2, 0, now() - interval '2 days', true)`,
      [accountId, ids[0]],
    )
    expect((await queue(on.advanced)).promises).toEqual({ over: 2, met: 1 })
    expect((await queue(on.otherAccount)).promises).toEqual({ over: 0, met: 0 })
  })

  test('names the live sources that end within a week and are not full', async () => {
    const { make, study, advanced, otherAccount } = on
    const { accountId } = study
    const end = new Date(Date.now() + 24 * HOUR_MS)
    const soon = await make.source({ accountId, projectId, surveyId, target: 50, name: 'Soon' })
    await sql(`update survey set out_of_field_at = $2 where account_id = $1 and survey_id = $3`, [
      accountId,
      end,
      surveyId,
    ])
    expect((await advanced('GET', '/v1/today/finishing')).body).toEqual([
      {
        stmid: soon,
        name: 'Soon',
        pm_sy_ud: surveyId,
        pm_sy_name: 'UK',
        pm_proj_ud: projectId,
        pm_proj_name: 'Tea',
        out_of_field_date: end.toISOString(),
        completes: 0,
        target: 50,
        forecast: null,
      },
    ])
    expect((await otherAccount('GET', '/v1/today/finishing')).body).toEqual([])
  })
})
