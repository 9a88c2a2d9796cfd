import { ADMINS, DEFENDERS, DESK_ADMINS, SUPPLY_SIDE, SUPPLY_WRITERS } from './callers.ts'
import { object, own, restricted, session, type Endpoint } from './endpoint.ts'

/** No respondent of the account. */
const NOBODY = 'b-0193f0d000004000800000000088aaaa'

const RECORDED = { rule: 'country', mode: 'shadow', threshold: null, window_hours: null }

const DAY = { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }

export const DEFENDER_CALLS: Readonly<Record<string, Endpoint>> = {
  // Defender's rules: a project's own, and the account's default
  'GET /v1/project/{id}/defender-setting': object(SUPPLY_SIDE, ({ project }) => ({ path: { id: project } })),
  'POST /v1/project/{id}/defender-setting': object(SUPPLY_WRITERS, ({ project }) => ({
    path: { id: project },
    body: { rules: [RECORDED] },
  })),
  'POST /v1/project/{id}/defender-preview': object(SUPPLY_WRITERS, ({ project }) => ({
    path: { id: project },
    body: { rules: [RECORDED] },
  })),
  'GET /v1/survey/{id}/defender-setting': object(SUPPLY_SIDE, ({ survey }) => ({ path: { id: survey } })),
  'POST /v1/survey/{id}/defender-setting': object(SUPPLY_WRITERS, ({ survey }) => ({
    path: { id: survey },
    body: { rules: [RECORDED] },
  })),
  'POST /v1/survey/{id}/defender-preview': object(SUPPLY_WRITERS, ({ survey }) => ({
    path: { id: survey },
    body: { rules: [RECORDED] },
  })),
  'GET /v1/defender-setting/byaccount/{id}': restricted(DESK_ADMINS, ({ account }) => ({ path: { id: account } })),
  'POST /v1/defender-setting/byaccount/{id}': restricted(DESK_ADMINS, ({ account }) => ({
    path: { id: account },
    body: { rules: [RECORDED] },
  })),
  // of a DEFENDER account, which that of these calls is not
  'GET /v1/defender/endings': own(DEFENDERS, () => ({ query: DAY, status: 403 })),
  'GET /v1/defender/endings/people': own(DEFENDERS, () => ({ query: { ...DAY, limit: 10 }, status: 403 })),
  'GET /v1/defender/search': own(DEFENDERS, () => ({ query: { text: 'r1' }, status: 403 })),
  'GET /v1/defender/path': own(DEFENDERS, () => ({ query: { rdud: 'r1' }, status: 403 })),
  'GET /v1/defender/activity': own(DEFENDERS, () => ({ query: { hours: 24 }, status: 403, asked: { query: {} } })),
  // of accounts that may export it (§2.37), which this one may
  'GET /v1/defender/export': own(DEFENDERS, () => ({
    query: { ...DAY, mode: 'recorded', country: 'US' },
    status: 403,
    asked: { query: { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' } },
  })),
  'GET /v1/defender/export/file': own(DEFENDERS, () => ({ query: { ...DAY, format: 'jsonl' }, status: 403 })),
  'GET /v1/defender/marks': own(ADMINS, () => ({ query: { list: 'block', limit: 10, offset: 0 } })),
  'POST /v1/defender/marks': own(ADMINS, () => ({
    body: { list: 'watch', kind: 'either', text: 'base-fingerprint', note: 'base', until: null, take: 'all' },
  })),
  'POST /v1/defender/marks/remove': own(ADMINS, () => ({
    body: { entries: [999_999] },
  })),
  'GET /v1/defender/marks/history': own(ADMINS, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/defender/marks/restore': own(ADMINS, () => ({
    body: { entries: [999_999] },
  })),
  // every role of a Defender account, and each role that sets its rules in a DESK account
  'GET /v1/defender/scorecards': own([...SUPPLY_SIDE, 'defender'], () => ({
    query: { by: 'source', weeks: '4' },
    asked: { query: {} },
  })),
  'GET /v1/defender/suppliers': own([...SUPPLY_SIDE, 'defender'], () => ({
    query: { weeks: '4' },
    asked: { query: {} },
  })),
  'GET /v1/defender/trends': own([...SUPPLY_SIDE, 'defender'], () => ({
    query: { measure: 'rejected' },
    asked: { query: {} },
  })),
  'GET /v1/defender/review': own([...SUPPLY_SIDE, 'defender'], () => ({
    query: { state: 'pending', limit: '5' },
    asked: { query: {} },
  })),
  // of no respondent that a rule flagged
  'POST /v1/defender/review': session([...SUPPLY_WRITERS, 'defender'], () => ({
    body: { decisions: [{ rdud: NOBODY, decision: 'confirmed' }] },
    status: 404,
  })),
  'GET /v1/defender/review/history': session([...SUPPLY_SIDE, 'defender'], () => ({
    query: { rdud: NOBODY },
    status: 404,
  })),
}
