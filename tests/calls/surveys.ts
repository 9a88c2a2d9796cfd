import { DESK_ACCOUNT, STUDY_WRITERS } from './callers.ts'
import { lookup, object, type Endpoint } from './endpoint.ts'

export const SURVEY_FORM = {
  pm_sy_name: 'Gen pop',
  respondents: 100,
  pm_cy_cs_id: 840,
  languages_id: 1,
  device_compatibility: [1, 2],
  survey_url_flg: true,
  survey_url: 'https://survey.example/s?id=[%RDUD%]',
  pm_sy_client_cpi: 4.25,
  est_loi: 10,
  qualifying_rate: 45.5,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
}

export const SURVEY_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/surveys': object(DESK_ACCOUNT, ({ project }) => ({
    query: { pm_proj_ud: project, state: 1, limit: 10, offset: 0 },
  })),
  'GET /v1/surveys/{id}': object(DESK_ACCOUNT, ({ survey }) => ({ path: { id: survey } })),
  'POST /v1/surveys': object(STUDY_WRITERS, ({ project, survey }) => ({
    body: { ...SURVEY_FORM, pm_proj_ud: project, duplicate_of: survey },
  })),
  'PUT /v1/surveys/{id}': object(STUDY_WRITERS, ({ survey }) => ({
    path: { id: survey },
    body: { ...SURVEY_FORM, version: 1 },
  })),
  'POST /v1/metrics/surveys/{id}': object(DESK_ACCOUNT, ({ survey }) => ({ path: { id: survey } })),
  'GET /v1/survey/{id}/engage-language': object(DESK_ACCOUNT, ({ survey }) => ({ path: { id: survey } })),
  'GET /v1/survey/{id}/test-status': object(DESK_ACCOUNT, ({ survey }) => ({ path: { id: survey } })),
  'GET /v1/survey/{id}/performance': object(DESK_ACCOUNT, ({ survey }) => ({ path: { id: survey } })),
  'PUT /v1/survey/{id}/performance': object(STUDY_WRITERS, ({ survey }) => ({
    path: { id: survey },
    body: {
      limit_loi_percent: 50,
      limit_ir_percent: 40,
      limit_min_completes: 10,
      auto_pause_rules: ['low_ir'],
      version: 1,
    },
  })),
  'GET /v1/practice-survey': lookup(DESK_ACCOUNT, () => ({})),
  'GET /v1/buyer-pricing': object(DESK_ACCOUNT, ({ project, survey }) => ({
    query: { est_loi: 10, qualifying_rate: 45.5, pm_cy_cs_id: 840, pm_sy_ud: survey, pm_proj_ud: project },
  })),
  'GET /v1/survey/{id}/status': object(DESK_ACCOUNT, ({ survey }) => ({
    path: { id: survey },
    query: { statusid: 2 },
  })),
}
