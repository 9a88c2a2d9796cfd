import type { HistoryEntry } from '@desk/schema/history/history'
import type { ProjectDetail } from '@desk/schema/projects/project'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const FORM = {
  pm_proj_name: ' Streaming habits ',
  pm_proj_rep_num: 'SH-7',
  consultant: 1_900_001,
  out_of_field_date: '2099-03-01T04:59:00.000Z',
  out_of_field_time_zone_code: 15,
  business_unit_ud: null,
  respondents: 1200,
  pm_cy_cs_id: 840,
  languages_id: null,
  est_loi: 12,
  qualifying_rate: 45.5,
  survey_url: 'https://survey.example/s?id=[%RDUD%]',
  device_compatibility: [3, 1],
  pm_sy_client_cpi: 4.35,
} as const
const NEEDED = {
  pm_proj_name: 'Small',
  pm_proj_rep_num: 'S-1',
  consultant: 1_900_001,
  out_of_field_date: '2099-03-01T04:59:00.000Z',
  out_of_field_time_zone_code: 15,
} as const

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const faultsOf = ({
  body: { details },
}: {
  readonly body: { readonly details: readonly { readonly path: readonly string[]; readonly message: string }[] }
}) => details.map(({ path, message }) => `${path.join('_')}: ${message}`)

describe('making a project (api:P4)', () => {
  test('takes an out-of-field date with an offset, and gives it in UTC', async () => {
    const offset = { ...NEEDED, out_of_field_date: '2099-03-01T05:59:00+01:00' }
    const { body } = await on.plain('POST', '/v1/projects', offset)
    expect(body.out_of_field_date).toBe('2099-03-01T04:59:00.000Z')
  })

  test('stores the whole form as a draft, trimmed, and says in its history who made it (§3.5, api:P4)', async () => {
    const { status, body } = await on.plain('POST', '/v1/projects', FORM)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...FORM,
      pm_proj_name: 'Streaming habits',
      consultant: null,
      consultant_name: null,
      country_name: 'United States of America',
      device_compatibility: [1, 3],
      statusid: 3,
      version: 1,
      status_version: 1,
      survey_count: 0,
    })
    expect((await on.plain('GET', `/v1/projects/${body.pm_proj_ud}`)).body).toEqual(body)
    const history = await on.plain('GET', `/v1/history/project/${body.pm_proj_ud}`)
    expect(history.body.map(({ act, by, changes }: HistoryEntry) => [act, by, changes.length])).toEqual([
      ['created', 'Ada Byron', 11],
    ])
    expect(history.body[0].changes).toContainEqual({ field: 'pm_sy_client_cpi', from: null, to: 4.35 })
  })

  test('optional fields may be left empty (api:P4)', async () => {
    const { status, body } = await on.plain('POST', '/v1/projects', NEEDED)
    expect([
      status,
      body.respondents,
      body.est_loi,
      body.survey_url,
      body.device_compatibility,
      body.pm_sy_client_cpi,
    ]).toEqual([200, 0, null, null, null, null])
  })

  test('all missing fields are reported at once (§5.6, §5.7, §5.28)', async () => {
    const answer = await on.plain('POST', '/v1/projects', {})
    expect([answer.status, ...faultsOf(answer)]).toEqual([
      422,
      'pm_proj_name: Project name is required',
      'pm_proj_rep_num: Project number is required',
      'consultant: Paroject Manager is required',
      'out_of_field_date: Out of field date is required',
      'out_of_field_time_zone_code: Timezone is required',
    ])
  })

  test.each([
    [{ pm_proj_name: 'x'.repeat(201) }, 'pm_proj_name: Project name must be at most 200 characters'],
    [{ out_of_field_date: '2018-12-31T23:59:59.000Z' }, 'out_of_field_date: Please enter a valid date'],
    [{ out_of_field_date: '2027-02-30T00:00:00.000Z' }, 'out_of_field_date: Please enter a valid date'],
    [{ out_of_field_date: 'soon' }, 'out_of_field_date: Please enter a valid date'],
    [{ out_of_field_time_zone_code: 9_999 }, 'out_of_field_time_zone_code: Timezone is not in the list'],
    [{ consultant: 999_999 }, 'consultant: Project Manager is not in the list'],
    [{ respondents: 2.5 }, 'respondents: Target (N) must be a whole number'],
    [{ respondents: 'many' }, 'respondents: Target (N) must be a valid number'],
    [{ est_loi: 0 }, 'est_loi: Estimated LOI must be greater or equal to 1'],
    [{ est_loi: 120 }, 'est_loi: Maximum value for the LOI field must be less than 120 minutes'],
    [{ qualifying_rate: 0 }, 'qualifying_rate: Incidence Rate must be greater than 0'],
    [{ pm_sy_client_cpi: -1 }, 'pm_sy_client_cpi: Sell Price must be greater than 0'],
    [{ pm_sy_client_cpi: 300.01 }, 'pm_sy_client_cpi: Sell Price cannot be greater than $300'],
    [{ device_compatibility: [] }, 'device_compatibility: Device Compatibility is required'],
    [
      { survey_url: 'http://a.example/?id=[%RDUD%]' },
      'survey_url: Survey URL must begin with https://www.example.com/s?id=[%RDUD%] e.g. https://www.example.com/s?id=[%RDUD%]]',
    ],
  ])('%j is refused by its field and makes nothing (§5.7, §5.11–5.14, §5.28)', async (fault, said) => {
    const answer = await on.plain('POST', '/v1/projects', { ...FORM, pm_proj_rep_num: 'REFUSED', ...fault })
    expect([answer.status, ...faultsOf(answer)]).toEqual([422, said])
    expect((await on.plain('GET', '/v1/projects?search=REFUSED')).body).toEqual([])
  })
})

