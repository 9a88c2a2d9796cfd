import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { toDatabaseError } from './errors.ts'
import type { Log } from './log.ts'
import { logFailure, type Outage } from './outage.ts'
import { requireWritable } from './writable.ts'

export interface ListenOptions {
  /** Called after the connection broke and came back: notifications in between are lost, so check yourself. */
  readonly onGap?: () => void
}

interface Subscription {
  readonly onNotify: (payload: string) => void
  readonly onGap: () => void
}

const CONNECTION_TIMEOUT_MS = 2_000
const HEARTBEAT_MS = 10_000
const HEARTBEAT_TIMEOUT_MS = 5_000
const FIRST_DELAY_MS = 50
const LONGEST_DELAY_MS = 2_000

/** One connection that listens on any number of channels and reconnects by itself. */
export class Listener {
  readonly #url: string
  readonly #log: Log
  readonly #outage: Outage
  readonly #place: string
  readonly #channels = new Map<string, Set<Subscription>>()
  readonly #closing = new AbortController()
  #client: pg.Client | undefined
  #connecting: Promise<pg.Client> | undefined
  #answered: Promise<unknown> = Promise.resolve()

  constructor(url: string, log: Log, outage: Outage, place = '') {
    this.#url = url
    this.#log = log
    this.#outage = outage
    this.#place = place
  }

  async listen(
    channel: string,
    onNotify: (payload: string) => void,
    { onGap = () => {} }: ListenOptions,
  ): Promise<() => Promise<void>> {
    const subscription: Subscription = { onNotify, onGap }
    const subscribed = this.#channels.get(channel)
    if (subscribed) subscribed.add(subscription)
    else this.#channels.set(channel, new Set([subscription]))
    const client = await this.#connected()
    await this.#ask(client, `listen ${client.escapeIdentifier(channel)}`)
    return async () => {
      const subscriptions = this.#channels.get(channel)
      subscriptions?.delete(subscription)
      if (subscriptions?.size === 0) {
        this.#channels.delete(channel)
        const client = this.#client
        await (client && this.#ask(client, `unlisten ${client.escapeIdentifier(channel)}`).catch(() => {})) // a broken one listens to nothing
      }
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#channels.clear()
    await this.#connecting?.catch(() => {}) // it gives up at its next step
    await this.#client?.end()
  }

  /** One after the other: a client of pg takes one query at a time. */
  #ask(client: pg.Client, query: string): Promise<unknown> {
    const answer = this.#answered.then(() => client.query(query))
    this.#answered = answer.catch(() => {}) // its caller learns of it
    return answer
  }

  #connected(): Promise<pg.Client> {
    if (this.#client) return Promise.resolve(this.#client)
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  async #connect(): Promise<pg.Client> {
    for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS)) {
      this.#closing.signal.throwIfAborted()
      try {
        return await this.#open()
      } catch (error) {
        const typed = toDatabaseError(error) ?? error
        this.#outage.saw(typed)
        logFailure(this.#log, typed, 'The listening database connection cannot be made; trying again', { delayMs })
        await sleep(delayMs * (0.5 + Math.random()), undefined, { signal: this.#closing.signal })
      }
    }
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
      keepAlive: true,
      application_name: `desk listener ${this.#place}`.trim(),
    })
    client.on('error', error => this.#log.debug({ err: error }, 'The listening database connection broke'))
    client.on('notification', ({ channel, payload }) => {
      for (const { onNotify } of this.#channels.get(channel) ?? []) onNotify(payload ?? '')
    })
    try {
      await client.connect()
      await requireWritable(client)
      for (const channel of this.#channels.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => {}) // the first error is the one to tell
      throw error
    }
    this.#client = client
    const heartbeat = setInterval(() => {
      this.#ask(client, 'select 1').catch(() => client.end().catch(() => {})) // silent for too long: 'end' leads on
    }, HEARTBEAT_MS)
    heartbeat.unref()
    client.once('end', () => {
      clearInterval(heartbeat)
      if (this.#client === client) this.#client = undefined
      if (!this.#closing.signal.aborted) void this.#comeBack()
    })
    return client
  }

  async #comeBack(): Promise<void> {
    try {
      await this.#connected()
    } catch {
      return // closed in between
    }
    for (const subscriptions of this.#channels.values()) for (const { onGap } of subscriptions) onGap()
  }
}
