import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { formatRdud } from '#ledger/facts/rdud'
import type { EntryOperation } from '#ledger/facts/ledger-operations'
import { back, entry, sent } from '#ledger/testing/operations'
import { makeStudy, type Study } from '#ledger/testing/study'
import { usePlatform, type Answer } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { readNames } from './scorecards.store.ts'
import { sweepDefenderCounts } from './sweep-counts.ts'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

/** Counts whatever is due, as of so many milliseconds from now. */
const count = (afterMs = 0) => sweepDefenderCounts({ database: platform().database, nowMs: () => Date.now() + afterMs })

/** Lets a respondent in, and back with an inbound code; gives the RDUD. */
async function play(
  { accountId, sourceId, supplierId }: Study,
  rid: string,
  more: Partial<EntryOperation> = {},
  inboundCode: string | null = '1000',
): Promise<string> {
  const ledger = createLedger(platform().database)
  const { hex } = sent(await ledger.enter(accountId, entry(sourceId, rid, { supplierId, country: 'US', ...more })))
  if (inboundCode !== null) await ledger.return(accountId, back(hex, inboundCode))
  return formatRdud(accountId, hex)
}

async function reject(ask: Ask, projectId: number, rduds: readonly string[]): Promise<void> {
  const { body, status } = await ask('POST', '/v1/reconciliation/preview', {
    pm_proj_ud: projectId,
    rduds,
    reason_code: 930,
  })
  expect(status).toBe(200)
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: body.request.reconciliation_ud,
    digest: body.digest,
    project_number: 'P-1',
  })
  expect(stored.status).toBe(200)
}

const studyOf = (accountId: number) =>
  platform().database.asSystem(tx =>
    makeStudy(tx, {
      accountId,
      country: 'US',
      defender: [{ rule: 'country', mode: 'shadow' }, { rule: 'datacentre' }],
    }),
  )
const cardOf = ({ body }: Answer, key: string) => {
  const { weeks, ...card } = body.rows.find((row: Answer['body']) => row.key === key)
  return { ...card, last: weeks.at(-1) }
}

describe('the scorecard of a rule', () => {
  test('has its precision with interval, recall bounds, lift and money once completes were reconciled, and says why before (§2.27)', async () => {
    const read = (query = '') => on.advanced('GET', `/v1/defender/scorecards?weeks=2${query}`)
    expect((await read()).body.unscored).toBe('nobody_entered')
    const study = await studyOf(on.study.accountId)
    const flagged: string[] = []
    for (let at = 0; at < 4; at++) flagged.push(await play(study, `flagged-${at}`, { country: 'CA' }))
    const fair: string[] = []
    for (let at = 0; at < 6; at++) fair.push(await play(study, `fair-${at}`))
    for (let at = 0; at < 2; at++) await play(study, `refused-${at}`, { fromDatacentre: true }, null)
    await play(study, 'test', { country: 'CA', testToken: study.testToken })
    await count()
    const before = (await read()).body
    expect([before.unscored, before.total.precision, before.total.flagged]).toEqual(['nothing_reconciled', null, 6])

    await reject(on.advanced, study.projectId, [...flagged.slice(0, 3), ...fair.slice(0, 1)])
    await count(1_000)
    const answer = await read()
    expect([answer.body.unscored, answer.body.rows.length]).toEqual([null, expect.any(Number)])
    expect(cardOf(answer, 'country')).toEqual({
      key: 'country',
      name: 'Country check',
      flagged: 4,
      refused: 0,
      completes: 4,
      reconciled: 4,
      rejected: 3,
      entrants: 12,
      all_refused: 2,
      all_completes: 10,
      all_reconciled: 10,
      all_rejected: 4,
      precision: { share: 0.75, low: expect.closeTo(0.3006, 4), high: expect.closeTo(0.9544, 4) },
      recall: { low: 3 / 6, high: 3 / 4 },
      lift: 1.875,
      reject_rate: { share: 0.4, low: expect.closeTo(0.1682, 4), high: expect.closeTo(0.6873, 4) },
      level: 20,
      money_saved_cents: 1_500,
      money_lost_cents: 500,
      last: {
        flagged: 4,
        refused: 0,
        completes: 4,
        reconciled: 4,
        rejected: 3,
        entrants: 12,
        all_reconciled: 10,
        all_rejected: 4,
      },
    })
    // none of the refused has an outcome: nothing is scored
    expect(cardOf(answer, 'datacentre')).toMatchObject({
      flagged: 2,
      refused: 2,
      precision: null,
      recall: { low: 0, high: 2 / 6 },
    })
    expect(cardOf(await on.advanced('GET', '/v1/defender/suppliers'), String(study.supplierId))).toMatchObject({
      name: 'Panel',
      flagged: 6,
      rejected: 3,
      entrants: 12,
      all_rejected: 4,
    })
    expect(cardOf(await read(`&by=source&rule=country`), String(study.sourceId))).toMatchObject({
      flagged: 4,
      rejected: 3,
    })
  })

  test('forgets what an undo took back, and completes that came after the request are not known (§2.27)', async () => {
    const accountId = await on.make.account()
    const ask = await askAs(platform(), on.make, { accountId, roleId: 1 })
    const study = await studyOf(accountId)
    const first = await play(study, 'first', { country: 'CA' })
    await reject(ask, study.projectId, [first])
    await play(study, 'later', { country: 'CA' })
    await count()
    const read = async () => cardOf(await ask('GET', '/v1/defender/scorecards?weeks=1'), 'country')
    expect(await read()).toMatchObject({ flagged: 2, completes: 2, reconciled: 1, rejected: 1 })
    const [request] = (await ask('GET', `/v1/reconciliation/${study.projectId}`)).body
    const undo = (
      await ask('POST', '/v1/reconciliation/preview', {
        pm_proj_ud: study.projectId,
        undo_of: request.reconciliation_ud,
      })
    ).body
    await ask('POST', '/v1/reconciliation/store', {
      reconciliation_ud: undo.request.reconciliation_ud,
      digest: undo.digest,
    })
    await count(1_000)
    expect(await read()).toMatchObject({ flagged: 2, completes: 2, reconciled: 0, rejected: 0, precision: null })
  })

  test('is of the own account, without money and suppliers for those who may not see them (domain.md §4, §2.27)', async () => {
    const { body } = await on.otherAccount('GET', '/v1/defender/scorecards')
    expect([body.total.entrants, body.unscored]).toEqual([0, 'nobody_entered'])
    expect([
      (await on.plain('GET', '/v1/defender/scorecards')).status,
      (await on.plain('GET', '/v1/defender/suppliers')).status,
      (await on.plain('GET', '/v1/defender/trends')).status,
      'money_saved_cents' in (await on.defender('GET', '/v1/defender/scorecards')).body.total,
      (await on.advanced('GET', '/v1/defender/scorecards?weeks=54')).status,
      (await on.advanced('GET', '/v1/defender/scorecards?by=supplier')).status,
    ]).toEqual([403, 403, 403, false, 422, 422])
  })
})

