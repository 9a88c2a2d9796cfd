import { DESK_ACCOUNT, DESK_ADMINS, DESK_WRITERS } from './callers.ts'
import { object, own, restricted, session, type Endpoint } from './endpoint.ts'

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

export const ALERT_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/alerts': own(DESK_ACCOUNT, () => ({ query: { ...FILTERS, limit: 10, before: 100 }, asked: { query: {} } })),
  'GET /v1/project-views': own(DESK_ACCOUNT, () => ({ query: { of: 'all' } })),
  'GET /v1/first-steps': own(DESK_ACCOUNT, () => ({})),
  'GET /v1/today': own(DESK_ACCOUNT, () => ({ query: { of: 'all', limit: 10 } })),
  'GET /v1/today/finishing': own(DESK_ACCOUNT, () => ({ query: { of: 'all', limit: 10 } })),
  'GET /v1/today/since': own(DESK_ACCOUNT, () => ({ query: { of: 'all' } })),
  'POST /v1/today/snooze': own(DESK_WRITERS, () => ({ body: { alert_ids: [999_999], until: 'hour' } })),
  'GET /v1/alerts/unread': own(DESK_ACCOUNT, () => ({})),
  'GET /v1/alerts/export': own(DESK_ACCOUNT, () => ({ query: FILTERS, asked: { query: {} } })),
  'POST /v1/alerts/read': own(DESK_ACCOUNT, () => ({ body: { up_to: 1 } })),
  // of no user: who has an alert depends on the ledger
  'POST /v1/alerts/{id}/snooze': restricted(DESK_WRITERS, () => ({
    path: { id: 999_999 },
    body: { until: 'hour' },
    status: 404,
  })),
  'GET /v1/alert-rules': own(DESK_ACCOUNT, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/alert-rules': session(DESK_ACCOUNT, () => ({ body: { ...ALERT_RULE, own: true } })),
  'PUT /v1/alert-rules/{id}': restricted(DESK_ACCOUNT, ({ alertRule }) => ({
    path: { id: 999_999 },
    body: ALERT_RULE,
    status: 404,
    asked: { path: { id: alertRule } },
  })),
  'DELETE /v1/alert-rules/{id}': restricted(DESK_ACCOUNT, ({ alertRule }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: alertRule } },
  })),
  'GET /v1/alert-mutes': own(DESK_ACCOUNT, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/alert-mutes': object(DESK_WRITERS, ({ source }) => ({
    body: { kind: 'behind_pace', scope: 'source', place_id: source },
  })),
  // of no user: each has their own
  'DELETE /v1/alert-mutes/{id}': restricted(DESK_WRITERS, () => ({ path: { id: 999_999 }, status: 404 })),
  'GET /v1/alert-digest': own(DESK_ACCOUNT, () => ({})),
  'PUT /v1/alert-digest': own(DESK_ACCOUNT, () => ({ body: { every: 'daily', local_hour: 7 } })),
  // channels, of the account
  'GET /v1/alert-channels': own(DESK_ADMINS, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/alert-channels': session(DESK_ADMINS, () => ({ body: ALERT_CHANNEL })),
  'PUT /v1/alert-channels/{id}': restricted(DESK_ADMINS, ({ alertChannel }) => ({
    path: { id: 999_999 },
    body: ALERT_CHANNEL,
    status: 404,
    asked: { path: { id: alertChannel } },
  })),
  'DELETE /v1/alert-channels/{id}': restricted(DESK_ADMINS, ({ alertChannel }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: alertChannel } },
  })),
  // an attempt waits for its answer
  'POST /v1/alert-channels/{id}/test': restricted(DESK_ADMINS, ({ alertChannel }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: alertChannel } },
  })),
}
