import type { Case } from './endpoint-case.ts'

const NO_CONVERSATION = 999_999

/**
 * The assistant: a conversation that the caller does not have. Its own tests say that no user reads those of others.
 */
export const ASSISTANT_CASES: Readonly<Record<string, Case>> = {
  'POST /v1/llm': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: '/v1/llm', body: { question: 'completes', conversation_id: NO_CONVERSATION } }),
  },
  'GET /v1/llm/settings': { kind: 'lookup', call: () => ({ path: '/v1/llm/settings' }) },
  'GET /v1/llm/conversations': { kind: 'own', call: () => ({ path: '/v1/llm/conversations' }) },
  'GET /v1/llm/conversations/:id': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: `/v1/llm/conversations/${NO_CONVERSATION}` }),
  },
  'GET /v1/llm/conversations/:id/answers/:number/sent': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: `/v1/llm/conversations/${NO_CONVERSATION}/answers/1/sent` }),
  },
  'DELETE /v1/llm/conversations/:id': {
    kind: 'object',
    ownersToo: false,
    call: () => ({ path: `/v1/llm/conversations/${NO_CONVERSATION}` }),
  },
}
