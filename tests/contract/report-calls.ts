import type { BaseCall, Ids } from './base-calls.ts'

/** A part of a change, of which respondents are listed. */
const PART = { cause: 'returned', from_code: 11, to_code: 30, rule: 'age', request: 1, limit: 10, offset: 0 }

/** The calls of reports, and of what explains their figures. */
export const REPORT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/reports/costsummary': ({ project }) => ({ query: { pm_proj_ud: project } }),
  'GET /v2/reports/costsummary': ({ project }) => ({ query: { pm_proj_ud: project } }),
  'GET /v1/reports/traffic': ({ project }) => ({
    query: { pm_proj_ud: project, by: 'source', and: 'country', limit: 10, offset: 0 },
  }),
  'POST /v1/reports/traffic': ({ project }) => ({
    query: { limit: 10, offset: 0 },
    body: { pm_proj_uds: [project], by: 'survey' },
  }),
  'GET /v1/reports/{type}': ({ project }) => ({
    path: { type: 'terminations' },
    query: { pm_proj_ud: project, limit: 10, offset: 0 },
  }),
  'GET /v1/reports/{type}/change': ({ project, source }) => ({
    path: { type: 'costs' },
    query: {
      pm_proj_ud: project,
      by: 'source',
      line: `source.${source}`,
      figure: 'revenue',
      since: '2026-11-01T00:00:00.000Z',
      until: '2026-11-02T00:00:00.000Z',
    },
  }),
  'GET /v1/reports/{type}/change/respondents': ({ project, source, supplier }) => ({
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
  }),
  'GET /v1/figure-changes/{scope}/{id}': ({ source }) => ({
    path: { scope: 'source', id: source },
    query: { figure: 'completes', from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
  }),
  'GET /v1/figure-changes/{scope}/{id}/respondents': ({ survey, supplier }) => ({
    path: { scope: 'survey', id: survey },
    query: {
      figure: 'completes',
      from: '2026-11-01T00:00:00.000Z',
      to: '2026-11-02T00:00:00.000Z',
      sup: supplier,
      ...PART,
    },
  }),
}
