/** Ids of one account's objects. */
export interface Ids {
  readonly account: number
  readonly project: number
  readonly survey: number
  readonly source: number
  readonly supplier: number
  readonly qualification: number
  readonly qualificationText: number
  readonly qualityQuestion: number
  readonly hashKey: number
  readonly apiKey: number
  readonly webhook: number
  readonly alertRule: number
  readonly alertChannel: number
  readonly user: number
  /** A live session of that user. */
  readonly session: string
  readonly journal: string
}

export interface Call {
  readonly path: string
  readonly body?: unknown
}

/**
 * One case for each endpoint of the contract. `object`: names an object of an account: its own people get it, for everyone
 * else it is as if it were not there; `ownersToo: false` where only some of its own people do, and the area's own tests say who; `ofAnyAccount` where super admins get everybody's. `own`: answers with what the caller may see and nothing else. `lookup`: the same for all.
 * `support`: names an object of an account; staff's admins of that account and super admins get it, for everyone else it is as if nothing were there.
 * `service`: for the gateway's token alone. `public`: needs no token.
 */
export type Case =
  | {
      readonly kind: 'object'
      readonly call: (ids: Ids) => Call
      readonly ownersToo?: false
      readonly ofAnyAccount?: 'superAdmin'
    }
  | { readonly kind: 'support'; readonly call: (ids: Ids) => Call }
  | { readonly kind: 'own'; readonly call: (ids: Ids) => Call }
  | { readonly kind: 'lookup' | 'service' | 'public' | 'session'; readonly call: () => Call }

/** Ids that do not exist. */
export const NOWHERE = {
  account: 999_999,
  project: 999_999,
  survey: 999_999,
  source: 999_999,
  supplier: 999_999,
  qualification: 999_999,
  qualificationText: 999_999,
  qualityQuestion: 999_999,
  hashKey: 999_999,
  apiKey: 999_999,
  webhook: 999_999,
  alertRule: 999_999,
  alertChannel: 999_999,
  user: 999_999,
  session: '0193f0d0-0000-4000-8000-000000888888',
  journal: '0193f0d0-0000-4000-8000-000000999999',
}

/** An entry of a journal of the stage. */
export const ENTRY = {
  seq: 1,
  atMs: 1,
  machine: 'sidebar',
  version: '0123456789abcdef',
  event: { type: 'sidebar.toggleRequested' },
  fingerprint: '0123456789abcdef',
} as const
