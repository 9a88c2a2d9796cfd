import type { Caller, WhoMayCall } from '@desk/api/authorization'
import type { ScopedRead } from '#kernel/db/prepared-read'

/** What an answer follows from: while both stand as they were, so does the answer. */
export interface Versions {
  /** The account's number of edits (account_facts). */
  readonly facts: string
  /** The figures_version of each row that is shown, as the noun writes them; empty where no figures are. */
  readonly figures: string
}

/** A call that is answered ahead of the contract: in one round trip, together with its session, while nothing that it shows has moved. */
export interface DirectCall {
  readonly openTo: WhoMayCall | 'nobody'
  /** Gives one row of versions; none where the account has not got what is asked for. */
  readonly versions: (accountId: number) => ScopedRead<Versions>
  /** The answer as JSON, at least as new as these versions; null: the contract is to say what is wrong. */
  readonly body: (caller: Caller, versions: Versions) => Promise<Buffer | null>
}

/** Finds the call that an address asks for; null where it is another's, or the contract has to look at it. */
export type DirectRead = (path: string, query: URLSearchParams) => DirectCall | null
