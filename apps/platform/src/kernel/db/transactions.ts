import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ClientBase, Pool, PoolClient } from 'pg'
import { cancelOn } from './cancel-on.ts'
import { columnTypes } from './column-types.ts'
import type { DatabaseOptions, TransactionOptions } from './database-options.ts'
import type { DiskGuard } from './disk-guard.ts'
import { DatabaseUnavailable, diskFull, SerializationConflict, toDatabaseError, unavailableIn } from './errors.ts'
import type { Log } from './log.ts'
import type { Outage } from './outage.ts'
import { openingSql, type Scope } from './scope.ts'
import { timed } from './timed.ts'
import { openTx, type OpenTx, type Tx } from './tx.ts'

interface RunOptions extends TransactionOptions {
  readonly readOnly: boolean
}

/** A server, and its use. */
interface TransactionsOptions extends Omit<DatabaseOptions, 'disk' | 'replicaUrl'> {
  readonly disk: DiskGuard
  readonly outage: Pick<Outage, 'saw' | 'answered'>
  /** Refuses a server that is none of the expected kind, at each new connection. */
  readonly onConnect: (client: ClientBase) => Promise<void>
}

const MAX_CONNECTIONS = 20
const CONNECTION_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 15_000
/** Extra time that we wait after the server's own time-out: beyond it, the server or the network hangs. */
const SILENCE_MS = 2_000
/** Of what begins a transaction, or is asked of the server itself. */
export const BEGIN_TIMEOUT_MS = 3_000
const ROLLBACK_TIMEOUT_MS = 3_000
const CONFLICT_RETRIES = 3
/** How many times a caller waits again for a connection while others are released: the database is only busy. */
const MOST_WAITS = 5
/** node-postgres' message when no answer came in time. */
const SILENT = 'Query read timeout'
/** And when no connection of the pool was released in time. */
const QUEUED = 'timeout exceeded when trying to connect'
/** And when a new one was not set up in time, as on a machine whose cores are all taken. */
const SET_UP_SLOWLY = 'Connection terminated due to connection timeout'
const CONFLICT_DELAY_MS = 5

/** The pool hangs the whole connection on the error: its cancel key, statements and last data do not belong in a log (S4). */
function withoutClient(error: Error): Error {
  Reflect.deleteProperty(error, 'client')
  return error
}

async function firstFailure({ left }: OpenTx): Promise<unknown> {
  for (const answered of await Promise.allSettled(left)) if (answered.status === 'rejected') return answered.reason
  return undefined
}

/** Transactions on a pool of connections to one server; it recovers by itself when the server went and came back. */
export class Transactions {
  readonly #pool: Pool
  readonly #log: Log
  readonly #outage: TransactionsOptions['outage']
  readonly #disk: DiskGuard
  /** How many healthy connections were released. */
  #givenBack = 0

