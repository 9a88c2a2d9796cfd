import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { TEST_FEED_TOKEN, usePlatform, type Answer } from '#testing/platform'
import { askAs, stage, type Stage } from '#testing/stage'

const FORM = {
  pm_sy_name: ' Gen pop DE ',
  respondents: 400,
  pm_cy_cs_id: 840,
  languages_id: 0,
  device_compatibility: [3, 1],
  survey_url_flg: true,
  survey_url: 'https://survey.example/de?id=[%RDUD%]',
  pm_sy_client_cpi: 4.35,
  est_loi: 12,
  qualifying_rate: 45.5,
  out_of_field_date: '2099-03-01T04:59:00.000Z',
  out_of_field_time_zone_code: 15,
}

// a test says itself what it expects of a body
// oxlint-disable-next-line typescript/no-explicit-any
type Row = Readonly<Record<string, any>>

const platform = usePlatform()
let on: Stage
let english = 0
beforeAll(async () => {
  on = await stage(platform())
  english = (await on.plain('GET', `/v1/surveys/${on.study.surveyId}`)).body.languages_id
})

const form = (changes: object = {}) => ({ ...FORM, languages_id: english, ...changes })
const make = async (changes: object = {}) =>
  (await on.plain('POST', '/v1/surveys', { ...form(changes), pm_proj_ud: on.study.projectId })).body
const faultsOf = ({ body: { details } }: Answer) =>
  details.map(({ path, message }: { path: readonly string[]; message: string }) => `${path.join('_')}: ${message}`)

