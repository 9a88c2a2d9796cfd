import type { BaseCall, Ids } from './base-calls.ts'

export const NO_VIEW = 999_999
export const REPORT_VIEW = { type: 'traffic', name: 'By supplier', filters: 'and=supplier', is_shared: true }
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

/** Reports as files, their saved views, and when they are mailed. */
export const REPORT_VIEW_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  // what comes says when it was made
  'GET /v1/reports/{type}/file': () => ({
    path: { type: 'hours' },
    query: { pm_proj_ud: NO_VIEW, format: 'csv' },
    status: 404,
  }),
  'GET /v1/report-views': () => ({ query: { type: 'traffic', limit: 10, offset: 0 } }),
  'POST /v1/report-views': () => ({ body: REPORT_VIEW }),
  'PUT /v1/report-views/{id}': () => ({ ...none, body: { name, is_shared, version: 1 } }),
  'DELETE /v1/report-views/{id}': () => none,
  'POST /v1/report-views/{id}/restore': () => none,
  'GET /v1/report-schedules': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/report-schedules': () => ({ body: REPORT_SCHEDULE }),
  'PUT /v1/report-schedules/{id}': () => ({ ...none, body: { ...REPORT_SCHEDULE, version: 1 } }),
  'DELETE /v1/report-schedules/{id}': () => none,
}
