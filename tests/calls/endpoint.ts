import { DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import type { Caller } from './callers.ts'

/** Ids of one account's objects, and of one of its users. */
export interface Ids {
  readonly account: number
  readonly project: number
  readonly survey: number
  readonly source: number
  readonly supplier: number
  /** One of the account's own, and its text. */
  readonly qualification: number
  readonly qualificationText: number
  readonly qualityQuestion: number
  readonly hashKey: number
  readonly apiKey: number
  readonly webhook: number
  readonly alertRule: number
  readonly alertChannel: number
  readonly user: number
  readonly username: string
  readonly password: string
  /** A live session of that user. */
  readonly session: string
  /** A journal of the account. */
  readonly journal: string
}

const NONE = 999_999
/** Ids that do not exist. */
export const NOWHERE: Ids = {
  account: NONE,
  project: NONE,
  survey: NONE,
  source: NONE,
  supplier: NONE,
  qualification: NONE,
  qualificationText: NONE,
  qualityQuestion: NONE,
  hashKey: NONE,
  apiKey: NONE,
  webhook: NONE,
  alertRule: NONE,
  alertChannel: NONE,
  user: NONE,
  username: 'nobody@desk.example',
  password: DEMO_PASSWORD,
  session: '0193f0d0-0000-4000-8000-000000888888',
  journal: '0193f0d0-0000-4000-8000-000000999999',
}

interface CallParts {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** A valid call, to be altered in one place. */
export interface BaseCall extends CallParts {
  readonly headers?: Readonly<Record<string, string>>
  /** The feed's service token instead of a user's. */
  readonly asService?: true
  /** The answer to staff at work in the account; 200 by default. */
  readonly status?: number
  /** Changes of the call for the tests of tenancy: it names the account's object, or lists without filters. */
  readonly asked?: CallParts
}

/**
 * The answer to an id of another account. `object`: the same as to a missing id, while the users of the account
 * have it. `restricted`: the same, but only some users of the account have it, and tests of the noun show which.
 * `support`: the same, while staff at work in the account have it. `own`: the rows of the caller's account alone.
 * `lookup`: the same rows for all. `session`: no object of an account is named. `service`: only the gateway's token
 * opens it. `open`: it needs no token.
 */
type Kind = 'object' | 'restricted' | 'support' | 'own' | 'lookup' | 'session' | 'service' | 'open'

export interface Endpoint {
  readonly kind: Kind
  /** The callers allowed (domain.md §8); all others get 403. */
  readonly may: readonly Caller[]
  readonly call: (ids: Ids) => BaseCall
  /** Super admins have the objects of every account. */
  readonly isOfAnyAccount?: true
}

const asKind =
  (kind: Kind) =>
  (may: readonly Caller[], call: Endpoint['call']): Endpoint => ({ kind, may, call })

export const object = asKind('object')
export const restricted = asKind('restricted')
export const support = asKind('support')
export const own = asKind('own')
export const lookup = asKind('lookup')
export const session = asKind('session')
export const service = (call: Endpoint['call']): Endpoint => ({ kind: 'service', may: [], call })
export const open = (call: Endpoint['call']): Endpoint => ({ kind: 'open', may: [], call })
export const ofAnyAccount = (endpoint: Endpoint): Endpoint => ({ ...endpoint, isOfAnyAccount: true })