describe('changing a project (api:P3)', () => {
  const make = async (number: string) =>
    (await on.plain('POST', '/v1/projects', { ...FORM, pm_proj_rep_num: number })).body
  const formOf = (project: ProjectDetail) => ({
    ...FORM,
    pm_proj_name: project.pm_proj_name,
    pm_proj_rep_num: project.pm_proj_rep_num,
    version: project.version,
  })

  test('stores what changed, counts the edit and not the status, and the history names the fields from and to (api:P3)', async () => {
    const project = await make('EDIT')
    const changed = await on.plain('PUT', `/v1/projects/${project.pm_proj_ud}`, {
      ...formOf(project),
      respondents: 1300,
      pm_sy_client_cpi: null,
    })
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...project, respondents: 1300, pm_sy_client_cpi: null, version: 2 },
    ])
    const [newest] = (await on.plain('GET', `/v1/history/project/${project.pm_proj_ud}`)).body
    expect(newest).toMatchObject({
      act: 'edited',
      by: project.status_changed_by,
      changes: [
        { field: 'respondents', from: 1200, to: 1300 },
        { field: 'pm_sy_client_cpi', from: 4.35, to: null },
      ],
    })
  })

  test('a stale edit is refused with the stored project; a repeat of the successful one passes (api:P3)', async () => {
    const project = await make('STALE')
    const path = `/v1/projects/${project.pm_proj_ud}`
    const mine = { ...formOf(project), pm_proj_name: 'Mine' }
    const won = await on.plain('PUT', path, mine)
    const lost = await on.advanced('PUT', path, { ...formOf(project), pm_proj_name: 'Theirs' })
    expect([lost.status, lost.body.reason, lost.body.message, lost.body.current]).toEqual([
      409,
      'stale_version',
      'The project has changed in the meantime.',
      { ...won.body, dearest_source: null },
    ])
    expect((await on.plain('PUT', path, mine)).body).toEqual(won.body)
    expect((await on.plain('GET', `/v1/history/project/${project.pm_proj_ud}`)).body.length).toBe(2)
  })

  test('of ten concurrent edits of one version one succeeds (api:P3)', async () => {
    const project = await make('RACE')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, no) =>
        on.plain('PUT', `/v1/projects/${project.pm_proj_ud}`, { ...formOf(project), pm_proj_name: `Name ${no}` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
  })
})