describe('a trend', () => {
  test('has a point for each week, its limits once there are four, and the changes of rules (§2.27, §9.8)', async () => {
    const accountId = await on.make.account()
    const { database } = platform()
    const monday = 7 * Math.floor((Date.now() / 86_400_000 - 4) / 7) + 4
    await database.asSystem(async tx => {
      for (const [week, rejected] of [10, 12, 8, 60, 3].entries())
        await sql`
          insert into defender_count (account_id, day, source_id, supplier_id, rule, entrants, refused, completes, reconciled, rejected, saved_cents, lost_cents)
          values (${accountId}, ${monday - 28 + week * 7}, 1, 0, '', 200, 0, 100, 100, ${rejected}, 0, 0)`.execute(tx)
    })
    const ask = await askAs(platform(), on.make, { accountId, roleId: 1 })
    const rule = { rule: 'country', mode: 'refuse', threshold: null, window_hours: null }
    await ask('POST', `/v1/defender-setting/byaccount/${accountId}`, {
      rules: [{ ...rule, mode: 'shadow' }],
      version: 0,
    })
    await ask('POST', `/v1/defender-setting/byaccount/${accountId}`, { rules: [rule], version: 1 })
    const { body } = await ask('GET', '/v1/defender/trends?measure=rejected&weeks=6')
    expect(body.points.map(({ hits, of, level, is_open }: Answer['body']) => [hits, of, level, is_open])).toEqual([
      [0, 0, null, false],
      [10, 100, 30, false],
      [12, 100, 30, false],
      [8, 100, 30, false],
      [60, 100, 30, false],
      [3, 100, 30, true],
    ])
    expect(body.points[1].high).toBeGreaterThan(body.mean)
    expect(body.changes.map(({ of, changes }: Answer['body']) => [of, changes[0]])).toEqual([
      ['account', 'Country check: Record only → Refuse'],
      ['account', expect.stringContaining('not set → ')],
    ])
  })

  test('tells of a supplier’s level those alone who see the supply side (domain.md §4, §2.27)', async () => {
    const { accountId, supplierId } = on.study
    await platform().database.asSystem(tx =>
      sql`update supplier set security_level = 4 where account_id = ${accountId} and supplier_id = ${supplierId}`.execute(
        tx,
      ),
    )
    const toldTo = async (ask: Ask) => {
      const { body } = await ask('GET', '/v1/defender/trends?measure=flagged&weeks=2')
      return body.changes.flatMap(({ of, id }: Answer['body']) => (of === 'supplier' ? [id] : []))
    }
    const defenderId = await on.make.account({
      type: 'DEFENDER',
      parentAccountId: accountId,
      defendedAccountId: accountId,
    })
    const [admin, user] = [
      await askAs(platform(), on.make, { accountId: defenderId, roleId: 1 }),
      await askAs(platform(), on.make, { accountId: defenderId, roleId: 2 }),
    ]
    expect([await toldTo(admin), await toldTo(user)]).toEqual([[supplierId], []])
  })
})

test('sources of one name have their survey and id in a scorecard (day.md §9)', async () => {
  const { make, study } = on
  const { accountId, projectId } = study
  const sourceIn = async (survey: string) =>
    make.source({
      accountId,
      projectId,
      surveyId: await make.survey({ accountId, projectId, name: survey }),
      name: 'Twin',
    })
  const [one, other] = [await sourceIn('Wave 7'), await sourceIn('Wave 8')]
  const names = await platform().database.readAsAccount(accountId, tx =>
    readNames(tx, accountId, 'source', [one, other]),
  )
  expect([...names]).toEqual([
    [String(one), `Twin (Wave 7, ${one})`],
    [String(other), `Twin (Wave 8, ${other})`],
  ])
})
