import { DESK_ACCOUNT, EVERYBODY } from './callers.ts'
import { object, own, type Endpoint } from './endpoint.ts'

/** A part of a change, of which respondents are listed. */
const PART = { cause: 'returned', from_code: 11, to_code: 30, rule: 'age', request: 1, limit: 10, offset: 0 }

/** A moment that is over, after the objects were made. */
const over = () => ({ at: new Date(Date.now() - 1).toISOString(), limit: 10, offset: 0 })

export const FIGURE_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/as-it-was/survey/{id}': object(DESK_ACCOUNT, ({ survey }) => ({ path: { id: survey }, query: over() })),
  'GET /v1/as-it-was/project/{id}': object(DESK_ACCOUNT, ({ project }) => ({ path: { id: project }, query: over() })),
  'GET /v1/figure-changes/{scope}/{id}': object(DESK_ACCOUNT, ({ source }) => ({
    path: { scope: 'source', id: source },
    query: { figure: 'completes', from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
  })),
  'GET /v1/figure-changes/{scope}/{id}/respondents': object(DESK_ACCOUNT, ({ survey, supplier }) => ({
    path: { scope: 'survey', id: survey },
    query: {
      figure: 'completes',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T00:00:00.000Z',
      sup: supplier,
      ...PART,
    },
  })),
  'GET /v1/TrafficStatsForDashboard/{id}': object(DESK_ACCOUNT, ({ account }) => ({ path: { id: account } })),
  'GET /v1/Financials/{a}/{b}': object(DESK_ACCOUNT, ({ account }) => ({ path: { a: account, b: 0 } })),
  'GET /v1/ProjectManagersByPerformance/{a}/{b}': object(DESK_ACCOUNT, ({ account }) => ({
    path: { a: account, b: 0 },
    query: { limit: 10, offset: 0 },
  })),
  'GET /v1/TrafficStatsForDashboardWeekly': own(DESK_ACCOUNT, () => ({})),
  'GET /v1/dashboard': object(EVERYBODY, ({ project }) => ({ query: { pm_proj_ud: project } })),
}
