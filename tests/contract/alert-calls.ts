import type { BaseCall, Ids } from './base-calls.ts'

export const ALERT_RULE = {
  name: 'Quality',
  kinds: ['auto_paused', 'ir_fell'],
  ir_fell: 30,
  scope: 'all',
  digest: true,
  channel_ids: [],
  is_on: true,
}

const FILTERS = {
  kind: 'auto_paused',
  state: 'open',
  project: 1,
  from: '2026-01-01T00:00:00.000Z',
  until: '2026-02-01T00:00:00.000Z',
}

/** A channel of Slack; its address is opened only when something is posted. */
export const ALERT_CHANNEL = {
  name: 'Field team',
  kind: 'slack',
  url: 'https://hooks.slack.example/services/T000/B000/0123456789',
} as const

/** The base calls of the alerts. */
export const ALERT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/alerts': () => ({ query: { ...FILTERS, limit: 10, before: 100 } }),
  'GET /v1/alerts/unread': () => ({}),
  'GET /v1/alerts/export': () => ({ query: FILTERS }),
  'POST /v1/alerts/read': () => ({ body: { up_to: 1 } }),
  // of no user: who has an alert depends on the ledger
  'POST /v1/alerts/{id}/snooze': () => ({ path: { id: 999_999 }, body: { until: 'hour' }, status: 404 }),
  'GET /v1/alert-digest': () => ({}),
  'PUT /v1/alert-digest': () => ({ body: { every: 'daily', local_hour: 7 } }),
  'GET /v1/alert-rules': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/alert-rules': () => ({ body: { ...ALERT_RULE, own: true } }),
  'PUT /v1/alert-rules/{id}': () => ({ path: { id: 999_999 }, body: ALERT_RULE, status: 404 }),
  'DELETE /v1/alert-rules/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  'GET /v1/alert-channels': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/alert-channels': () => ({ body: ALERT_CHANNEL }),
  'PUT /v1/alert-channels/{id}': () => ({ path: { id: 999_999 }, body: ALERT_CHANNEL, status: 404 }),
  'DELETE /v1/alert-channels/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  // an attempt waits for its answer
  'POST /v1/alert-channels/{id}/test': () => ({ path: { id: 999_999 }, status: 404 }),
}