describe('making a survey (api:S3)', () => {
  test('stores the whole form as a draft in its project, trimmed, with a history that says who made it (§3.6, api:S3)', async () => {
    const { status, body } = await on.plain('POST', '/v1/surveys', { ...form(), pm_proj_ud: on.study.projectId })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...form(),
      pm_sy_name: 'Gen pop DE',
      device_compatibility: [1, 3],
      pm_proj_ud: on.study.projectId,
      country_name: 'United States of America',
      language_name: 'English',
      statusid: 3,
      version: 1,
      status_version: 1,
      source_count: 0,
    })
    expect((await on.plain('GET', `/v1/surveys/${body.pm_sy_ud}`)).body).toEqual(body)
    const { body: history } = await on.plain('GET', `/v1/history/survey/${body.pm_sy_ud}`)
    expect(history.map(({ act, by, changes }: Row) => [act, by, changes.length])).toEqual([
      ['created', body.status_changed_by, 12],
    ])
    expect(history[0].changes).toContainEqual({ field: 'languages_id', from: null, to: 'English' })
  })

  test('all missing fields are reported at once (§5.10, §5.12–5.15, §5.28)', async () => {
    const answer = await on.plain('POST', '/v1/surveys', { pm_proj_ud: on.study.projectId })
    expect([answer.status, ...faultsOf(answer)]).toEqual([
      422,
      'pm_sy_name: Survey name is required',
      'respondents: Target (N) is required',
      'pm_cy_cs_id: Country is required',
      'languages_id: Language is required',
      'device_compatibility: Device Compatibility is required',
      'est_loi: Estimated LOI is required',
      'qualifying_rate: Incidence Rate is required',
      'out_of_field_date: Out of field date is required',
      'out_of_field_time_zone_code: Timezone is required',
    ])
  })

  test('a URL is required with the flag, which is on by default, and optional without it (§5.2, §5.5)', async () => {
    const missing =
      'survey_url: Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. https://www.example.com/s?id=[%RDUD%]]'
    const send = (changes: object) =>
      on.plain('POST', '/v1/surveys', { ...form(changes), pm_proj_ud: on.study.projectId })
    const [unsaid, asked, without] = [
      await send({ survey_url_flg: undefined, survey_url: '' }),
      await send({ survey_url: undefined }),
      await send({ survey_url_flg: false, survey_url: '' }),
    ]
    expect([
      faultsOf(unsaid),
      faultsOf(asked),
      without.status,
      without.body.survey_url,
      without.body.survey_url_flg,
    ]).toEqual([[missing], [missing], 200, null, false])
  })

  test('a sell price is required only if client CPI is enabled (§5.11)', async () => {
    const send = (ask: Stage['plain'], pm_proj_ud: number) =>
      ask('POST', '/v1/surveys', { ...form({ pm_sy_client_cpi: undefined }), pm_proj_ud })
    expect(faultsOf(await send(on.plain, on.study.projectId))).toEqual(['pm_sy_client_cpi: Sell Price is required'])
    const accountId = await on.make.account({})
    await platform().database.asSystem(tx =>
      sql`update account set client_cpi_enabled = false where account_id = ${accountId}`.execute(tx),
    )
    const ask = await askAs(platform(), on.make, { accountId, roleId: 2 })
    const made = await send(ask, await on.make.project({ accountId }))
    expect([made.status, made.body.pm_sy_client_cpi]).toEqual([200, null])
    expect((await ask('GET', '/v1/dashboards')).body[0].client_cpi_flg).toBe(false)
  })

  test.each([
    [{ pm_sy_name: ' ' }, 'pm_sy_name: Survey name is required'],
    [{ pm_sy_client_cpi: 300.01 }, 'pm_sy_client_cpi: Sell Price cannot be greater than $300'],
    [{ est_loi: 120 }, 'est_loi: Maximum value for the LOI field must be less than 120 minutes'],
    [
      { survey_url: 'http://a.example/[%RDUD%]' },
      'survey_url: Survey URL must begin with https://www.example.com/s?id=[%RDUD%] e.g. https://www.example.com/s?id=[%RDUD%]]',
    ],
    [
      { survey_url: 'https://user:pass@a.example/[%RDUD%]' },
      'survey_url: Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. https://www.example.com/s?id=[%RDUD%]]',
    ],
    [
      { survey_url: `https://a.example/[%RDUD%]${'x'.repeat(8192)}` },
      'survey_url: Survey URL must be at most 4000 characters',
    ],
    [{ pm_cy_cs_id: 999_999 }, 'pm_cy_cs_id: Country is not in the list'],
    [{ languages_id: 999_999 }, 'languages_id: Language is not in the list'],
    [{ out_of_field_time_zone_code: 9_999 }, 'out_of_field_time_zone_code: Timezone is not in the list'],
    [{ out_of_field_date: '2018-12-31T00:00:00.000Z' }, 'out_of_field_date: Please enter a valid date'],
  ])('%j is refused by its field and makes nothing (§5.3, §5.7, §5.10, §5.11, §5.13, §5.28)', async (fault, said) => {
    const answer = await on.plain('POST', '/v1/surveys', {
      ...form({ pm_sy_name: 'Refused', ...fault }),
      pm_proj_ud: on.study.projectId,
    })
    expect([answer.status, ...faultsOf(answer)]).toEqual([422, said])
    const { body } = await on.plain('GET', `/v1/surveys?pm_proj_ud=${on.study.projectId}`)
    expect(body.filter(({ pm_sy_name }: Row) => pm_sy_name === 'Refused')).toEqual([])
  })

  test('an ended project gets no new survey (api:S3)', async () => {
    const ended = await on.make.project({ accountId: on.study.accountId, status: 4 })
    const refused = await on.plain('POST', '/v1/surveys', { ...form(), pm_proj_ud: ended })
    expect([refused.status, refused.body.reason, refused.body.current]).toEqual([
      409,
      'parent_terminal',
      { pm_proj_ud: ended, statusid: 4 },
    ])
  })

  test('a duplicate has the form that was sent, and the limits, rules and checks of its original, but no status of its own (api:S3)', async () => {
    const original = await make()
    const limits = {
      limit_loi_percent: 50,
      limit_ir_percent: 20,
      limit_min_completes: 9,
      auto_pause_rules: ['high_median_loi'],
    }
    await on.plain('PUT', `/v1/survey/${original.pm_sy_ud}/performance`, limits)
    await platform().database.asSystem(tx =>
      sql`insert into defender_rule (account_id, survey_id, rule, threshold, mode) values (${on.study.accountId}, ${original.pm_sy_ud}, 'duplicate_ip', 3, 'shadow')`.execute(
        tx,
      ),
    )
    const { status, body } = await on.plain('POST', '/v1/surveys', {
      ...form({ pm_sy_name: 'Copy' }),
      pm_proj_ud: on.study.projectId,
      duplicate_of: original.pm_sy_ud,
    })
    expect([status, body.pm_sy_name, body.statusid]).toEqual([200, 'Copy', 3])
    expect((await on.plain('GET', `/v1/survey/${body.pm_sy_ud}/performance`)).body).toMatchObject({
      ...limits,
      version: 1,
    })
    const rules = await platform().database.asSystem(tx =>
      sql`select rule, threshold, mode from defender_rule where survey_id = ${body.pm_sy_ud}`.execute(tx),
    )
    expect(rules.rows).toEqual([{ rule: 'duplicate_ip', threshold: 3, mode: 'shadow' }])
    const foreign = await on.otherAccount('GET', '/v1/projects')
    expect(foreign.body).toEqual([])
    const ownProject = (
      await on.otherAccount('POST', '/v1/projects', {
        pm_proj_name: 'Own',
        pm_proj_rep_num: 'O',
        consultant: 1_900_001,
        out_of_field_date: FORM.out_of_field_date,
        out_of_field_time_zone_code: 15,
      })
    ).body.pm_proj_ud
    expect(
      (
        await on.otherAccount('POST', '/v1/surveys', {
          ...form(),
          pm_proj_ud: ownProject,
          duplicate_of: original.pm_sy_ud,
        })
      ).status,
    ).toBe(404)
  })
})

