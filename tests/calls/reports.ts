import { DESK_ACCOUNT, EVERYBODY, SUPER_ADMINS } from './callers.ts'
import { object, own, restricted, session, type BaseCall, type Endpoint } from './endpoint.ts'

/** A part of a change, of which respondents are listed. */
const PART = { cause: 'returned', from_code: 11, to_code: 30, rule: 'age', request: 1, limit: 10, offset: 0 }

export const NO_VIEW = 999_999

export const REPORT_VIEW = { type: 'traffic', name: 'By supplier', filters: 'and=supplier', is_shared: false }

export const REPORT_SCHEDULE = {
  type: 'hours',
  filters: 'days=7',
  name: 'Hours of the week',
  format: 'csv',
  every: 'weekly',
  local_hour: 8,
  weekday: 1,
  day: 1,
  is_paused: true,
}

const { name, is_shared } = REPORT_VIEW

const none: BaseCall = { path: { id: NO_VIEW }, status: 404 }

export const REPORT_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/reports/costsummary': object(DESK_ACCOUNT, ({ project }) => ({ query: { pm_proj_ud: project } })),
  'GET /v2/reports/costsummary': object(DESK_ACCOUNT, ({ project }) => ({ query: { pm_proj_ud: project } })),
  'GET /v1/reports/traffic': object(DESK_ACCOUNT, ({ project }) => ({
    query: { pm_proj_ud: project, by: 'source', and: 'country', limit: 10, offset: 0 },
  })),
  'POST /v1/reports/traffic': object(DESK_ACCOUNT, ({ project, source }) => ({
    query: { limit: 10, offset: 0 },
    body: { pm_proj_uds: [project], by: 'survey' },
    asked: { body: { pm_proj_uds: undefined, stmid: source } },
  })),
  'GET /v1/reports/{type}': object(DESK_ACCOUNT, ({ project, survey }) => ({
    path: { type: 'terminations' },
    query: { pm_proj_ud: project, limit: 10, offset: 0 },
    asked: { path: { type: 'terminations' }, query: { pm_sy_ud: survey } },
  })),
  'GET /v1/reports/{type}/change': object(DESK_ACCOUNT, ({ project, source }) => ({
    path: { type: 'costs' },
    query: {
      pm_proj_ud: project,
      by: 'source',
      line: `source.${source}`,
      figure: 'revenue',
      since: '2026-11-01T00:00:00.000Z',
      until: '2026-11-02T00:00:00.000Z',
    },
  })),
  'GET /v1/reports/{type}/change/respondents': object(DESK_ACCOUNT, ({ project, source, supplier }) => ({
    path: { type: 'traffic' },
    query: {
      pm_proj_ud: project,
      by: 'source',
      line: `source.${source}`,
      figure: 'completes',
      since: '2026-11-01T00:00:00.000Z',
      until: '2026-11-02T00:00:00.000Z',
      sup: supplier,
      ...PART,
    },
  })),
  // what comes says when it was made
  'GET /v1/reports/{type}/file': object(DESK_ACCOUNT, ({ survey }) => ({
    path: { type: 'hours' },
    query: { pm_proj_ud: NO_VIEW, format: 'csv' },
    status: 404,
    asked: { path: { type: 'terminations' }, query: { format: 'csv', pm_sy_ud: survey } },
  })),
  'GET /v1/report-views': own(DESK_ACCOUNT, () => ({
    query: { type: 'traffic', limit: 10, offset: 0 },
    asked: { query: {} },
  })),
  'POST /v1/report-views': session(DESK_ACCOUNT, () => ({ body: REPORT_VIEW })),
  'PUT /v1/report-views/{id}': restricted(DESK_ACCOUNT, () => ({ ...none, body: { name, is_shared, version: 1 } })),
  'PUT /v1/report-views/{id}/default': restricted(DESK_ACCOUNT, () => ({ ...none, body: { is_default: true } })),
  'DELETE /v1/report-views/{id}': restricted(DESK_ACCOUNT, () => none),
  'POST /v1/report-views/{id}/restore': restricted(DESK_ACCOUNT, () => none),
  'GET /v1/report-schedules': own(DESK_ACCOUNT, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/report-schedules': session(DESK_ACCOUNT, () => ({ body: REPORT_SCHEDULE })),
  'PUT /v1/report-schedules/{id}': restricted(DESK_ACCOUNT, () => ({
    ...none,
    body: { ...REPORT_SCHEDULE, version: 1 },
  })),
  'DELETE /v1/report-schedules/{id}': restricted(DESK_ACCOUNT, () => none),
  'GET /v1/pbi-authentication': own(EVERYBODY, () => ({
    query: { report: 'defender_breakdown' },
    asked: { query: {} },
  })),
  'GET /desk-api/desk/get-bi-token': own(EVERYBODY, () => ({
    query: { report: 'defender_breakdown' },
    asked: { query: {} },
  })),
  'GET /v1/embedded-reports': session(SUPER_ADMINS, () => ({ status: 403 })),
  'PUT /v1/embedded-reports': session(SUPER_ADMINS, () => ({
    body: { role_name: 'Account', version: 0 },
    status: 403,
  })),
  'POST /v1/embedded-reports/check': session(SUPER_ADMINS, () => ({ status: 403 })),
}
