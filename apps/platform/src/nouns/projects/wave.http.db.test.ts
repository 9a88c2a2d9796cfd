import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

// a test says itself what it expects of a body
// oxlint-disable-next-line typescript/no-explicit-any
type Row = Readonly<Record<string, any>>

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const stored = async (query: ReturnType<typeof sql<Row>>) =>
  (await platform().database.asSystem(tx => query.execute(tx))).rows
const run = async (query: ReturnType<typeof sql<Row>>) => void (await stored(query))

// New York's clocks change on 14 March 2027: the hour of the copy stays
const END = new Date('2027-03-01T04:59:00Z')
const FORM = { pm_proj_name: ' Habits wave 2 ', pm_proj_rep_num: 'AC-2', shift_days: 30 }

/** A live project: one survey with a DIY, an exchange and a classic source and a cancelled one, and a survey without sources. */
async function filled(status: 1 | 4 = 1) {
  const { make, study } = on
  const { accountId, supplierId } = study
  const projectId = await make.project({ accountId, name: 'Habits', status, outOfFieldAt: END })
  const surveyId = await make.survey({ accountId, projectId, name: 'US', outOfFieldAt: END })
  const emptyId = await make.survey({ accountId, projectId, name: 'UK' })
  const deletedId = await make.supplier({ accountId, name: 'Gone Panels' })
  const place = { accountId, projectId, surveyId, outOfFieldAt: END }
  const diy = await make.source({ ...place, name: 'Panel', target: 70, supplierIds: [supplierId, deletedId] })
  await make.source({ ...place, name: 'Exchange', type: 'lucid', supplyPriceCents: null })
  const classic = await make.source({ ...place, name: 'Classic', type: 'classic', supplierIds: [supplierId] })
  await make.source({ ...place, name: 'Cancelled', status: 5 })
  await run(sql`update supplier set deleted_at = now() where supplier_id = ${deletedId}`)
  await run(
    sql`update source_supplier set supply_price_cents = 275 where source_id = ${diy} and supplier_id = ${supplierId}`,
  )
  await run(sql`update source set alias = 'Boosted' where source_id = ${diy}`)
  await run(
    sql`insert into source_quota (account_id, source_id, quota_no, name, conditions, target, completes) values (${accountId}, ${diy}, 1, 'Women', '[{"param": "gender", "in": ["2"]}]', 35, 9)`,
  )
  await run(
    sql`insert into source_qualification (account_id, source_id, qualification_no, name, condition) values (${accountId}, ${diy}, 1, 'Age', '{"param": "age", "min": 18}')`,
  )
  await run(
    sql`insert into source_redirect (account_id, source_id, type, url) values (${accountId}, ${classic}, 'complete', 'https://harbor.example/c')`,
  )
  await make.rollup(accountId, 'source', diy, { completes: 9, entrants: 20 })
  return { projectId, surveyId, emptyId, diy }
}

const wave = (projectId: number, changes: object = {}, key?: string) =>
  on.advanced(
    'POST',
    `/v1/projects/${projectId}/wave`,
    { ...FORM, ...changes },
    key === undefined ? {} : { 'Idempotency-Key': key },
  )
const fault = ({ status, body }: Answer) => [
  status,
  body.details?.map(({ path, message }: Row) => `${path}: ${message}`),
]

