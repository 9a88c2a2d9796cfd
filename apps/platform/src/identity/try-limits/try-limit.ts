import { networkOf } from '@desk/schema/addresses/network-of'
import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { DeskDatabase } from '#kernel/db/desk-database'

/** Counts tries by key over all processes, within a window of time. */
export interface TryLimit {
  /** Counts a try. @returns 0 when it may be made, else the seconds to wait: of tries at the same moment no more get through than the limit says. */
  take(key: string): Promise<number>
  /** Takes back one that was counted. */
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000))

/**
 * Makes a limit that is counted in the database, or by this process alone while the database is away.
 * @param name stands before its keys
 * @param points tries within the window
 */
export function tryLimit(database: DeskDatabase, name: string, points: number, windowSeconds: number): TryLimit {
  const counter = new RateLimiterPostgres({
    storeClient: { query: (query: QueryConfig) => database.asSystem(tx => tx.client.query(query)) },
    storeType: 'pool',
    tableName: 'login_tries',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: windowSeconds,
    insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds }),
  })
  return {
    async take(key) {
      try {
        await counter.consume(key)
        return 0
      } catch (error) {
        if (error instanceof RateLimiterRes) return secondsOf(error)
        throw error
      }
    },
    async giveBack(key) {
      await counter.reward(key)
    },
    async forget(key) {
      await counter.delete(key)
    },
  }
}

/** A key for a name and the network of an address. What is typed as a name may be a password, which must not be stored (S4). */
export function keyOf(username: string, address: string): string {
  return `${createHash('sha256').update(username).digest('base64url')}|${networkOf(address)}`
}