describe('changing a survey (api:S2)', () => {
  test('places are held as set, and a form that does not name it leaves it (docs/decisions/0088)', async () => {
    const survey = await make()
    const path = `/v1/surveys/${survey.pm_sy_ud}`
    const held = await on.plain('PUT', path, { ...form({ hold_places: 2 }), version: 1 })
    const later = await on.plain('PUT', path, { ...form({ respondents: 450 }), version: 2 })
    expect([survey.hold_places, held.body.hold_places, later.body.hold_places]).toEqual([1, 2, 2])
  })
  test('stores what changed, counts the edit and not the status, and the history names the fields from and to (api:S2)', async () => {
    const survey = await make()
    const changed = await on.plain('PUT', `/v1/surveys/${survey.pm_sy_ud}`, {
      ...form({ respondents: 450, survey_url_flg: false, survey_url: '' }),
      version: 1,
    })
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...survey, respondents: 450, survey_url_flg: false, survey_url: null, version: 2 },
    ])
    const [newest] = (await on.plain('GET', `/v1/history/survey/${survey.pm_sy_ud}`)).body
    expect(newest).toMatchObject({
      act: 'edited',
      changes: [
        { field: 'respondents', from: 400, to: 450 },
        { field: 'survey_url_flg', from: true, to: false },
        { field: 'survey_url', from: 'https://survey.example/de?id=[%RDUD%]', to: null },
      ],
    })
  })

  test('a stale edit is refused with the stored survey; a repeat of the successful one passes (api:S2)', async () => {
    const survey = await make()
    const path = `/v1/surveys/${survey.pm_sy_ud}`
    const mine = { ...form({ pm_sy_name: 'Mine' }), version: 1 }
    const won = await on.plain('PUT', path, mine)
    const { ask_supply_side: _toThePlainViewAlone, ...stored } = won.body
    const lost = await on.advanced('PUT', path, { ...form({ pm_sy_name: 'Theirs' }), version: 1 })
    expect([lost.status, lost.body.reason, lost.body.message, lost.body.current]).toEqual([
      409,
      'stale_version',
      'The survey has changed in the meantime.',
      { ...stored, dearest_source: null },
    ])
    expect((await on.plain('PUT', path, mine)).body).toEqual(won.body)
  })

  test('of ten concurrent edits of one version one succeeds (api:S2)', async () => {
    const survey = await make()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, no) =>
        on.plain('PUT', `/v1/surveys/${survey.pm_sy_ud}`, { ...form({ pm_sy_name: `Name ${no}` }), version: 1 }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ])
  })

  test('faults are the form’s (§5.12, api:S2)', async () => {
    const path = `/v1/surveys/${on.study.surveyId}`
    expect(faultsOf(await on.plain('PUT', path, form({ respondents: 1.5 })))).toEqual([
      'respondents: Target (N) must be a whole number',
    ])
  })

  test('respondents go to the changed URL as soon as the setup cache is renewed (§5.1, api:S2)', async () => {
    const { study } = on
    const enter = async (rid: string) =>
      (await platform().call('GET', `/entry/${study.sourceIds[0]}?sup=${study.supplierId}&rid=${rid}`)).headers.get(
        'location',
      )
    expect(await enter('before')).toMatch(/^https:\/\/survey\.example\/s\?id=/)
    expect(
      (
        await on.plain(
          'PUT',
          `/v1/surveys/${study.surveyId}`,
          form({ survey_url: 'https://other.example/new/[%RDUD%]' }),
        )
      ).status,
    ).toBe(200)
    let no = 0
    await vi.waitFor(
      async () =>
        expect(await enter(`after-${(no += 1)}`)).toMatch(/^https:\/\/other\.example\/new\/[0-9a-z]+-[0-9a-f]{32}$/),
      { timeout: 15_000, interval: 200 },
    )
  })
})

