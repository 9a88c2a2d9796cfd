import type { DiskGuard } from './disk-guard.ts'
import type { Log } from './log.ts'
import type { Plans } from './scope.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly log: Log
  /** Where this platform stores its files, as its connection shows it to others; see `requireOnePlace`. */
  readonly place?: string
  /** Of a standby for reads that may be behind; unset: all go to `url`. */
  readonly replicaUrl?: string | undefined
  readonly maxConnections?: number
  /** Knows whether the disk is full; without it, only the server's refusals show it. */
  readonly disk?: DiskGuard
  /** Longest wait for a connection, new or from the pool. */
  readonly connectionTimeoutMs?: number
  /** Longest time of one statement. */
  readonly statementTimeoutMs?: number
}

export interface TransactionOptions {
  /** The callback may be retried from its start when the transaction was aborted by a conflict (up to 3 times). */
  readonly idempotent?: boolean
  /** Longest time of one statement of this transaction. */
  readonly timeoutMs?: number
  /**
   * Prepared statements of this transaction are planned once per connection ('generic', for hot paths), or for each run's parameters ('custom', for reads that take much longer than their
   * planning). Left out: the server plans the first five runs on a connection, and may then keep a plan that knows no parameters.
   */
  readonly plans?: Plans
  /** How much memory a sort or a grouping takes before it writes to the disk: for sums over many rows. */
  readonly sortMemoryMb?: number
  /**
   * For hot paths whose callback may be retried: its first statements are pipelined with the opening of the transaction. If the
   * connection turns out to be dead, it is retried once on another one.
   */
  readonly eager?: boolean
  /** Its abort cancels the statement that runs; the transaction then ends by that statement's error. */
  readonly signal?: AbortSignal
}

export interface ReadOptions extends TransactionOptions {
  /**
   * Its rows may be up to 10 s old, so that a replica serves it where there is one: for reports and lists, never for
   * a read after which something is written, or which shows a user's own change.
   */
  readonly mayBeBehind?: boolean
}
