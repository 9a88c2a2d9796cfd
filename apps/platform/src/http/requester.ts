import { Effect } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { ADDRESS_HEADER } from './contract-adapter.ts'

const USER_AGENT_MAX_LENGTH = 300

/** Where the present request comes from. */
export const requester = Effect.map(HttpServerRequest.HttpServerRequest, request => ({
  address: request.headers[ADDRESS_HEADER] ?? '',
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
}))
