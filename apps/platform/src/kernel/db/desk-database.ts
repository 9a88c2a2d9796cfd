import { AdvisoryLocks, type LockOutcome } from './advisory-lock.ts'
import type { DatabaseOptions, ReadOptions, TransactionOptions } from './database-options.ts'
import { DiskGuard } from './disk-guard.ts'
import { Listener, type ListenOptions } from './listener.ts'
import { Outage } from './outage.ts'
import { runReads, SNAPSHOT, type RowsOf, type ScopedRead } from './prepared-read.ts'
import { Replica } from './replica.ts'
import type { Scope } from './scope.ts'
import { timed } from './timed.ts'
import { BEGIN_TIMEOUT_MS, Transactions } from './transactions.ts'
import type { Tx } from './tx.ts'
import { requireWritable } from './writable.ts'

/** A replica says itself whether it is read. */
const NO_OUTAGE = { saw: () => undefined, answered: () => undefined }

/** @param behindMs how old the rows may be, 0 on the primary */
export type Read<A> = (tx: Tx, behindMs: number) => Promise<A>

/** Transactions under a tenant scope, on a pool of connections that recovers by itself when the server went and came back. */
export class DeskDatabase {
  readonly disk: DiskGuard
  readonly #primary: Transactions
  readonly #replica: Replica | null
  readonly #listener: Listener
  readonly #locks: AdvisoryLocks

  constructor({ disk = new DiskGuard(), replicaUrl, ...options }: DatabaseOptions) {
    const { url, log } = options
    const outage = new Outage(log)
    this.disk = disk
    this.#primary = new Transactions({ ...options, disk, outage, onConnect: requireWritable })
    this.#replica =
      replicaUrl === undefined
        ? null
        : new Replica(
            new Transactions({
              ...options,
              url: replicaUrl,
              disk: new DiskGuard(),
              outage: NO_OUTAGE,
              onConnect: () => Promise.resolve(),
            }),
            this.#primary,
            log,
          )
    this.#listener = new Listener(url, log, outage, options.place)
    this.#locks = new AdvisoryLocks(url, log, outage)
  }

  /** Runs f in a transaction that sees and writes the rows of this account alone. */
  asAccount<A>(accountId: number, f: (tx: Tx) => Promise<A>, options: TransactionOptions = {}): Promise<A> {
    return this.#primary.run({ role: 'desk_app', accountId }, false, f, options)
  }

  /** The same to read: one snapshot for all of f's queries, no writes. */
  readAsAccount<A>(accountId: number, f: Read<A>, options: ReadOptions = {}): Promise<A> {
    return this.#read({ role: 'desk_app', accountId }, f, options)
  }

  /** Runs f in a transaction that sees every account: sign-in, sweeps, the change feed, respondents at the door. */
  asSystem<A>(f: (tx: Tx) => Promise<A>, options: TransactionOptions = {}): Promise<A> {
    return this.#primary.run({ role: 'desk_system' }, false, f, options)
  }

  /** The same to read: one snapshot for all of f's queries, no writes. */
  readAsSystem<A>(f: Read<A>, options: ReadOptions = {}): Promise<A> {
    return this.#read({ role: 'desk_system' }, f, options)
  }

  /** Runs prepared reads, each under its own scope, in one transaction of one round trip: one snapshot for all, no writes. */
  readAtOnce<const Reads extends readonly ScopedRead<unknown>[]>(reads: Reads): Promise<RowsOf<Reads>> {
    return this.#primary.whileAlive(async client => {
      const rows = await runReads(client, reads)
      client.release()
      return rows
    })
  }

  /** Names the present snapshot of the whole database, by one statement that reads no row: the same name means the same rows. */
  snapshotName(): Promise<string> {
    return this.#primary.whileAlive(async client => {
      const { rows } = await client.query<{ name: string }>(timed(SNAPSHOT.text, BEGIN_TIMEOUT_MS))
      client.release()
      return rows[0]?.name ?? ''
    })
  }

  /**
   * Runs f under the lock of this name, unless it is held, in this process or another. f opens its own transactions;
   * its signal aborts when the lock is lost with its connection.
   */
  withAdvisoryLock<A>(name: string, f: (signal: AbortSignal) => Promise<A>): Promise<LockOutcome<A>> {
    return this.#locks.run(name, f)
  }

  /**
   * Calls onNotify with the payload of each NOTIFY on the channel. Resolves once it listens; gives a function that stops it.
   * After a broken connection it listens again by itself and calls `onGap`: notifications in between are lost.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    options: ListenOptions = {},
  ): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, onNotify, options)
  }

  /** Resolves when the database answers, and takes writes. */
  ping(): Promise<void> {
    return this.#primary.whileAlive(async client => {
      await requireWritable(client)
      client.release()
    })
  }

  /** Connections in use, idle and waited for, for the metrics. */
  get connections(): { total: number; idle: number; waiting: number } {
    return this.#primary.connections
  }

  /** The state of the replica; null: there is none. */
  get replica(): Pick<Replica, 'isOut' | 'behindMs'> | null {
    return this.#replica
  }

  /** Waits for the running transactions, then closes every connection. */
  async close(): Promise<void> {
    await Promise.all([this.#listener.close(), this.#locks.close(), this.#replica?.close()])
    await this.#primary.close()
  }

  #read<A>(scope: Scope, f: Read<A>, { mayBeBehind = false, ...options }: ReadOptions): Promise<A> {
    const onPrimary = () => this.#primary.run(scope, true, tx => f(tx, 0), options)
    if (!mayBeBehind || this.#replica === null) return onPrimary()
    return this.#replica.readOr(
      (replica, proveNear) => replica.run(scope, true, async tx => f(tx, await proveNear(tx)), options),
      onPrimary,
    )
  }
}
