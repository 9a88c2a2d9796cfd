import type { Caller } from '@desk/api/authorization'
import { Context } from 'effect'

/**
 * The caller of a call that the platform makes to itself, who was authenticated already: what they may do is judged again by the endpoint's
 * `OpenTo` and the scopes of their key. Null in every request that comes from outside, which cannot set it.
 */
export const ActingCaller = Context.Reference<Caller | null>('@desk/platform/ActingCaller', {
  defaultValue: () => null,
})
