import { ALERT_CHANNEL, ALERT_RULE } from '../contract/alert-calls.ts'
import type { Case } from './endpoint-case.ts'

/** The cases of the alerts. */
export const ALERT_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/alerts': { kind: 'own', call: () => ({ path: '/v1/alerts' }) },
  'GET /v1/alerts/unread': { kind: 'own', call: () => ({ path: '/v1/alerts/unread' }) },
  'GET /v1/alerts/export': { kind: 'own', call: () => ({ path: '/v1/alerts/export' }) },
  'POST /v1/alerts/read': { kind: 'own', call: () => ({ path: '/v1/alerts/read', body: { up_to: 1 } }) },
  // a user's own; those of others are not found
  'POST /v1/alerts/:id/snooze': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/alerts/999999/snooze', body: { until: 'hour' } }),
  },
  'GET /v1/alert-digest': { kind: 'own', call: () => ({ path: '/v1/alert-digest' }) },
  'PUT /v1/alert-digest': {
    kind: 'own',
    call: () => ({ path: '/v1/alert-digest', body: { every: 'none', local_hour: 8 } }),
  },
  'GET /v1/alert-rules': { kind: 'own', call: () => ({ path: '/v1/alert-rules' }) },
  'POST /v1/alert-rules': { kind: 'session', call: () => ({ path: '/v1/alert-rules', body: {} }) },
  'PUT /v1/alert-rules/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/alert-rules/${ids.alertRule}`, body: ALERT_RULE }),
  },
  'DELETE /v1/alert-rules/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/alert-rules/${ids.alertRule}` }),
  },
  'GET /v1/alert-channels': { kind: 'own', call: () => ({ path: '/v1/alert-channels' }) },
  'POST /v1/alert-channels': { kind: 'session', call: () => ({ path: '/v1/alert-channels', body: {} }) },
  'PUT /v1/alert-channels/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/alert-channels/${ids.alertChannel}`, body: ALERT_CHANNEL }),
  },
  'POST /v1/alert-channels/:id/test': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/alert-channels/${ids.alertChannel}/test` }),
  },
  'DELETE /v1/alert-channels/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/alert-channels/${ids.alertChannel}` }),
  },
}
