import type { Caller } from '@desk/api/authorization'
import { Effect } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { ADDRESS_HEADER } from './contract-adapter.ts'

const USER_AGENT_MAX_LENGTH = 300

/** Where a call comes from. */
export interface Requester {
  readonly address: string
  readonly userAgent: string | null
}

/** A signed-in caller with what a service needs to know of the call itself. */
export interface Calling extends Caller, Requester {
  /** Under which the call acts once, where the contract takes one and one was sent. */
  readonly idempotencyKey: string | undefined
}

/** Where the present request comes from. */
export const requester = Effect.map(HttpServerRequest.HttpServerRequest, (request): Requester => ({
  address: request.headers[ADDRESS_HEADER] ?? '',
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
}))
