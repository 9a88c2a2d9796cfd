import type { BaseCall, Ids } from './base-calls.ts'

const FILTERS = {
  kind: 'auto_paused',
  state: 'open',
  project: 1,
  from: '2026-01-01T00:00:00.000Z',
  until: '2026-02-01T00:00:00.000Z',
}

/** The base calls of the alerts. */
export const ALERT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/alerts': () => ({ query: { ...FILTERS, limit: 10, before: 100 } }),
  'GET /v1/alerts/unread': () => ({}),
  'GET /v1/alerts/export': () => ({ query: FILTERS }),
  'POST /v1/alerts/read': () => ({ body: { up_to: 1 } }),
}
