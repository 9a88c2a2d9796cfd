import type { Permission } from '@desk/schema/permissions/permissions'
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
 * Who may call an endpoint: anybody without a token, the gateway by its service token, a session that is still pending (a password to be
 * changed first, §2.8, or a second factor to be set up), any other session, or who has a permission. What depends on the row that is
 * asked for is the endpoint's own rule.
 */
export type WhoMayCall = 'anybody' | 'gateway' | 'anySession' | 'signedIn' | Permission

/** Says of an endpoint who may call it; the middleware lets nobody call one that does not say so. */
export const OpenTo = Context.Reference<WhoMayCall | 'nobody'>('@desk/api/OpenTo', { defaultValue: () => 'nobody' })

/** Demands a live session's bearer token (§7.2) and what `OpenTo` says, renews the token by `set-authorization` (§7.4), and gives the caller. */
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