describe('an account that invoices by business unit (§5.8)', () => {
  let ask: Ask
  let unitId: number
  let closedId: number
  beforeAll(async () => {
    const accountId = await on.make.account({ parentAccountId: null })
    ask = await askAs(platform(), on.make, { accountId, roleId: 2 })
    unitId = await on.make.businessUnit({ accountId, name: 'North' })
    closedId = await on.make.businessUnit({ accountId, name: 'Closed', statusId: 2 })
    await platform().database.asSystem(tx =>
      sql`update account set invoices_by_business_unit = true where account_id = ${accountId}`.execute(tx),
    )
  })

  test('needs one of its units that is in use (§5.8)', async () => {
    const missing = await ask('POST', '/v1/projects', NEEDED)
    expect([missing.status, ...faultsOf(missing)]).toEqual([422, 'business_unit_ud: A Business Unit must be selected'])
    const closed = await ask('POST', '/v1/projects', { ...NEEDED, business_unit_ud: closedId })
    expect([closed.status, ...faultsOf(closed)]).toEqual([422, 'business_unit_ud: Business Unit is not in the list'])
    const made = await ask('POST', '/v1/projects', { ...NEEDED, business_unit_ud: unitId })
    expect([made.status, made.body.business_unit_name]).toEqual([200, 'North'])
  })
})

test('a project keeps a manager who left and a closed unit through an edit; no other project can choose them (§5.6, §5.8, api:P3)', async () => {
  const accountId = await on.make.account({ parentAccountId: null })
  const ask = await askAs(platform(), on.make, { accountId, roleId: 2 })
  const { userId: managerId } = await on.make.user({ accountId, isConsultant: true, lastname: 'Lovelace' })
  const unitId = await on.make.businessUnit({ accountId, name: 'North' })
  await platform().database.asSystem(tx =>
    sql`update account set invoices_by_business_unit = true where account_id = ${accountId}`.execute(tx),
  )
  const form = { ...NEEDED, consultant: managerId, business_unit_ud: unitId }
  const { body: project } = await ask('POST', '/v1/projects', form)
  await platform().database.asSystem(async tx => {
    await sql`update app_user set is_consultant = false where user_id = ${managerId}`.execute(tx)
    await sql`update business_unit set status_id = 2 where business_unit_id = ${unitId}`.execute(tx)
  })
  const path = `/v1/projects/${project.pm_proj_ud}`
  const edited = await ask('PUT', path, { ...form, pm_proj_name: 'Renamed' })
  expect([
    edited.status,
    edited.body.pm_proj_name,
    edited.body.consultant_name,
    edited.body.business_unit_name,
  ]).toEqual([200, 'Renamed', 'Ada Lovelace', 'North'])
  expect(faultsOf(await ask('POST', '/v1/projects', form))).toEqual([
    'consultant: Project Manager is not in the list',
    'business_unit_ud: Business Unit is not in the list',
  ])
  await ask('PUT', path, { ...form, consultant: 1_900_001 })
  expect(faultsOf(await ask('PUT', path, form))).toEqual(['consultant: Project Manager is not in the list'])
})

test('a history shows what happened to the status among the edits, newest first', async () => {
  const { body: project } = await on.plain('POST', '/v1/projects', NEEDED)
  await on.plain('PATCH', '/v1/survey-streams', {
    scope: 'project',
    id: project.pm_proj_ud,
    statusid: 1,
    version: 1,
    note: 'Go',
  })
  const { body } = await on.plain('GET', `/v1/history/project/${project.pm_proj_ud}`)
  expect(body.map(({ act, changes, note }: HistoryEntry) => [act, changes[0], note])).toEqual([
    ['status', { field: 'status', from: 3, to: 1 }, 'Go'],
    ['created', { field: 'pm_proj_name', from: null, to: 'Small' }, null],
  ])
})
