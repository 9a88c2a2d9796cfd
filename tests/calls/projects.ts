import { DESK_ACCOUNT, STUDY_WRITERS } from './callers.ts'
import { object, own, session, type Endpoint } from './endpoint.ts'

export const PROJECT_FORM = {
  pm_proj_name: 'Habits',
  pm_proj_rep_num: 'P-1',
  consultant: 1_900_001,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
  business_unit_ud: 1,
  respondents: 100,
  pm_cy_cs_id: 840,
  languages_id: null,
  est_loi: 10,
  qualifying_rate: 45.5,
  survey_url: 'https://survey.example/s?id=[%RDUD%]',
  device_compatibility: [1, 2],
  pm_sy_client_cpi: 4.25,
}

export const PROJECT_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/projects': own(DESK_ACCOUNT, () => ({
    query: { status: 1, consultant: 'all', business_unit_ud: 'all', search: 'a', limit: 10, offset: 0 },
    asked: { query: {} },
  })),
  'GET /v1/metrics/projects': own(DESK_ACCOUNT, () => ({
    query: { status: 1, consultant: 'all', business_unit_ud: 'all', search: 'a' },
    asked: { query: {} },
  })),
  'GET /v1/projects/{id}': object(DESK_ACCOUNT, ({ project }) => ({ path: { id: project } })),
  'POST /v1/projects': session(STUDY_WRITERS, () => ({ body: PROJECT_FORM })),
  'PUT /v1/projects/{id}': object(STUDY_WRITERS, ({ project }) => ({
    path: { id: project },
    body: { ...PROJECT_FORM, version: 1 },
  })),
  'GET /v1/projects/{id}/wave': object(DESK_ACCOUNT, ({ project }) => ({ path: { id: project } })),
  'POST /v1/projects/{id}/wave': object(STUDY_WRITERS, ({ project, survey }) => ({
    path: { id: project },
    body: { pm_proj_name: 'Habits, wave 2', pm_proj_rep_num: 'P-2', shift_days: 30, pm_sy_uds: [survey] },
  })),
  'GET /v1/project/{id}/performance': object(DESK_ACCOUNT, ({ project }) => ({ path: { id: project } })),
  'POST /v1/metrics/projects': object(DESK_ACCOUNT, ({ project }) => ({
    query: { pm_proj_ud: project },
    body: { pm_proj_uds: [project] },
  })),
  'POST /v1/TrafficStatsForDashboardHourly': object(DESK_ACCOUNT, ({ survey }) => ({
    body: { mode: 'SURVEY', id: survey, grain: 'day', zone_code: 15, end: '2026-11-20T12:00:00.000Z' },
  })),
}
