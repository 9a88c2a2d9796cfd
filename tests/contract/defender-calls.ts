import type { BaseCall, Ids } from './base-calls.ts'

const RECORDED = { rule: 'country', mode: 'shadow', threshold: null, window_hours: null }

/** One call that is answered for every operation on Defender's rules; none refuses, so that the other calls stay as they are. */
export const DEFENDER_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'GET /v1/project/{id}/defender-setting': ({ project }) => ({ path: { id: project } }),
  'POST /v1/project/{id}/defender-setting': ({ project }) => ({
    path: { id: project },
    headers: { 'idempotency-key': 'base-project-defender' },
    body: { rules: [RECORDED] },
  }),
  'POST /v1/project/{id}/defender-preview': ({ project }) => ({ path: { id: project }, body: { rules: [RECORDED] } }),
  'GET /v1/defender-setting/byaccount/{id}': ({ account }) => ({ path: { id: account } }),
  'POST /v1/defender-setting/byaccount/{id}': ({ account }) => ({
    path: { id: account },
    headers: { 'idempotency-key': 'base-account-defender' },
    body: { rules: [RECORDED] },
  }),
}
