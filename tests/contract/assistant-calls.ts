import type { BaseCall, Ids } from './base-calls.ts'

const NO_CONVERSATION = 999_999
const none: BaseCall = { path: { id: NO_CONVERSATION }, status: 404 }

/** The assistant. */
export const ASSISTANT_CALLS: Readonly<Record<string, (ids: Ids) => BaseCall>> = {
  'POST /v1/llm': ({ project }) => ({ body: { question: 'How is IR calculated?', pm_proj_ud: project } }),
  'GET /v1/llm/settings': () => ({}),
  'GET /v1/llm/conversations': () => ({ query: { limit: 10, offset: 0 } }),
  'GET /v1/llm/conversations/{id}': () => none,
  'GET /v1/llm/conversations/{id}/answers/{number}/sent': () => ({
    path: { id: NO_CONVERSATION, number: 1 },
    status: 404,
  }),
  'DELETE /v1/llm/conversations/{id}': () => none,
}
