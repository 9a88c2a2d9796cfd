import type { BaseCall, Ids } from './base-calls.ts'
import { WEBHOOK } from './base-forms.ts'

/** The base calls of the webhooks. */
export const WEBHOOK_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/webhooks': () => ({ query: { limit: 10, offset: 0 } }),
  'POST /v1/webhooks': ({ password }) => ({ body: { ...WEBHOOK, confirmation: { present_password: password } } }),
  'PUT /v1/webhooks/{id}': ({ webhook }) => ({ path: { id: webhook }, body: WEBHOOK }),
  'DELETE /v1/webhooks/{id}': () => ({ path: { id: 999_999 }, status: 404 }),
  'POST /v1/webhooks/{id}/secret': ({ webhook, password }) => ({
    path: { id: webhook },
    body: { confirmation: { present_password: password } },
  }),
  // an attempt waits for its answer
  'POST /v1/webhooks/{id}/test': () => ({ path: { id: 999_999 }, status: 404 }),
  'GET /v1/webhooks/{id}/deliveries': ({ webhook }) => ({
    path: { id: webhook },
    query: { limit: 10, before: 100, state: 'delivered' },
  }),
  // nothing was delivered then
  'POST /v1/webhooks/{id}/replays': ({ webhook }) => ({
    path: { id: webhook },
    body: { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' },
  }),
}
