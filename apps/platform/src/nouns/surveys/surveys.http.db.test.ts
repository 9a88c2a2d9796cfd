import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const idsOf = ({ body }: { body: { pm_sy_ud: number }[] }) => body.map(survey => survey.pm_sy_ud)

describe("a project's surveys (api:P5)", () => {
  test('a survey as the list gives it (§3.6, api:P5)', async () => {
    const { study, plain } = on
    const { status, body } = await plain('GET', `/v1/surveys?pm_proj_ud=${study.projectId}`)
    const [survey] = body
    expect([status, body]).toEqual([
      200,
      [
        {
          pm_sy_ud: study.surveyId,
          pm_proj_ud: study.projectId,
          pm_sy_name: 'Gen pop US',
          respondents: 200,
          pm_cy_cs_id: 840,
          country_name: 'United States of America',
          languages_id: survey.languages_id,
          language_name: 'English',
          est_loi: 10,
          qualifying_rate: 50,
          survey_url: 'https://survey.example/s?id=[%RDUD%]',
          device_compatibility: [1, 2, 3],
          pm_sy_client_cpi: 8.5,
          out_of_field_date: null,
          out_of_field_time_zone_code: 15,
          statusid: 1,
          effective_statusid: 1,
          status_reason: null,
          status_changed_by: null,
          status_changed_at: survey.status_changed_at,
          status_version: 1,
          source_count: 1,
          live_source_count: 1,
          created_at: survey.created_at,
        },
      ],
    ])
  })

  test('filtered by state, and in pages (§2.18, api:P5)', async () => {
    const { make, study, advanced } = on
    const { accountId } = study
    const projectId = await make.project({ accountId, name: 'States', status: 2 })
    const live = await make.survey({ accountId, projectId, status: 1, name: 'One' })
    const draft = await make.survey({ accountId, projectId, status: 3, name: 'Two' })
    await make.source({ accountId, projectId, surveyId: live, status: 1 })
    const list = (query: string) => advanced('GET', `/v1/surveys?pm_proj_ud=${projectId}${query}`)
    expect([
      idsOf(await list('')),
      idsOf(await list('&state=all')),
      idsOf(await list('&state=1')),
      idsOf(await list('&state=3')),
      idsOf(await list('&state=6')),
    ]).toEqual([[live, draft], [live, draft], [live], [draft], []])
    expect([idsOf(await list('&limit=1')), idsOf(await list('&limit=1&offset=1'))]).toEqual([[live], [draft]])
    // the project is paused: the survey keeps its own status and no source of it is live
    const [first] = (await list('')).body
    expect([first.statusid, first.effective_statusid, first.source_count, first.live_source_count]).toEqual([
      1, 2, 1, 0,
    ])
  })

  test('the project must be named (api:P5)', async () => {
    expect((await on.plain('GET', '/v1/surveys')).status).toBe(422)
  })
})

