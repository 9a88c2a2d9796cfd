import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeRespondents } from '#nouns/reconciliation/testing/respondents'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
let ask: Ask

/** Stores a list of rejected completes, and gives its request. */
async function reject(lines: readonly string[]): Promise<number> {
  const file = { filename: 'list.csv', base64: Buffer.from(`rdud\n${lines.join('\n')}\n`).toString('base64') }
  const { body } = await ask('POST', `/v1/reconciliation/${on.study.projectId}`, { file, mode: 'REJECT_LIST' })
  const id: number = body.request.reconciliation_ud
  await store(id, body.digest)
  return id
}

async function undo(id: number): Promise<void> {
  const { body } = await ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: on.study.projectId, undo_of: id })
  await store(body.request.reconciliation_ud, body.digest)
}

async function store(reconciliation_ud: number, digest: string): Promise<void> {
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud,
    digest,
    project_number: 'AC-1',
  })
  expect(stored.status).toBe(200)
}

beforeAll(async () => {
  on = await stage(platform())
  ask = await askAs(platform(), on.make, { accountId: on.study.accountId, roleId: 1, advancedView: true })
  const place = { accountId: on.study.accountId, sourceId: on.study.sourceIds[0] ?? 0, supplierId: on.study.supplierId }
  await makeRespondents(platform().database, place, ['a', 'b', 'c', 'd', 'e', 'f'])
  await reject(['a', 'b'])
  await undo(await reject(['c']))
})

const read = async (by: Ask, query = '') => {
  const { status, body } = await by('GET', `/v1/dashboard${query}`)
  expect(status).toBe(200)
  return body
}
const sumOf = (rows: readonly { readonly entrants: number; readonly completes: number }[]) => ({
  entrants: rows.reduce((sum, { entrants }) => sum + entrants, 0),
  completes: rows.reduce((sum, { completes }) => sum + completes, 0),
})

test('a dashboard has the ledger’s states, money, suppliers and cohorts; an undone rejection is in none of them (defender.md §5)', async () => {
  const dashboard = await read(ask, `?pm_proj_ud=${on.study.projectId}`)
  const { as_of, zone, hours, days, cohorts, ...figures } = dashboard
  expect(figures).toEqual({
    currency: 'USD',
    entrants: 6,
    terms: 0,
    oQs: 0,
    completes: 4,
    target: expect.any(Number),
    revenue: 34,
    // six were sold for 8.50 each: two are rejected
    at_risk: 34,
    recent: {
      entrants: 6,
      completes: 4,
      interview_seconds: expect.any(Number),
      stated_seconds: expect.any(Number),
      expense: 10,
      pricedCompletes: 4,
    },
    pace: { projects: 0, completes_a_day: 0, required_a_day: 0 },
    expense: 10,
    pricedCompletes: 4,
    margin: 24,
    margin_share: 24 / 34,
    states: [
      { code: 30, count: 4 },
      { code: 50, count: 2 },
    ],
    adjusted: { revenue: -17, expense: -5, completes: 4, pricedCompletes: 4 },
    suppliers: [
      {
        pm_sup_ud: on.study.supplierId,
        name: expect.any(String),
        entrants: 6,
        completes: 4,
        rejected: 2,
        expense: 10,
        pricedCompletes: 4,
      },
    ],
  })
  expect([Date.parse(as_of) > 0, zone]).toEqual([true, 'America/New_York'])
  expect([sumOf(hours), sumOf(days), days.length]).toEqual([
    { entrants: 6, completes: 4 },
    { entrants: 6, completes: 4 },
    28,
  ])
  expect(cohorts).toHaveLength(12)
  const made = cohorts.filter(({ completes }: { completes: number }) => completes > 0)
  expect(made.reduce((sum: number, { completes }: { completes: number }) => sum + completes, 0)).toBe(6)
  expect(
    made
      .flatMap(({ rejected }: { rejected: readonly { count: number }[] }) => rejected)
      .reduce((sum: number, { count }: { count: number }) => sum + count, 0),
  ).toBe(2)
})

test('the plain external view gets no hidden column, neither by itself nor by a sum of others (domain.md §4)', async () => {
  const dashboard = await read(on.plain)
  expect(Object.keys(dashboard).toSorted()).toEqual([
    'as_of',
    'at_risk',
    'completes',
    'currency',
    'days',
    'entrants',
    'hours',
    'oQs',
    'pace',
    'recent',
    'revenue',
    'target',
    'terms',
    'zone',
  ])
})

test('filters leave the projects that pass them; a project of another account is not found', async () => {
  const elsewhere = await on.otherAccount('GET', `/v1/dashboard?pm_proj_ud=${on.study.projectId}`)
  const none = await read(ask, '?search=no+such+project')
  expect([elsewhere.status, none.entrants, none.days.length, none.suppliers]).toEqual([404, 0, 28, []])
})

test('a live project with an end of field has a pace: completes of the last day by the missing ones, spread over the days left (defender.md §5)', async () => {
  const { accountId, projectId } = on.study
  await platform().database.asSystem(tx =>
    sql`update project set out_of_field_at = now() + interval '10 days', target = 104 where account_id = ${accountId} and project_id = ${projectId}`.execute(
      tx,
    ),
  )
  const { pace } = await read(ask, `?pm_proj_ud=${projectId}`)
  expect(pace).toEqual({ projects: 1, completes_a_day: 4, required_a_day: expect.closeTo(10, 2) })
})

test('money at risk is what the Recon Indicator says of the project (settlement.md §1)', async () => {
  const by = await askAs(platform(), on.make, { accountId: on.study.accountId, roleId: 1, advancedView: true })
  await platform().database.asSystem(tx =>
    sql`update app_user set view_recon_indicator = true where home_account_id = ${on.study.accountId}`.execute(tx),
  )
  const { status, body } = await by('POST', '/v1/reconciliation/projectindicator', {
    pm_proj_uds: [on.study.projectId],
  })
  expect(status).toBe(200)
  expect((await read(ask)).at_risk * 100).toBe(body[0].at_risk_cents)
})

test('a DEFENDER account reads the dashboard of the account that it defends, without what that sells for (docs/decisions/0077)', async () => {
  const defender = await on.make.account({ type: 'DEFENDER', defendedAccountId: on.study.accountId })
  const by = await askAs(platform(), on.make, { accountId: defender, roleId: 1, advancedView: true })
  const dashboard = await read(by)
  expect([dashboard.entrants, 'revenue' in dashboard, 'at_risk' in dashboard, 'adjusted' in dashboard]).toEqual([
    6,
    false,
    false,
    false,
  ])
})
