import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const FORM = {
  pm_sy_name: ' Gen pop DE ',
  respondents: 400,
  pm_cy_cs_id: 840,
  languages_id: 0,
  device_compatibility: [3, 1],
  survey_url_flg: true,
  survey_url: 'https://survey.example/de?id=[%RDUD%]',
  pm_sy_client_cpi: 4.15,
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

describe('limits and performance (api:S7, api:S8)', () => {
  test('give stated and measured values, and the limits exceeded (§3.6, api:S7)', async () => {
    const { make: maker, study, plain } = on
    const survey = await make({ est_loi: 10, qualifying_rate: 50 })
    const path = `/v1/survey/${survey.pm_sy_ud}/performance`
    const untouched = {
      pm_sy_ud: survey.pm_sy_ud,
      version: 1,
      limit_loi_percent: 35,
      limit_ir_percent: 35,
      limit_min_completes: 5,
      auto_pause_rules: ['target_reached', 'past_out_of_field', 'redirect_errors', 'hash_errors'],
      link_check: true,
      completes: 0,
      est_loi: 10,
      loi: null,
      loi_over_percent: null,
      is_over_loi: false,
      qualifying_rate: 50,
      ir_percent: null,
      ir_under_percent: null,
      is_under_ir: false,
      limits_act: false,
      sources_over_loi: 0,
      sources_under_ir: 0,
    }
    expect((await plain('GET', path)).body).toEqual(untouched)
    const source = await maker.source({
      accountId: study.accountId,
      projectId: study.projectId,
      surveyId: survey.pm_sy_ud,
    })
    await maker.rollup(study.accountId, 'survey', survey.pm_sy_ud, {
      completes: 6,
      terms: 10,
      oqs: 4,
      loiMedianSeconds: 840,
    })
    await maker.rollup(study.accountId, 'source', source, { completes: 5, terms: 1, loiMedianSeconds: 840 })
    expect((await plain('GET', path)).body).toEqual({
      ...untouched,
      completes: 6,
      loi: 14,
      loi_over_percent: 40,
      is_over_loi: true,
      ir_percent: 30,
      ir_under_percent: 40,
      is_under_ir: true,
      limits_act: true,
      sources_over_loi: 1,
    })
  })

  test('limits and rules have their own version: changing them does not make an open survey form stale (§3.6, api:S8)', async () => {
    const survey = await make()
    const path = `/v1/survey/${survey.pm_sy_ud}/performance`
    const limits = {
      limit_loi_percent: 50,
      limit_ir_percent: 20,
      limit_min_completes: 9,
      auto_pause_rules: ['low_ir', 'high_median_loi'],
    }
    const changed = await on.plain('PUT', path, { ...limits, version: 1 })
    expect([changed.status, changed.body.version, changed.body.auto_pause_rules]).toEqual([
      200,
      2,
      ['high_median_loi', 'low_ir'],
    ])
    expect((await on.plain('PUT', path, { ...limits, version: 1 })).status).toBe(200)
    const lost = await on.plain('PUT', path, { ...limits, limit_loi_percent: 10, version: 1 })
    expect([lost.status, lost.body.reason, lost.body.current]).toEqual([409, 'stale_version', changed.body])
    expect((await on.plain('GET', `/v1/surveys/${survey.pm_sy_ud}`)).body.version).toBe(1)
    const [newest] = (await on.plain('GET', `/v1/history/survey/${survey.pm_sy_ud}`)).body
    expect(newest.changes.map(({ field }: Row) => field)).toEqual([
      'limit_loi_percent',
      'limit_ir_percent',
      'limit_min_completes',
      'auto_pause_rules',
    ])
  })

  test('the link check is switched off with the limits, and stays off where a change does not name it (day.md §6)', async () => {
    const path = `/v1/survey/${(await make()).pm_sy_ud}/performance`
    const limits = { limit_loi_percent: 50, limit_ir_percent: 20, limit_min_completes: 9, auto_pause_rules: [] }
    const off = await on.plain('PUT', path, { ...limits, link_check: false })
    const later = await on.plain('PUT', path, { ...limits, limit_loi_percent: 60 })
    expect([off, later].map(({ body }) => body.link_check)).toEqual([false, false])
  })

  test('faults have their fields, a foreign survey is not there (api:S7, api:S8)', async () => {
    const path = `/v1/survey/${on.study.surveyId}/performance`
    const refused = await on.plain('PUT', path, {
      limit_loi_percent: -1,
      limit_ir_percent: 101,
      auto_pause_rules: ['rain'],
    })
    expect([refused.status, refused.body.details.map(({ path: at }: Row) => at[0])]).toEqual([
      422,
      ['limit_loi_percent', 'limit_ir_percent', 'limit_min_completes', 'auto_pause_rules'],
    ])
    const good = { limit_loi_percent: 1, limit_ir_percent: 1, limit_min_completes: 1, auto_pause_rules: [] }
    expect([
      (await on.otherAccount('GET', path)).status,
      (await on.otherAccount('PUT', path, good)).status,
      (await on.defender('GET', path)).status,
      (await on.defender('PUT', path, good)).status,
    ]).toEqual([404, 404, 403, 403])
  })
})