describe('one survey', () => {
  test("is the list's survey with its project's name and what its status menu allows (§4.1, api:S1)", async () => {
    const { study, advanced, otherAccount, defender } = on
    const { body: list } = await advanced('GET', `/v1/surveys?pm_proj_ud=${study.projectId}`)
    const { body } = await advanced('GET', `/v1/surveys/${study.surveyId}`)
    expect(body).toEqual({
      ...list[0],
      pm_proj_name: 'Streaming habits',
      survey_url_flg: true,
      hold_places: 1,
      auto_paused_sources: [],
      completes: 0,
      last_source: null,
      ends_with_survey: [],
      dearest_source: { name: 'Main', supplier_cpi: 2.5 },
      warnings: [],
      version: 1,
      allowed: [
        { to: 3, allowed: false, reason: 'not_a_transition' },
        { to: 2, allowed: true, reason: null },
        { to: 6, allowed: false, reason: 'system_only' },
        { to: 4, allowed: true, reason: null },
        { to: 5, allowed: false, reason: 'not_a_transition' },
      ],
      live_blocks: [],
    })
    expect([
      (await otherAccount('GET', `/v1/surveys/${study.surveyId}`)).status,
      (await defender('GET', `/v1/surveys/${study.surveyId}`)).status,
    ]).toEqual([404, 403])
  })

  test('it names its auto-paused sources, and why (domain.md §2, api:S1)', async () => {
    const { make, study, plain } = on
    const { accountId, projectId } = study
    const surveyId = await make.survey({ accountId, projectId, name: 'Paused' })
    const of = { accountId, projectId, surveyId }
    const id = await make.source({ ...of, name: 'Panel mix', status: STATUS_CODES.autoPaused })
    await make.source({ ...of, name: 'Kestrel', status: STATUS_CODES.paused })
    await platform().database.asSystem(tx =>
      sql`update source set status_reason = 'redirect_errors' where source_id = ${id}`.execute(tx),
    )
    expect((await plain('GET', `/v1/surveys/${surveyId}`)).body.auto_paused_sources).toEqual([
      { name: 'Panel mix', status_reason: 'redirect_errors' },
    ])
  })

  test('its figures, in the columns of the view (§3.2, §3.10–§3.22, api:S4)', async () => {
    const { make, study, advanced, plain, otherAccount, defender } = on
    await make.rollup(study.accountId, 'survey', study.surveyId, {
      version: 3,
      entrants: 8,
      eqTerms: 1,
      terms: 1,
      sqTerms: 1,
      abandons: 1,
      inflight: 1,
      completes: 3,
      expenseCents: 1_000,
      revenueCents: 3_000,
      loiMedianSeconds: 600,
    })
    await make.rollup(study.accountId, 'source', study.sourceIds[0] ?? 0, { completes: 3, expenseCents: 1_000 })
    const path = `/v1/metrics/surveys/${study.surveyId}`
    const seen = {
      pm_sy_ud: study.surveyId,
      pm_proj_ud: study.projectId,
      figures_version: 3,
      allocation: 1,
      entrants: 8,
      terms: 1,
      oQs: 0,
      completes: 3,
      ir: 0.75,
      conversion: 0.375,
      loi: 10,
      last_complete_at: null,
      target: 200,
      ...NO_FIELD_FACTS,
      stated_loi: 10,
      stated_ir: 50,
      sell_price: 8.5,
      revenue: 30,
    }
    expect((await advanced('POST', path)).body).toEqual({
      ...seen,
      eqTerms: 1,
      sqTerms: 1,
      abandons: 1,
      inflight: 1,
      supplierCpi: 3.33,
      expense: 10,
      pricedCompletes: 3,
      margin: 20,
    })
    expect((await plain('POST', path)).body).toEqual(seen)
    expect([(await otherAccount('POST', path)).status, (await defender('POST', path)).status]).toEqual([404, 403])
  })

  test('how many live sources stop if it goes to a status (api:S10)', async () => {
    const { make, study, plain, otherAccount, defender } = on
    const { accountId, surveyId } = study
    const projectId = await make.project({ accountId })
    const own = await make.survey({ accountId, projectId, status: 1 })
    for (const status of [1, 1, 2, 3, 6] as const) await make.source({ accountId, projectId, surveyId: own, status })
    const asked = (query: string, id = own) => plain('GET', `/v1/survey/${id}/status${query}`)
    expect((await asked('?statusid=2')).body).toEqual({ pm_sy_ud: own, statusid: 2, live_stream_count: 2 })
    expect([
      (await asked('')).body.statusid,
      (await asked('?statusid=4')).body.live_stream_count,
      (await asked('?statusid=1')).body.live_stream_count,
    ]).toEqual([2, 2, 0])
    const resting = await make.survey({ accountId, projectId, status: 2 })
    await make.source({ accountId, projectId, surveyId: resting, status: 1 })
    expect((await asked('?statusid=2', resting)).body.live_stream_count).toBe(0)
    const refused = await asked('?statusid=7')
    expect([refused.status, refused.body.details]).toEqual([
      422,
      [{ path: ['statusid'], message: 'There is no such status.' }],
    ])
    expect([
      (await otherAccount('GET', `/v1/survey/${surveyId}/status?statusid=2`)).status,
      (await defender('GET', `/v1/survey/${surveyId}/status`)).status,
    ]).toEqual([404, 403])
  })
})