  constructor({ url, log, disk, outage, onConnect, ...options }: TransactionsOptions) {
    const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
    this.#log = log
    this.#outage = outage
    this.#disk = disk
    this.#pool = new pg.Pool({
      connectionString: url,
      max: options.maxConnections ?? MAX_CONNECTIONS,
      connectionTimeoutMillis: options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS,
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + SILENCE_MS,
      idle_in_transaction_session_timeout: 60_000,
      keepAlive: true,
      application_name: 'desk',
      types: columnTypes,
      // statements that are not awaited one by one are pipelined
      pipeline: true,
      onConnect,
    } as pg.PoolConfig) // node-postgres takes `pipeline`; its types do not know
    // Without these a connection that breaks while idle, or between two queries, would end the process.
    this.#pool.on('error', error => log.debug({ err: withoutClient(error) }, 'An idle database connection broke'))
    this.#pool.on('connect', client =>
      client.on('error', error => log.debug({ err: withoutClient(error) }, 'A database connection broke')),
    )
    this.#pool.on('release', (error: unknown) => {
      if (error) return
      this.#givenBack += 1
      this.#outage.answered()
    })
  }

  /** Connections in use, idle and waited for, for the metrics. */
  get connections(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount }
  }

  /** Waits for the running transactions, then closes every connection. */
  close(): Promise<void> {
    return this.#pool.end()
  }

  /** Waits once for a connection of a database that does not answer, and longer while it gives others back. */
  async #connect(): Promise<PoolClient> {
    for (let waits = 1; ; waits++) {
      const givenBack = this.#givenBack
      try {
        return await this.#pool.connect()
      } catch (error) {
        const isLate = error instanceof Error && [QUEUED, SET_UP_SLOWLY, SILENT].includes(error.message)
        const isOnlyBusy = isLate && this.#givenBack > givenBack
        if (!isOnlyBusy || waits === MOST_WAITS) throw this.#failed(error)
      }
    }
  }

  #failed(error: unknown): unknown {
    const typed = toDatabaseError(error) ?? error
    this.#outage.saw(typed)
    return typed
  }

  /** Runs f in a transaction under the scope. */
  async run<A>(scope: Scope, readOnly: boolean, f: (tx: Tx) => Promise<A>, options: TransactionOptions): Promise<A> {
    if (!readOnly && this.#disk.mustRefuse) throw diskFull()
    const opening = openingSql(scope, readOnly, options.timeoutMs, options.plans, options.sortMemoryMb)
    for (let retries = 0; ; retries++) {
      try {
        return await this.#once(opening, f, { ...options, readOnly })
      } catch (error) {
        this.#outage.saw(error)
        if (unavailableIn(error)?.isDiskFull) this.#disk.sawRefusal()
        if (!(error instanceof SerializationConflict) || !options.idempotent || retries === CONFLICT_RETRIES)
          throw error
        await sleep(CONFLICT_DELAY_MS * 2 ** retries * (0.5 + Math.random()))
      }
    }
  }

  /** A connection with an open transaction. */
  #begin(opening: string): Promise<PoolClient> {
    return this.whileAlive(async client => {
      await client.query(timed(opening, BEGIN_TIMEOUT_MS))
      return client
    })
  }

  /** Runs f, which changes nothing, on a connection that f gives back. One that turns out dead is replaced, once. */
  async whileAlive<A>(f: (client: PoolClient) => Promise<A>): Promise<A> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.#connect()
      try {
        return await f(client)
      } catch (error) {
        client.release(true)
        const typed = toDatabaseError(error)
        const timedOut = typed instanceof DatabaseUnavailable && typed.reason === SILENT
        if (!(typed instanceof DatabaseUnavailable) || timedOut || attempt === 2) throw this.#failed(error)
      }
    }
  }

  async #once<A>(opening: string, f: (tx: Tx) => Promise<A>, options: RunOptions): Promise<A> {
    if (!options.eager) return this.#within(await this.#begin(opening), Promise.resolve(), f, options)
    const client = await this.#connect()
    const opened = client.query(timed(opening, BEGIN_TIMEOUT_MS))
    let isOpen = true
    opened.catch(() => {
      isOpen = false
    })
    try {
      return await this.#within(client, opened, f, options)
    } catch (error) {
      // its connection was dead before anything ran on it: retry once
      if (isOpen || !(error instanceof DatabaseUnavailable) || error.reason === SILENT) throw error
      return this.#once(opening, f, { ...options, eager: false })
    }
  }

  async #within<A>(
    client: PoolClient,
    opened: Promise<unknown>,
    f: (tx: Tx) => Promise<A>,
    { timeoutMs, signal, readOnly }: RunOptions,
  ): Promise<A> {
    const open = openTx(client, readOnly, timeoutMs === undefined ? undefined : timeoutMs + SILENCE_MS)
    open.tx.leave(opened)
    const cancelled = cancelOn(signal, this.#pool, client)
    let value: A
    try {
      value = await f(open.tx)
      await opened
      await cancelled()
    } catch (error) {
      open.close()
      await cancelled()
      // what failed first is the cause of what failed after it
      const cause = (await firstFailure(open)) ?? error
      const thrown = toDatabaseError(cause) ?? cause
      await this.#rollBack(client, thrown)
      throw thrown
    }
    open.close()
    await this.#commit(client, open)
    return value
  }

  /** The commit is pipelined after unanswered statements: if one of them fails, PostgreSQL rolls back instead. */
  async #commit(client: PoolClient, open: OpenTx): Promise<void> {
    const committing = client.query('commit')
    committing.catch(() => {}) // awaited below, after the earlier ones
    const failure = await firstFailure(open)
    let command: string
    try {
      command = (await committing).command
    } catch (error) {
      const typed = toDatabaseError(error, true)
      client.release(typed === undefined || typed instanceof DatabaseUnavailable)
      throw typed ?? error
    }
    client.release()
    if (failure !== undefined) throw toDatabaseError(failure) ?? failure
    // PostgreSQL answers a commit of a failed transaction with ROLLBACK and no error.
    if (command !== 'COMMIT')
      throw new Error('Nothing was stored: a query of this transaction failed and its error was swallowed')
  }

  async #rollBack(client: PoolClient, because: unknown): Promise<void> {
    if (because instanceof DatabaseUnavailable) return client.release(true)
    try {
      await client.query(timed('rollback', ROLLBACK_TIMEOUT_MS))
      client.release()
    } catch (error) {
      this.#log.debug({ err: error }, 'A rollback did not reach the database; its connection is given up')
      client.release(true)
    }
  }
}
