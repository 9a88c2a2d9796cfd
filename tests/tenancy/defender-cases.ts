import type { Case } from './endpoint-case.ts'

/** How Defender's rules are set. */
export const DEFENDER_CASES: Readonly<Record<string, Case>> = {
  'GET /v1/project/:id/defender-setting': {
    kind: 'object',
    call: ids => ({ path: `/v1/project/${ids.project}/defender-setting` }),
  },
  'POST /v1/project/:id/defender-setting': {
    kind: 'object',
    call: ids => ({ path: `/v1/project/${ids.project}/defender-setting`, body: { rules: [] } }),
  },
  'POST /v1/project/:id/defender-preview': {
    kind: 'object',
    call: ids => ({ path: `/v1/project/${ids.project}/defender-preview`, body: { rules: [] } }),
  },
  'GET /v1/defender-setting/byaccount/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/defender-setting/byaccount/${ids.account}` }),
  },
  'POST /v1/defender-setting/byaccount/:id': {
    kind: 'object',
    ownersToo: false,
    call: ids => ({ path: `/v1/defender-setting/byaccount/${ids.account}`, body: { rules: [] } }),
  },
}
