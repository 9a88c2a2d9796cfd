import { DESK_ADMINS } from './callers.ts'
import { own, restricted, session, type Endpoint } from './endpoint.ts'

export const WEBHOOK = {
  description: 'Our warehouse',
  url: 'https://hooks.example/desk',
  kinds: ['status.changed', 'respondent.completed'],
  is_on: true,
}

export const WEBHOOK_CALLS: Readonly<Record<string, Endpoint>> = {
  'GET /v1/webhooks': own(DESK_ADMINS, () => ({ query: { limit: 10, offset: 0 } })),
  'POST /v1/webhooks': session(DESK_ADMINS, ({ password }) => ({
    body: { ...WEBHOOK, confirmation: { present_password: password } },
  })),
  'PUT /v1/webhooks/{id}': restricted(DESK_ADMINS, ({ webhook }) => ({ path: { id: webhook }, body: WEBHOOK })),
  'DELETE /v1/webhooks/{id}': restricted(DESK_ADMINS, ({ webhook }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: webhook } },
  })),
  'POST /v1/webhooks/{id}/secret': restricted(DESK_ADMINS, ({ webhook, password }) => ({
    path: { id: webhook },
    body: { confirmation: { present_password: password } },
  })),
  // an attempt waits for its answer
  'POST /v1/webhooks/{id}/test': restricted(DESK_ADMINS, ({ webhook }) => ({
    path: { id: 999_999 },
    status: 404,
    asked: { path: { id: webhook } },
  })),
  'GET /v1/webhooks/{id}/deliveries': restricted(DESK_ADMINS, ({ webhook }) => ({
    path: { id: webhook },
    query: { limit: 10, before: 100, state: 'delivered' },
  })),
  // nothing was delivered then
  'POST /v1/webhooks/{id}/replays': restricted(DESK_ADMINS, ({ webhook }) => ({
    path: { id: webhook },
    body: { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' },
  })),
}
