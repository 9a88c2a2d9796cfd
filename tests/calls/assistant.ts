import { DESK_ACCOUNT } from './callers.ts'
import { lookup, own, restricted, type BaseCall, type Endpoint } from './endpoint.ts'

const NO_CONVERSATION = 999_999

const none: BaseCall = { path: { id: NO_CONVERSATION }, status: 404 }

export const ASSISTANT_CALLS: Readonly<Record<string, Endpoint>> = {
  'POST /v1/llm': restricted(DESK_ACCOUNT, ({ project }) => ({
    body: { question: 'How is IR calculated?', pm_proj_ud: project },
    asked: { body: { conversation_id: NO_CONVERSATION } },
  })),
  'GET /v1/llm/settings': lookup(DESK_ACCOUNT, () => ({})),
  'GET /v1/llm/conversations': own(DESK_ACCOUNT, () => ({ query: { limit: 10, offset: 0 } })),
  'GET /v1/llm/conversations/{id}': restricted(DESK_ACCOUNT, () => none),
  'GET /v1/llm/conversations/{id}/answers/{number}/sent': restricted(DESK_ACCOUNT, () => ({
    path: { id: NO_CONVERSATION, number: 1 },
    status: 404,
  })),
  'DELETE /v1/llm/conversations/{id}': restricted(DESK_ACCOUNT, () => none),
}