test('a duplicate gets copies of its original’s sources as drafts, without cancelled ones (api:S3)', async () => {
  const { make: maker, study, plain, advanced } = on
  const { accountId, projectId, supplierId } = study
  const surveyId = await maker.survey({ accountId, projectId, name: 'With sources' })
  const kept = await maker.source({
    accountId,
    projectId,
    surveyId,
    name: 'Panel',
    target: 70,
    supplierIds: [supplierId],
  })
  await maker.source({ accountId, projectId, surveyId, name: 'Gone', status: 5 })
  await platform().database.asSystem(tx =>
    sql`insert into source_qualification (account_id, source_id, qualification_no, name, condition) values (${accountId}, ${kept}, 1, 'Age', '{"param": "age", "min": 18}')`.execute(
      tx,
    ),
  )
  const { status, body } = await plain('POST', '/v1/surveys', {
    ...form({ pm_sy_name: 'Its duplicate' }),
    pm_proj_ud: projectId,
    duplicate_of: surveyId,
  })
  expect([status, body.source_count, body.live_source_count]).toEqual([200, 1, 0])
  const { body: table } = await advanced('GET', `/v1/survey-stream-metrics/${body.pm_sy_ud}`)
  expect(
    table.map(({ name, target, statusid, suppliers, stmid }: Row) => [
      name,
      target,
      statusid,
      suppliers,
      stmid === kept,
    ]),
  ).toEqual([['Panel', 70, 3, ['Northlight Panels'], false]])
  const qualifications = await platform().database.asSystem(tx =>
    sql`select name, condition from source_qualification where source_id = ${table[0].stmid}`.execute(tx),
  )
  expect(qualifications.rows).toEqual([{ name: 'Age', condition: { param: 'age', min: 18 } }])
})

test('a changed target reaches open tables by the feed, with a higher version (api:S2, api:S4)', async () => {
  const survey = await make()
  const feed = (after: string) =>
    platform().call('GET', `/v1/changes?after=${after}&wait=0`, { token: TEST_FEED_TOKEN })
  const before = await on.plain('POST', `/v1/metrics/surveys/${survey.pm_sy_ud}`)
  const { body: start } = await platform().call('GET', '/v1/changes?wait=0', { token: TEST_FEED_TOKEN })
  await on.plain('PUT', `/v1/surveys/${survey.pm_sy_ud}`, form({ pm_sy_name: 'Another name' }))
  await on.plain('PUT', `/v1/surveys/${survey.pm_sy_ud}`, form({ pm_sy_name: 'Another name', respondents: 555 }))
  const rows = await vi.waitFor(
    async () => {
      const { body } = await feed(start.cursor)
      const found = body.surveys.filter(({ row }: Row) => row.pm_sy_ud === survey.pm_sy_ud)
      expect(found).not.toEqual([])
      return found
    },
    { timeout: 15_000 },
  )
  expect(rows.map(({ row }: Row) => [row.target, row.figures_version - before.body.figures_version])).toEqual([
    [555, 1],
  ])
})

