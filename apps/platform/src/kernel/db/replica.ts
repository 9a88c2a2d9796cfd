import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { unavailableIn } from './errors.ts'
import type { Log } from './log.ts'
import { timed } from './timed.ts'
import type { Transactions } from './transactions.ts'
import type { Tx } from './tx.ts'

/** A replica further behind hands its reads back (operate.md §3). */
const MOST_BEHIND_MS = 10_000
const SAMPLE_EVERY_MS = 1_000
const ANSWER_WITHIN_MS = 2_000
/** A replica that failed is not asked for so long. */
const REST_MS = 5_000

/** A place in the write-ahead log of a cluster, in bytes. */
interface Position {
  readonly system: string
  readonly bytes: number
}

interface Sample extends Position {
  /** Before it was read. */
  readonly atMs: number
}

/** The replica may not be read: it is behind, is none of this primary, or tells no position. */
class ReplicaRefused extends Error {}

/**
 * A standby for reads that may be a few seconds old. Each read proves in its own transaction how far its server has come,
 * so that a balancer may choose among standbys.
 */
export class Replica {
  readonly #transactions: Transactions
  readonly #log: Log
  readonly #timer: NodeJS.Timeout
  /** Where the primary was, newest last: of the last MOST_BEHIND_MS. */
  #samples: readonly Sample[] = []
  #furthestRead = 0
  #restsUntilMs = 0
  #isSampling = false
  #behindMs: number | null = null
  #isOut = false

  /** @param primary whose position a read is compared with */
  constructor(transactions: Transactions, primary: Transactions, log: Log) {
    this.#transactions = transactions
    this.#log = log
    this.#timer = setInterval(() => void this.#sample(primary), SAMPLE_EVERY_MS).unref()
  }

  /** Its reads go to the primary. */
  get isOut(): boolean {
    return this.#isOut
  }

  /** How far behind the primary the last read was at most; null: nothing was read here since the last failure. */
  get behindMs(): number | null {
    return this.#behindMs
  }

  /**
   * Runs a read here, or on the primary where the replica is gone, behind, or of another cluster.
   * @param read calls `proveNear` before its first query, which gives how far behind its rows are, in milliseconds
   */
  async readOr<A>(
    read: (from: Transactions, proveNear: (tx: Tx) => Promise<number>) => Promise<A>,
    onPrimary: () => Promise<A>,
  ): Promise<A> {
    if (performance.now() < this.#restsUntilMs || this.#samples.length === 0) return onPrimary()
    try {
      const value = await read(this.#transactions, tx => this.#proveNear(tx))
      this.#answered()
      return value
    } catch (error) {
      const isRefused = error instanceof ReplicaRefused
      // a statement that only takes too long would do so on the primary as well
      if (!isRefused && unavailableIn(error)?.isAway !== true) throw error
      this.#failed(isRefused ? error.message : 'it does not answer')
      return onPrimary()
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#transactions.close()
  }

  /** @throws ReplicaRefused */
  async #proveNear(tx: Tx): Promise<number> {
    const { rows } = await sql<{ system: string; bytes: string | null }>`
      select system_identifier::text as system, case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as bytes
      from pg_control_system()`.execute(tx)
    const row = rows[0]
    const newest = this.#samples.at(-1)
    if (row === undefined || row.bytes === null) throw new ReplicaRefused('it is no standby')
    if (row.system !== newest?.system) throw new ReplicaRefused('it is a standby of another cluster')
    const bytes = Number(row.bytes)
    this.#furthestRead = Math.max(this.#furthestRead, bytes)
    const reached = this.#samples.findLast(sample => sample.bytes <= bytes)
    const behindMs = performance.now() - (reached?.atMs ?? Number.NEGATIVE_INFINITY)
    if (behindMs > MOST_BEHIND_MS) throw new ReplicaRefused('it is more than 10 s behind')
    this.#behindMs = behindMs
    return behindMs
  }

  async #sample(primary: Transactions): Promise<void> {
    if (this.#isSampling) return
    this.#isSampling = true
    const atMs = performance.now()
    try {
      const position = await primary.whileAlive(positionOfPrimary)
      // a standby that was once of another primary has rows that this one does not have
      if (this.#furthestRead > position.bytes) {
        this.#furthestRead = 0
        this.#failed('it is ahead of its primary')
      }
      this.#samples = [...this.#samples.filter(sample => atMs - sample.atMs <= MOST_BEHIND_MS), { ...position, atMs }]
    } catch {
      // the primary's own calls say that it is away; its samples grow old
    } finally {
      this.#isSampling = false
    }
  }

  #answered(): void {
    if (this.#isOut) this.#log.info({}, 'The replica is read again')
    this.#isOut = false
  }

  #failed(because: string): void {
    this.#behindMs = null
    this.#restsUntilMs = performance.now() + REST_MS
    if (!this.#isOut) this.#log.warn({ because }, 'The replica is not read: its reads go to the primary')
    this.#isOut = true
  }
}

async function positionOfPrimary(client: PoolClient): Promise<Position> {
  const { rows } = await client.query<{ system: string; bytes: string }>(
    timed(
      `select system_identifier::text as system, (pg_current_wal_lsn() - '0/0')::text as bytes from pg_control_system()`,
      ANSWER_WITHIN_MS,
    ),
  )
  client.release()
  return { system: rows[0]?.system ?? '', bytes: Number(rows[0]?.bytes ?? 0) }
}
