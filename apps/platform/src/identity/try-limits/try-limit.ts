import { networkOf } from '@desk/schema/addresses/network-of'
import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { DeskDatabase } from '#kernel/db/desk-database'

/** Counts attempts by key over all processes, within a window of time. */
export interface TryLimit {
  /** Counts an attempt. @returns 0 when it may be made, else the seconds to wait; the limit also holds for concurrent attempts. */
  take(key: string): Promise<number>
  /** Uncounts an attempt. */
  giveBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

const secondsOf = ({ msBeforeNext }: RateLimiterRes): number => Math.max(1, Math.ceil(msBeforeNext / 1000))

/**
 * Creates a limit that is counted in the database, or by this process while the database is away.
 * @param name prefix of its keys
 * @param points attempts within the window
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

/** A hashed key for a name and the network of an address: users sometimes type a password as the name, which must not be stored (S4). */
export function keyOf(username: string, address: string): string {
  return `${createHash('sha256').update(username).digest('base64url')}|${networkOf(address)}`
}
