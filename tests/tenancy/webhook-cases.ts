import { DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import type { Case } from './endpoint-case.ts'

const WEBHOOK = {
  description: 'Ours',
  url: 'https://hooks.example/desk',
  kinds: ['status.changed'],
  is_on: true,
}

/** Webhooks of an account. */
export const WEBHOOK_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/webhooks': { kind: 'own', call: () => ({ path: '/v1/webhooks' }) },
  'POST /v1/webhooks': { kind: 'session', call: () => ({ path: '/v1/webhooks', body: {} }) },
  'PUT /v1/webhooks/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/webhooks/${ids.webhook}`, body: WEBHOOK }),
  },
  'GET /v1/webhooks/:id/deliveries': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/webhooks/${ids.webhook}/deliveries` }),
  },
  'POST /v1/webhooks/:id/replays': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/webhooks/${ids.webhook}/replays`, body: { number: 1 } }),
  },
  'POST /v1/webhooks/:id/test': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/webhooks/${ids.webhook}/test` }),
  },
  'POST /v1/webhooks/:id/secret': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({
      path: `/v1/webhooks/${ids.webhook}/secret`,
      body: { confirmation: { present_password: DEMO_PASSWORD } },
    }),
  },
  'DELETE /v1/webhooks/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/webhooks/${ids.webhook}` }),
  },
}
