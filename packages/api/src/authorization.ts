import type { KeyScope } from '@desk/schema/api-keys/key-scopes'
import type { Permission } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Context } from 'effect'
import { HttpApiMiddleware, HttpApiSecurity } from 'effect/http-api'
import { COMMON_ERRORS } from './errors.ts'

/** The caller: the user, the session, its present account, and the view there. */
export interface Caller {
  readonly user: CurrentUser
  readonly accountId: number
  /** Empty for an API key, which opens no endpoint that asks for it. */
  readonly sessionId: string
  readonly view: 'internal' | 'external'
  /** The DESK account that the present DEFENDER account defends; unset: none. */
  readonly defends?: number
  /** The API key of the call, whose maker is the user; unset: a session. */
  readonly apiKey?: { readonly id: number; readonly name: string; readonly scopes: readonly KeyScope[] }
}
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()('@desk/api/CurrentCaller') {}

/**
 * Who may call an endpoint: anybody without a token, the gateway by its service token, a session that is still pending (a
 * password to be changed first, §2.8, or a second factor to be set up), any other session (also in a suspended account, where the
 * account is left), or a user with a permission. Rules that depend on the requested row are the endpoint's own.
 */
export type WhoMayCall = 'anybody' | 'gateway' | 'anySession' | 'evenSuspended' | 'signedIn' | Permission

/** Declares who may call an endpoint; the middleware refuses every call of an endpoint without this declaration. */
export const OpenTo = Context.Reference<WhoMayCall | 'nobody'>('@desk/api/OpenTo', { defaultValue: () => 'nobody' })

/**
 * Says on whose data an endpoint works: that of the caller's account, or that of the DESK account that a DEFENDER account defends
 * (docs/decisions/0077), which is then the account of the caller that handlers are given. Permissions are those of the user in the account of the session.
 */
export const WorksOn = Context.Reference<'own account' | 'defended account'>('@desk/api/WorksOn', {
  defaultValue: () => 'own account',
})

/**
 * Demands the bearer token of a live session (§7.2) or an API key with the endpoint's scope (key-access.ts), and what `OpenTo` says; renews
 * a session's token by `set-authorization` (§7.4), and gives the caller.
 */
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentCaller; requires: never }>()(
  '@desk/api/SignedIn',
  { security: { bearer: HttpApiSecurity.bearer }, error: COMMON_ERRORS },
) {}

/** Demands the gateway's service token. */
export class ServiceOnly extends HttpApiMiddleware.Service<ServiceOnly>()('@desk/api/ServiceOnly', {
  security: { bearer: HttpApiSecurity.bearer },
  error: COMMON_ERRORS,
}) {}

/** Turns decoding errors into 422 with details by path (§5.28), or 400 when the request could not be read. */
export class DecodeFaults extends HttpApiMiddleware.Service<DecodeFaults>()('@desk/api/DecodeFaults', {
  error: COMMON_ERRORS,
}) {}
