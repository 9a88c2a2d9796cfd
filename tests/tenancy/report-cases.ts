import { NO_VIEW, REPORT_SCHEDULE, REPORT_VIEW } from '../contract/report-view-calls.ts'
import type { Case } from './endpoint-case.ts'

const { name, is_shared } = REPORT_VIEW

/** Reports, their saved views and schedules of reports: one that the account does not have. Whose views others see, their own tests say. */
export const REPORT_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/reports/:type': {
    kind: 'object',
    call: ids => ({ path: `/v1/reports/terminations?pm_sy_ud=${ids.survey}` }),
  },
  'GET /v1/reports/:type/change': {
    kind: 'object',
    call: ids => ({
      path: `/v1/reports/costs/change?by=source&line=source.${ids.source}&figure=revenue&since=2026-11-01T00:00:00.000Z&until=2026-11-02T00:00:00.000Z`,
    }),
  },
  'GET /v1/reports/:type/change/respondents': {
    kind: 'object',
    call: ids => ({
      path: `/v1/reports/costs/change/respondents?by=source&line=source.${ids.source}&figure=revenue&since=2026-11-01T00:00:00.000Z&until=2026-11-02T00:00:00.000Z&cause=returned&from_code=11&to_code=30`,
    }),
  },
  'GET /v1/reports/:type/file': {
    kind: 'object',
    call: ids => ({ path: `/v1/reports/terminations/file?format=csv&pm_sy_ud=${ids.survey}` }),
  },
  'GET /v1/report-views': { kind: 'own', call: () => ({ path: '/v1/report-views' }) },
  'POST /v1/report-views': { kind: 'session', call: () => ({ path: '/v1/report-views', body: {} }) },
  'PUT /v1/report-views/:id': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: `/v1/report-views/${NO_VIEW}`, body: { name, is_shared } }),
  },
  'DELETE /v1/report-views/:id': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: `/v1/report-views/${NO_VIEW}` }),
  },
  'POST /v1/report-views/:id/restore': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: `/v1/report-views/${NO_VIEW}/restore` }),
  },
  'GET /v1/report-schedules': { kind: 'own', call: () => ({ path: '/v1/report-schedules' }) },
  'POST /v1/report-schedules': { kind: 'session', call: () => ({ path: '/v1/report-schedules', body: {} }) },
  'PUT /v1/report-schedules/:id': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: `/v1/report-schedules/${NO_VIEW}`, body: REPORT_SCHEDULE }),
  },
  'DELETE /v1/report-schedules/:id': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: `/v1/report-schedules/${NO_VIEW}` }),
  },
}