describe('a new wave of a project (docs/decisions/0098)', () => {
  test('is a draft with its surveys and all types of sources, quotas, suppliers, prices and redirects; dates are shifted', async () => {
    const { projectId, diy } = await filled()
    const { status, body: project } = await wave(projectId)
    expect([
      status,
      project.pm_proj_name,
      project.pm_proj_rep_num,
      project.statusid,
      project.out_of_field_date,
    ]).toEqual([200, 'Habits wave 2', 'AC-2', 3, '2027-03-31T03:59:00.000Z'])
    const id: number = project.pm_proj_ud
    expect(
      await stored(
        sql`select name, status, out_of_field_at, sell_price_cents, survey_url from survey where project_id = ${id} order by survey_id`,
      ),
    ).toEqual([
      {
        name: 'US',
        status: 3,
        out_of_field_at: new Date('2027-03-31T03:59:00Z'),
        sell_price_cents: 850,
        survey_url: 'https://survey.example/s?id=[%RDUD%]',
      },
      {
        name: 'UK',
        status: 3,
        out_of_field_at: null,
        sell_price_cents: 850,
        survey_url: 'https://survey.example/s?id=[%RDUD%]',
      },
    ])
    const sources = await stored(sql`
      select s.name, s.type, s.status, s.target, s.supply_price_cents as price, s.out_of_field_at as ends, s.alias,
        (select jsonb_agg(jsonb_build_array(x.supplier_id, x.allocation_percent, x.supply_price_cents)) from source_supplier x where x.source_id = s.source_id) as suppliers,
        (select jsonb_agg(jsonb_build_array(q.name, q.conditions, q.target, q.completes)) from source_quota q where q.source_id = s.source_id) as quotas,
        (select jsonb_agg(q.name) from source_qualification q where q.source_id = s.source_id) as qualifications,
        (select jsonb_agg(r.url) from source_redirect r where r.source_id = s.source_id) as redirects,
        (select sum(completes + entrants)::int from rollup r where r.scope = 3 and r.scope_id = s.source_id) as figures
      from source s where s.project_id = ${id} order by s.source_id`)
    const common = {
      status: 3,
      ends: new Date('2027-03-31T03:59:00Z'),
      alias: null,
      qualifications: null,
      redirects: null,
      quotas: null,
      figures: 0,
    }
    const { supplierId } = on.study
    expect(sources).toEqual([
      {
        ...common,
        name: 'Panel',
        type: 'diy',
        target: 70,
        price: 250,
        suppliers: [[supplierId, 50, 275]],
        quotas: [['Women', [{ in: ['2'], param: 'gender' }], 35, 0]],
        qualifications: ['Age'],
      },
      { ...common, name: 'Exchange', type: 'lucid', target: 100, price: null, suppliers: null },
      {
        ...common,
        name: 'Classic',
        type: 'classic',
        target: 100,
        price: 250,
        suppliers: [[supplierId, 100, null]],
        redirects: ['https://harbor.example/c'],
      },
    ])
    const { body: history } = await on.advanced('GET', `/v1/history/project/${id}`)
    expect(history[0].changes).toContainEqual({ field: 'wave_of', from: null, to: projectId })
    const [copy] = await stored(sql`select source_id as id from source where project_id = ${id} order by source_id`)
    const { body: ofSource } = await on.advanced('GET', `/v1/history/source/${copy?.['id']}`)
    expect(ofSource[0].changes).toContainEqual({ field: 'copy_of', from: null, to: diy })
  })

  test('copies the chosen surveys alone, of an ended project as well, and takes a number that another project has', async () => {
    const { projectId, surveyId } = await filled(4)
    const { status, body } = await wave(projectId, { pm_sy_uds: [surveyId, surveyId], pm_proj_rep_num: 'AC-1' })
    expect([status, body.survey_count, body.pm_proj_rep_num, body.statusid]).toEqual([200, 1, 'AC-1', 3])
  })

  test('is counted before it is made; only the supply side counts deleted suppliers', async () => {
    const { projectId, surveyId, emptyId } = await filled()
    await run(
      sql`insert into status_event (account_id, scope, scope_id, from_status, to_status, version, at) values (${on.study.accountId}, 'project', ${projectId}, 3, 1, 2, '2027-02-10T15:00:00Z')`,
    )
    const counts = { sources: 3, quotas: 1, cancelled_sources: 1, aliases: 1, recontact_lists: 0 }
    const none = { sources: 0, quotas: 0, cancelled_sources: 0, aliases: 0, recontact_lists: 0 }
    const { body } = await on.plain('GET', `/v1/projects/${projectId}/wave`)
    expect(body).toEqual({
      pm_proj_ud: projectId,
      pm_proj_name: 'Habits',
      pm_proj_rep_num: 'AC-1',
      out_of_field_date: END.toISOString(),
      // live since 10 February, out of field on 28 February in New York
      shift_days: 19,
      surveys: [
        { ...counts, pm_sy_ud: surveyId, pm_sy_name: 'US', statusid: 1 },
        { ...none, pm_sy_ud: emptyId, pm_sy_name: 'UK', statusid: 1 },
      ],
    })
    const internal = await on.advanced('GET', `/v1/projects/${projectId}/wave`)
    expect(internal.body.surveys.map((survey: Row) => survey['deleted_suppliers'])).toEqual([1, 0])
  })

  test('is made once under one Idempotency-Key', async () => {
    const { projectId } = await filled()
    const answers = await Promise.all(Array.from({ length: 5 }, () => wave(projectId, {}, `wave of ${projectId}`)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.pm_proj_ud}`)).size).toBe(1)
  })

  test('of a source that changes at the same time has one of its two states whole', async () => {
    const { projectId, surveyId } = await filled()
    const { body: made } = await on.advanced('POST', '/v1/survey-streams', {
      pm_sy_ud: surveyId,
      type: 'diy',
      stream_name: 'Before',
      respondents: 10,
      stream_status_cd: 3,
      supplier_cpi: 2,
    })
    const [, { body }] = await Promise.all([
      on.advanced('PUT', '/v1/survey-streams', {
        stmid: made.stmid,
        stream_name: 'After',
        respondents: 20,
        stream_status_cd: 3,
        supplier_cpi: 2,
      }),
      wave(projectId),
    ])
    const rows = await stored(
      sql`select name, target from source where project_id = ${body.pm_proj_ud} and name in ('Before', 'After')`,
    )
    expect([[{ name: 'Before', target: 10 }], [{ name: 'After', target: 20 }]]).toContainEqual(rows)
  })
})

describe('a wave that cannot be made stores nothing (docs/decisions/0098)', () => {
  const count = async () => (await stored(sql`select count(*)::int as n from project`))[0]?.['n']

  test('of a project without surveys, of foreign surveys, or with faulty fields', async () => {
    const { accountId, surveyId } = on.study
    const emptyProject = await on.make.project({ accountId })
    const { projectId } = await filled()
    const before = await count()
    const days = 'shift_days: Days must be a whole number from 0 to 3650'
    expect([
      fault(await wave(emptyProject)),
      fault(await wave(projectId, { pm_sy_uds: [surveyId] })),
      fault(await wave(projectId, { pm_sy_uds: [] })),
      fault(await wave(projectId, { pm_proj_name: 'x'.repeat(201), pm_proj_rep_num: '', shift_days: -1 })),
      fault(await wave(projectId, { shift_days: 1.5 })),
      fault(await wave(projectId, { shift_days: undefined })),
    ]).toEqual([
      [422, ['pm_sy_uds: This project has no surveys to copy']],
      [422, ['pm_sy_uds: This survey is not of the project']],
      [422, ['pm_sy_uds: Choose at least one survey']],
      [
        422,
        [
          'pm_proj_name: Project name must be at most 200 characters',
          'pm_proj_rep_num: Project number is required',
          days,
        ],
      ],
      [422, [days]],
      [422, ['shift_days: Days is required']],
    ])
    expect(await count()).toBe(before)
  })

  test('with a date that no form takes, or of more sources than one wave has', async () => {
    const { accountId } = on.study
    const { projectId, surveyId } = await filled()
    await run(sql`update source set out_of_field_at = '2099-06-01' where survey_id = ${surveyId}`)
    expect(fault(await wave(projectId, { shift_days: 365 }))).toEqual([
      422,
      ['shift_days: A date would be later than 2099'],
    ])
    await run(
      sql`insert into source (account_id, project_id, survey_id, name, type, test_token) select ${accountId}::int, ${projectId}::int, ${surveyId}::int, 'S' || n, 'diy', 'many-' || n from generate_series(1, 2000) n`,
    )
    expect(fault(await wave(projectId))).toEqual([
      422,
      ['pm_sy_uds: A wave has at most 2000 sources: choose fewer surveys'],
    ])
  })
})
