import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { FORECAST_SCOPES, sealForecasts } from '#forecasts/seal.store'
import { markSwept } from '#forecasts/swept.store'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
const PROJECT = 'Streaming habits'
let on: Stage
let main: number
let other: number
let otherProject: number

beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  const { accountId } = study
  main = study.sourceIds[0] ?? 0
  otherProject = await make.project({ accountId, name: 'Beverages' })
  const survey = await make.survey({ accountId, projectId: otherProject, name: 'Beverages UK' })
  other = await make.source({ accountId, projectId: otherProject, surveyId: survey, name: 'Exchange' })
  await make.rollup(accountId, 'source', main, { entrants: 23, completes: 20, inflight: 3 })
  await platform().database.asSystem(async tx => {
    const hour = (sourceId: number, at: string, entrants: number, live: number, tests = 0) =>
      sql`insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live, completes_test)
          values (${accountId}, 3, ${sourceId}, ${at}, ${entrants}, ${live}, ${tests})`.execute(tx)
    await hour(main, '2026-11-20T10:00:00Z', 10, 4)
    await hour(main, '2026-11-20T11:00:00Z', 6, 3)
    await hour(other, '2026-11-20T11:00:00Z', 20, 1)
    // a bucket of tests alone, and one that a reconciliation emptied
    await hour(main, '2026-11-20T12:00:00Z', 0, 0, 2)
    await hour(main, '2026-11-20T13:00:00Z', 0, 0)
    await sql`update source set target = 50 where source_id = ${main}`.execute(tx)
    await sql`update source set target = 0 where source_id = ${other}`.execute(tx)
    await sql`insert into source_quota (account_id, source_id, quota_no, name, conditions, target, completes, inflight)
              values (${accountId}, ${main}, 1, 'Women', '[]', 40, 10, 2), (${accountId}, ${main}, 2, 'Men', '[]', 10, 10, 0)`.execute(
      tx,
    )
  })
})

const read = async (path: string, ask: Ask = on.advanced) => {
  const { status, body } = await ask('GET', path)
  expect([path, status]).toEqual([path, 200])
  return body
}

describe('hourly completes', () => {
  test('have a line for each hour with traffic, the last first, and the total of them (§2.12, api:M14)', async () => {
    expect(await read('/v1/reports/hours')).toEqual({
      type: 'hours',
      by: [],
      as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      currency: 'USD',
      lines: [
        { hour: '2026-11-20T11:00:00.000Z', entrants: 26, completes: 4 },
        { hour: '2026-11-20T10:00:00.000Z', entrants: 10, completes: 4 },
      ],
      total: { entrants: 36, completes: 8 },
    })
  })
  test('are those of a period, by the chosen dimension, of one project (api:M14)', async () => {
    const within = 'from=2026-11-20T11:00:00.000Z&to=2026-11-20T12:00:00.000Z'
    const { lines, total } = await read(`/v1/reports/hours?${within}&by=source`)
    expect([lines, total]).toEqual([
      [
        { source: { id: other, name: 'Exchange' }, hour: '2026-11-20T11:00:00.000Z', entrants: 20, completes: 1 },
        { source: { id: main, name: 'Main' }, hour: '2026-11-20T11:00:00.000Z', entrants: 6, completes: 3 },
      ],
      { entrants: 26, completes: 4 },
    ])
    expect((await read(`/v1/reports/hours?${within}&pm_proj_ud=${otherProject}`)).total).toEqual({
      entrants: 20,
      completes: 1,
    })
  })
})

