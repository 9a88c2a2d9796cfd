import type { Caller, WhoMayCall } from '@desk/api/authorization'
import type { ScopedRead } from '#kernel/db/prepared-read'

/** The versions that an answer depends on: while both are unchanged, so is the answer. */
export interface Versions {
  /** The account's number of edits (account_facts). */
  readonly facts: string
  /** The figures_version of each shown row, as the noun writes them; empty without figures. */
  readonly figures: string
}

/** A call that is answered ahead of the contract: in one round trip, together with its session, while none of its data has changed. */
export interface DirectCall {
  readonly openTo: WhoMayCall | 'nobody'
  /** Gives one row of versions; none if the account does not have the object. */
  readonly versions: (accountId: number) => ScopedRead<Versions>
  /** The answer as JSON, at least as new as these versions; null: leave the fault to the contract. */
  readonly body: (caller: Caller, versions: Versions) => Promise<Buffer | null>
}

/** Finds the call for a path; null when it is another call, or for the contract. */
export type DirectRead = (path: string, query: URLSearchParams) => DirectCall | null