test('everything that blocks a survey’s launch is listed at once, and goes once fixed (§4.1, api:S1, api:S2)', async () => {
  const past = '2020-01-01T00:00:00.000Z'
  const projectId = await on.make.project({ accountId: on.study.accountId, sellPriceCents: null })
  const { body: survey } = await on.plain('POST', '/v1/surveys', {
    ...form({ survey_url_flg: false, survey_url: '', respondents: 0, pm_sy_client_cpi: 0, out_of_field_date: past }),
    pm_proj_ud: projectId,
  })
  await platform().database.asSystem(tx =>
    sql`update survey set survey_url_required = true where survey_id = ${survey.pm_sy_ud}`.execute(tx),
  )
  const read = async () => (await on.plain('GET', `/v1/surveys/${survey.pm_sy_ud}`)).body
  const unready = await read()
  expect([unready.live_blocks, unready.allowed.find(({ to }: Row) => to === 1)]).toEqual([
    ['survey_url_missing', 'target_missing', 'out_of_field_passed', 'price_missing'],
    { to: 1, allowed: false, reason: 'survey_url_missing' },
  ])
  await on.plain('PUT', `/v1/surveys/${survey.pm_sy_ud}`, form())
  const ready = await read()
  expect([ready.live_blocks, ready.allowed.find(({ to }: Row) => to === 1)]).toEqual([
    [],
    { to: 1, allowed: true, reason: null },
  ])
})

describe('testing a survey (api:S6)', () => {
  test('lists only test respondents: number, last one, outcomes, by source (§3.24, api:S6)', async () => {
    const { study, plain } = on
    const [source] = study.sourceIds
    const { rows } = await platform().database.asSystem(tx =>
      sql<{ token: string }>`select test_token as token from source where source_id = ${source}`.execute(tx),
    )
    const path = `/v1/survey/${study.surveyId}/test-status`
    expect((await plain('GET', path)).body).toEqual({
      pm_sy_ud: study.surveyId,
      tests: 0,
      Completes_Count_Test: 0,
      last_test_at: null,
      last_test_code: null,
      outcomes: [],
      sources: [{ stmid: source, name: 'Main', tests: 0, Completes_Count_Test: 0, last_test_at: null }],
    })
    const enter = async (rid: string, test: string) =>
      /([0-9a-z]+-[0-9a-f]{32})/.exec(
        (await platform().call('GET', `/entry/${source}?sup=${study.supplierId}&rid=${rid}${test}`)).headers.get(
          'location',
        ) ?? '',
      )?.[1]
    const test1 = await enter('t1', `&t=${rows[0]!.token}`)
    const test2 = await enter('t2', `&t=${rows[0]!.token}`)
    const real = await enter('r1', '')
    for (const [code, rdud] of [
      [1000, test1],
      [2000, test2],
      [1000, real],
    ])
      await platform().call('GET', `/return?inbound_code=${code}&rdud=${rdud}`)
    const { body } = await plain('GET', path)
    expect(body).toEqual({
      pm_sy_ud: study.surveyId,
      tests: 2,
      Completes_Count_Test: 1,
      last_test_at: body.last_test_at,
      last_test_code: 31,
      outcomes: [
        { code: 30, count: 1 },
        { code: 31, count: 1 },
      ],
      sources: [{ stmid: source, name: 'Main', tests: 2, Completes_Count_Test: 1, last_test_at: body.last_test_at }],
    })
    expect(Date.parse(body.last_test_at)).toBeGreaterThan(Date.now() - 60_000)
    expect([(await on.otherAccount('GET', path)).status, (await on.defender('GET', path)).status]).toEqual([404, 403])
  })
})

test('where no practice survey is served none is offered, and to a Defender account never', async () => {
  expect((await on.plain('GET', '/v1/practice-survey')).body).toEqual({ survey_url: null })
  expect((await on.defender('GET', '/v1/practice-survey')).status).toBe(403)
})

test('the respondents’ language, with its locale, and whether it is one of the country’s (api:S5)', async () => {
  const survey = await make()
  const path = `/v1/survey/${survey.pm_sy_ud}/engage-language`
  expect((await on.plain('GET', path)).body).toEqual({
    pm_sy_ud: survey.pm_sy_ud,
    languages_id: english,
    language_name: 'English',
    locale: 'en-US',
    is_of_country: true,
  })
  const german = (await on.plain('GET', '/v1/languages')).body.find(({ iso }: Row) => iso === 'de')
  const ofGermans = await make({ languages_id: german.languages_id })
  expect((await on.plain('GET', `/v1/survey/${ofGermans.pm_sy_ud}/engage-language`)).body).toMatchObject({
    language_name: 'German',
    locale: 'de-US',
    is_of_country: false,
  })
  expect([(await on.otherAccount('GET', path)).status, (await on.defender('GET', path)).status]).toEqual([404, 403])
})
