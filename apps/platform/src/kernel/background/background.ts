import type { DeskDatabase } from '../db/desk-database.ts'
import type { Log } from '../db/log.ts'
import { logFailure } from '../db/outage.ts'
import { repeat } from './repeat.ts'
import { Wakes } from './wakes.ts'

const AFTER_FAILURE_MS = 1_000

/** Work that a process does beside its requests, until it is stopped. */
export interface Background {
  /** Aborts when the work is to end. */
  readonly signal: AbortSignal
  /** Hears a channel of the database; `onGap` after notifications may have been lost. */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): void
  /** Runs a turn after the other; one that fails is logged, and tried again after a pause. */
  forever(name: string, turn: () => Promise<void>): void
  /** Runs a pass at intervals, never two at once. */
  repeat(name: string, intervalMs: number, pass: () => Promise<unknown>): void
  /** Waits; a stop ends the pause. */
  rest(ms: number): Promise<void>
  /** Begins no turn any more, and resolves when those under way are over. */
  stop(): Promise<void>
}

/** Opens a background of work on this database. */
export function openBackground(database: Pick<DeskDatabase, 'listen'>, log: Log): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  const work: Promise<void>[] = []
  const stops: (() => Promise<void>)[] = []
  const ends: (() => Promise<void>)[] = []
  let listening = Promise.resolve()
  const rest = (ms: number): Promise<void> => new Wakes().after(0, ms, signal)

  async function go(name: string, turn: () => Promise<void>): Promise<void> {
    while (!signal.aborted)
      try {
        await turn()
      } catch (error) {
        if (!signal.aborted) logFailure(log, error, `${name} failed; it is tried again`)
        await rest(AFTER_FAILURE_MS)
      }
  }

  return {
    signal,
    rest,
    listen(channel, onMessage, onGap) {
      // one after the other: all are asked for on one connection
      listening = listening.then(async () => {
        if (!signal.aborted) ends.push(await database.listen(channel, onMessage, { onGap }))
      })
      // turns look by themselves now and then
      listening = listening.catch((error: unknown) => logFailure(log, error, `Listening to ${channel} failed`))
    },
    forever: (name, turn) => void work.push(go(name, turn)),
    repeat: (name, intervalMs, pass) => void stops.push(repeat(name, intervalMs, pass, log)),
    async stop() {
      stopping.abort()
      await Promise.all([...work, ...stops.map(stop => stop())])
      await listening
      for (const end of ends) await end()
    },
  }
}
