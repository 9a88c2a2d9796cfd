import pg from 'pg'
import { toDatabaseError } from './errors.ts'
import type { Log } from './log.ts'
import type { Outage } from './outage.ts'
import { requireWritable } from './writable.ts'

export type LockOutcome<A> = { readonly held: true; readonly value: A } | { readonly held: false }

const CONNECTION_TIMEOUT_MS = 2_000

export interface LockTimes {
  /** How often the server is asked whether it is still there. */
  readonly heartbeatMs: number
  /** Longest wait for an answer: a connection that is silent for longer has lost its locks. */
  readonly answerTimeoutMs: number
  /** A holder from which the server hears nothing for so long loses its locks there too: longer than the two others together. */
  readonly silenceMs: number
}

const LOCK_TIMES: LockTimes = { heartbeatMs: 10_000, answerTimeoutMs: 5_000, silenceMs: 30_000 }

/**
 * The locks that this process holds by name, all on one connection of their own: work under a lock takes its connections from
 * the pool, and would wait for itself if locks held some of them. The locks end with the connection, even if this process is killed.
 */
export class AdvisoryLocks {
  readonly #url: string
  readonly #log: Log
  readonly #outage: Outage
  readonly #times: LockTimes
  /**
   * Ends the work under each lock when the connection is lost. PostgreSQL gives a session the same lock twice, we do
   * not.
   */
  readonly #held = new Map<string, AbortController>()
  readonly #running = new Set<Promise<unknown>>()
  #client: Promise<pg.Client> | undefined
  #answered: Promise<unknown> = Promise.resolve()

  constructor(url: string, log: Log, outage: Outage, times = LOCK_TIMES) {
    this.#url = url
    this.#log = log
    this.#outage = outage
    this.#times = times
  }

  /**
   * Runs f under the lock of this name, unless another holds it; its signal aborts when the lock is lost with its
   * connection.
   */
  async run<A>(name: string, f: (signal: AbortSignal) => Promise<A>): Promise<LockOutcome<A>> {
    if (this.#held.has(name)) return { held: false }
    const lost = new AbortController()
    this.#held.set(name, lost)
    const outcome = this.#underLock(name, lost.signal, f)
    this.#running.add(outcome)
    try {
      return await outcome
    } finally {
      this.#running.delete(outcome)
      if (this.#held.get(name) === lost) this.#held.delete(name)
    }
  }

  /** Waits for the work under locks, then closes the connection. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running)
    await (await this.#client?.catch(() => undefined))?.end()
  }

  async #underLock<A>(
    name: string,
    lost: AbortSignal,
    f: (signal: AbortSignal) => Promise<A>,
  ): Promise<LockOutcome<A>> {
    const client = await this.#connected()
    if (!(await this.#did(client, 'pg_try_advisory_lock', name))) return { held: false }
    try {
      return { held: true, value: await f(lost) }
    } finally {
      if (!lost.aborted) await this.#did(client, 'pg_advisory_unlock', name).catch(() => {}) // it has ended with the connection
    }
  }

  async #did(client: pg.Client, does: 'pg_try_advisory_lock' | 'pg_advisory_unlock', name: string): Promise<boolean> {
    const { rows } = await this.#ask<{ did: boolean }>(client, `select ${does}(hashtextextended($1, 0)) as did`, [name])
    return rows[0]?.did === true
  }

  /** One after the other: a client of pg takes one query at a time. */
  async #ask<Row extends pg.QueryResultRow>(
    client: pg.Client,
    query: string,
    values: readonly string[] = [],
  ): Promise<pg.QueryResult<Row>> {
    const answer = this.#answered.then(() => client.query<Row>(query, [...values]))
    this.#answered = answer.catch(() => {}) // its caller learns of it
    try {
      return await answer
    } catch (error) {
      // whether the lock is held is unknown: it ends with the connection
      await client.end().catch(() => {})
      throw this.#failed(error)
    }
  }

  #failed(error: unknown): unknown {
    const typed = toDatabaseError(error) ?? error
    this.#outage.saw(typed)
    return typed
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#open()
    return this.#client
  }

  #open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: this.#times.answerTimeoutMs,
      keepAlive: true,
      application_name: 'desk locks',
    })
    let heartbeat: NodeJS.Timeout | undefined
    const begin = async () => {
      try {
        await client.connect()
        await requireWritable(client)
        // a network that fails without a word closes no connection: the server would keep the locks for hours
        await client.query(`set idle_session_timeout = ${this.#times.silenceMs}`)
      } catch (error) {
        forget()
        await client.end().catch(() => {}) // the first error is the one to tell
        throw this.#failed(error)
      }
      heartbeat = setInterval(() => {
        this.#ask(client, 'select 1').catch(() => {}) // the connection has ended with it
      }, this.#times.heartbeatMs)
      heartbeat.unref()
      return client
    }
    const opened = begin()
    // the next lock opens another connection
    const forget = () => {
      if (this.#client !== opened) return
      this.#client = undefined
      for (const lost of this.#held.values()) lost.abort()
    }
    client.on('error', error => {
      this.#log.debug({ err: error }, 'The database connection of the locks broke')
      forget()
      client.end().catch(() => {}) // it may have ended by itself
    })
    client.once('end', () => {
      clearInterval(heartbeat)
      forget()
    })
    return opened
  }
}
