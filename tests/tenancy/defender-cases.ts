import type { Case } from './endpoint-case.ts'

/** How Defender's rules are set. */
export const DEFENDER_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/project/:id/defender-setting': {
    kind: 'object',
    call: ids => ({ path: `/v1/project/${ids.project}/defender-setting` }),
  },
  'POST /v1/project/:id/defender-setting': {
    kind: 'object',
    call: ids => ({ path: `/v1/project/${ids.project}/defender-setting`, body: { rules: [] } }),
  },
  'POST /v1/project/:id/defender-preview': {
    kind: 'object',
    call: ids => ({ path: `/v1/project/${ids.project}/defender-preview`, body: { rules: [] } }),
  },
  'GET /v1/defender/scorecards': { kind: 'own', call: () => ({ path: '/v1/defender/scorecards' }) },
  'GET /v1/defender/review': { kind: 'own', call: () => ({ path: '/v1/defender/review' }) },
  'POST /v1/defender/review': {
    kind: 'session',
    call: () => ({ path: '/v1/defender/review', body: { decisions: [] } }),
  },
  'GET /v1/defender/review/history': { kind: 'session', call: () => ({ path: '/v1/defender/review/history' }) },
  'GET /v1/defender/suppliers': { kind: 'own', call: () => ({ path: '/v1/defender/suppliers' }) },
  'GET /v1/defender/trends': { kind: 'own', call: () => ({ path: '/v1/defender/trends' }) },
  'GET /v1/survey/:id/defender-setting': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/defender-setting` }),
  },
  'POST /v1/survey/:id/defender-setting': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/defender-setting`, body: { rules: [] } }),
  },
  'POST /v1/survey/:id/defender-preview': {
    kind: 'object',
    call: ids => ({ path: `/v1/survey/${ids.survey}/defender-preview`, body: { rules: [] } }),
  },
  'GET /v1/defender-setting/byaccount/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/defender-setting/byaccount/${ids.account}` }),
  },
  'POST /v1/defender-setting/byaccount/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/defender-setting/byaccount/${ids.account}`, body: { rules: [] } }),
  },
  // of a DEFENDER account; its own tests are those of apps/platform/src/defender
  'GET /v1/defender/endings': {
    kind: 'own',
    call: () => ({ path: '/v1/defender/endings?from=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z' }),
  },
  'GET /v1/defender/endings/people': {
    kind: 'own',
    call: () => ({ path: '/v1/defender/endings/people?from=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z' }),
  },
  'GET /v1/defender/export': {
    kind: 'own',
    call: () => ({ path: '/v1/defender/export?from=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z' }),
  },
  'GET /v1/defender/export/file': {
    kind: 'own',
    call: () => ({ path: '/v1/defender/export/file?from=2026-01-01T00:00:00Z&until=2026-01-02T00:00:00Z&format=csv' }),
  },
  'GET /v1/defender/search': { kind: 'own', call: () => ({ path: '/v1/defender/search?text=r' }) },
  'GET /v1/defender/path': { kind: 'own', call: () => ({ path: '/v1/defender/path?rdud=r' }) },
  'GET /v1/defender/activity': { kind: 'own', call: () => ({ path: '/v1/defender/activity' }) },
  'GET /v1/defender/marks': { kind: 'own', call: () => ({ path: '/v1/defender/marks?list=block' }) },
  'POST /v1/defender/marks': {
    kind: 'own',
    call: () => ({
      path: '/v1/defender/marks',
      body: { list: 'watch', kind: 'either', text: 'f-1', note: '', until: null, take: 'all' },
    }),
  },
  'GET /v1/defender/marks/history': { kind: 'own', call: () => ({ path: '/v1/defender/marks/history' }) },
  'POST /v1/defender/marks/remove': {
    kind: 'own',
    call: () => ({ path: '/v1/defender/marks/remove', body: { entries: [999_999] } }),
  },
  'POST /v1/defender/marks/restore': {
    kind: 'own',
    call: () => ({ path: '/v1/defender/marks/restore', body: { entries: [999_999] } }),
  },
}
