import type { BaseCall, Ids } from './base-calls.ts'

/** No respondent of the account. */
const NOBODY = 'b-0193f0d000004000800000000088aaaa'
const RECORDED = { rule: 'country', mode: 'shadow', threshold: null, window_hours: null }
const DAY = { from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }

/** One call that is answered for every operation on Defender's rules; none refuses, so that the other calls stay as they are. */
export const DEFENDER_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/project/{id}/defender-setting': ({ project }) => ({ path: { id: project } }),
  'POST /v1/project/{id}/defender-setting': ({ project }) => ({
    path: { id: project },
    headers: { 'idempotency-key': 'base-project-defender' },
    body: { rules: [RECORDED] },
  }),
  'POST /v1/project/{id}/defender-preview': ({ project }) => ({ path: { id: project }, body: { rules: [RECORDED] } }),
  'GET /v1/defender/scorecards': () => ({ query: { by: 'source', weeks: '4' } }),
  'GET /v1/defender/review': () => ({ query: { state: 'pending', limit: '5' } }),
  // of no respondent that a rule flagged
  'POST /v1/defender/review': () => ({
    body: { decisions: [{ rdud: NOBODY, decision: 'confirmed' }] },
    status: 404,
  }),
  'GET /v1/defender/review/history': () => ({ query: { rdud: NOBODY }, status: 404 }),
  'GET /v1/defender/suppliers': () => ({ query: { weeks: '4' } }),
  'GET /v1/defender/trends': () => ({ query: { measure: 'rejected' } }),
  'GET /v1/survey/{id}/defender-setting': ({ survey }) => ({ path: { id: survey } }),
  'POST /v1/survey/{id}/defender-setting': ({ survey }) => ({
    path: { id: survey },
    headers: { 'idempotency-key': 'base-survey-defender' },
    body: { rules: [RECORDED] },
  }),
  'POST /v1/survey/{id}/defender-preview': ({ survey }) => ({ path: { id: survey }, body: { rules: [RECORDED] } }),
  'GET /v1/defender-setting/byaccount/{id}': ({ account }) => ({ path: { id: account } }),
  'POST /v1/defender-setting/byaccount/{id}': ({ account }) => ({
    path: { id: account },
    headers: { 'idempotency-key': 'base-account-defender' },
    body: { rules: [RECORDED] },
  }),
  // of a DEFENDER account, which that of these calls is not
  'GET /v1/defender/endings': () => ({ query: DAY, status: 403 }),
  'GET /v1/defender/endings/people': () => ({ query: { ...DAY, limit: 10 }, status: 403 }),
  'GET /v1/defender/export': () => ({ query: { ...DAY, mode: 'recorded', country: 'US' }, status: 403 }),
  'GET /v1/defender/export/file': () => ({ query: { ...DAY, format: 'jsonl' }, status: 403 }),
  'GET /v1/defender/search': () => ({ query: { text: 'r1' }, status: 403 }),
  'GET /v1/defender/path': () => ({ query: { rdud: 'r1' }, status: 403 }),
  'GET /v1/defender/activity': () => ({ query: { hours: 24 }, status: 403 }),
  'GET /v1/defender/marks': () => ({ query: { list: 'block', limit: 10, offset: 0 } }),
  'POST /v1/defender/marks': () => ({
    headers: { 'idempotency-key': 'base-marks' },
    body: { list: 'watch', kind: 'either', text: 'base-fingerprint', note: 'base', until: null, take: 'all' },
  }),
  'GET /v1/defender/marks/history': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/defender/marks/remove': () => ({
    headers: { 'idempotency-key': 'base-marks-remove' },
    body: { entries: [999_999] },
  }),
  'POST /v1/defender/marks/restore': () => ({
    headers: { 'idempotency-key': 'base-marks-restore' },
    body: { entries: [999_999] },
  }),
}