describe('quota progress', () => {
  test('has each source and each of its sub-quotas with completes, target and share (§2.12, api:M14)', async () => {
    const { by, lines } = await read('/v1/reports/quotas?and=project')
    const of = { source: { id: main, name: 'Main' }, project: { id: on.study.projectId, name: PROJECT } }
    expect([by, lines]).toEqual([
      ['source', 'project'],
      [
        { ...of, quota: null, quota_no: null, target: 50, completes: 20, inflight: 3, progress: 0.4 },
        { ...of, quota: 'Women', quota_no: 1, target: 40, completes: 10, inflight: 2, progress: 0.25 },
        { ...of, quota: 'Men', quota_no: 2, target: 10, completes: 10, inflight: 0, progress: 1 },
        {
          source: { id: other, name: 'Exchange' },
          project: { id: otherProject, name: 'Beverages' },
          quota: null,
          quota_no: null,
          target: 0,
          completes: 0,
          inflight: 0,
          progress: null,
        },
      ],
    ])
  })
  test('has the forecast of this hour of a source and of its sub-quota, on the screen as in the file (forecast.md §2)', async () => {
    const { accountId } = on.study
    const askedAtMs = Date.parse('2026-11-20T12:20:00Z')
    const forecast = {
      askedAtMs,
      completes: 20,
      target: 50,
      endsAtMs: null,
      p10AtMs: Date.parse('2026-11-21T08:00:00Z'),
      p50AtMs: Date.parse('2026-11-22T08:00:00Z'),
      p90AtMs: null,
      fullPerMille: 640,
      expectedNow: null,
      expectedAtEnd: null,
      pool: 'prior' as const,
      likeCount: 0,
      model: 1,
    }
    const { source, quota } = FORECAST_SCOPES
    await platform().database.asSystem(async tx => {
      await sealForecasts(tx, accountId, [
        // Men had one an hour ago, and has none now
        { ...forecast, scope: quota, scopeId: main, quotaNo: 2, askedAtMs: askedAtMs - 3_600_000 },
        { ...forecast, scope: source, scopeId: main, quotaNo: 0 },
        { ...forecast, scope: quota, scopeId: main, quotaNo: 1, fullPerMille: null },
      ])
      await markSwept(tx, accountId, Date.parse('2026-11-20T12:00:00Z'))
    })
    const { lines } = await read(`/v1/reports/quotas?stmid=${main}`)
    expect(
      lines.map(({ full_by, full_chance }: { full_by?: string; full_chance?: number }) => [full_by, full_chance]),
    ).toEqual([
      ['2026-11-22T08:00:00.000Z', 0.64],
      ['2026-11-22T08:00:00.000Z', undefined],
      [undefined, undefined],
    ])
    const file = await read(`/v1/reports/quotas/file?format=csv&stmid=${main}`)
    expect(String(file).split('\r\n')[0]).toContain('Progress')
    expect(String(file)).toMatch(/Full by.*In time[^]*2026-11-22T08:00:00\.000Z/)
  })

  test('tells sources of one name apart, by survey and id; suppliers and projects by theirs (§2.12)', async () => {
    const { make, study, advanced } = await stage(platform())
    const { accountId, projectId, surveyId, sourceIds } = study
    const uk = await make.survey({ accountId, projectId, name: 'Gen pop UK' })
    const again = await make.source({ accountId, projectId, surveyId: uk, name: 'Main' })
    const backup = await make.source({ accountId, projectId, surveyId, name: 'Backup' })
    const { lines } = await read('/v1/reports/quotas', advanced)
    expect(lines.map(({ source }: { source: unknown }) => source)).toEqual([
      { id: sourceIds[0], name: 'Main', detail: `Gen pop US, ${sourceIds[0]}` },
      { id: again, name: 'Main', detail: `Gen pop UK, ${again}` },
      { id: backup, name: 'Backup' },
    ])
  })

  test('hides who is in progress from the plain external view (domain.md §4)', async () => {
    const { lines } = await read(`/v1/reports/quotas?stmid=${other}`, on.plain)
    expect(lines).toEqual([
      { source: { id: other, name: 'Exchange' }, quota: null, quota_no: null, target: 0, completes: 0, progress: null },
    ])
  })
})

test.each([
  ['hours?by=supplier', 'by', 'Hourly completes is not counted by supplier'],
  ['hours?and=supplier', 'and', 'Hourly completes is not counted by supplier'],
  ['quotas?and=supplier', 'and', 'Quota progress is not counted by supplier'],
])('reports/%s is refused at %s: it is stored by source', async (path, field, message) => {
  const { status, body } = await on.advanced('GET', `/v1/reports/${path}`)
  expect([status, body.message, body.details]).toEqual([422, message, [{ path: [field], message }]])
})

test('hours of another account are in no report of ours, and its source is not found', async () => {
  const there = await on.make.account()
  const project = await on.make.project({ accountId: there })
  const survey = await on.make.survey({ accountId: there, projectId: project })
  const source = await on.make.source({ accountId: there, projectId: project, surveyId: survey })
  await platform().database.asSystem(tx =>
    sql`insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live) values (${there}, 3, ${source}, '2026-11-20T10:00:00Z', 9, 9)`.execute(
      tx,
    ),
  )
  expect((await read('/v1/reports/hours')).total).toEqual({ entrants: 36, completes: 8 })
  expect((await on.advanced('GET', `/v1/reports/hours?stmid=${source}`)).status).toBe(404)
})
