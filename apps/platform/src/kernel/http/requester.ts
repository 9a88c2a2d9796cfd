import type { Caller } from '@desk/api/authorization'
import { THROUGH_ASSISTANT, THROUGH_HEADER } from '@desk/schema/assistant/proposal'
import { Effect } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { ADDRESS_HEADER } from './contract-adapter.ts'

const USER_AGENT_MAX_LENGTH = 300

/** The origin of a call. */
export interface Requester {
  readonly address: string
  readonly userAgent: string | null
  /** They confirm a proposal of the assistant: what the caller says of their own act. */
  readonly isThroughAssistant?: boolean
}

/** A signed-in caller with the facts of the call that a service needs. */
export interface Calling extends Caller, Requester {
  /** The Idempotency-Key, if the contract has one and one was sent. */
  readonly idempotencyKey: string | undefined
}

/** The origin of the present request. */
export const requester = Effect.map(HttpServerRequest.HttpServerRequest, (request): Requester => ({
  address: request.headers[ADDRESS_HEADER] ?? '',
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
  isThroughAssistant: request.headers[THROUGH_HEADER] === THROUGH_ASSISTANT,
}))
