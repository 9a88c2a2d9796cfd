import type { CurrentUser } from '@desk/schema/users/current-user'
import { Context } from 'effect'
import { HttpApiMiddleware, HttpApiSecurity } from 'effect/http-api'
import { COMMON_ERRORS } from './errors.ts'

/** Who calls: the user, the account that the session is in now, the session, and the view that holds there. */
export interface Caller {
  readonly user: CurrentUser
  readonly accountId: number
  readonly sessionId: string
  readonly view: 'internal' | 'external'
}
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()('@desk/api/CurrentCaller') {}

/**
 * Marks what a session may do that is pending: its account wants a second factor and its user has none, or its password is
 * to be changed first (§2.8). Anything else answers 403.
 */
export const OpenToPending = Context.Reference<boolean>('@desk/api/OpenToPending', { defaultValue: () => false })

/** Demands a live session's bearer token (§7.2), renews it by `set-authorization` (§7.4), and gives the caller. */
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentCaller; requires: never }>()(
  '@desk/api/SignedIn',
  { security: { bearer: HttpApiSecurity.bearer }, error: COMMON_ERRORS },
) {}

/** Demands the gateway's service token. */
export class ServiceOnly extends HttpApiMiddleware.Service<ServiceOnly>()('@desk/api/ServiceOnly', {
  security: { bearer: HttpApiSecurity.bearer },
  error: COMMON_ERRORS,
}) {}

/** Turns what fails to decode into 422 with details by path (§5.28), or 400 when it could not be read. */
export class DecodeFaults extends HttpApiMiddleware.Service<DecodeFaults>()('@desk/api/DecodeFaults', {
  error: COMMON_ERRORS,
}) {}
