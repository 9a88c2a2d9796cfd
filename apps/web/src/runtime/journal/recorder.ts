import type { MachineState } from '@desk/machines/runtime/step'
import type { EventRecorder } from '../runner.ts'

/** The longest that an event waits before it is written. */
export const BATCH_MS = 250
/** Events that are held while nothing can be written yet; beyond, the journal is given up. */
export const MAX_WAITING = 10_000

/** An event as it was taken down: what is dear (decoding, fingerprint) is done when it is written. */
export interface Taken {
  readonly seq: number
  readonly atMs: number
  readonly machine: string
  readonly event: { readonly type: string }
  /** The state after the event; snapshots are never changed, so keeping one is free. */
  readonly state: MachineState
}

export interface Recorder extends EventRecorder {
  /** The key of one more instance of a machine: 'load/3'. */
  instanceOf(machine: string): string
  /** Begins to write; what was taken down before is written first. */
  open(): void
  /** Writes what waits, now: the page may be going. */
  flush(): void
}

export interface RecorderPorts {
  /** Loads what writes; it fails where the browser keeps no database. */
  readonly openWriter: () => Promise<(taken: readonly Taken[]) => Promise<void>>
  /** The time of day, for people who read the journal: entries are ordered by seq. */
  readonly nowMs: () => number
  readonly after: (delayMs: number, act: () => void) => void
  readonly onFault: (fault: unknown) => void
}

/** Takes every event from outside down, in order, and writes them in batches. A fault ends the journal, never the work. */
export function openRecorder(ports: RecorderPorts): Recorder {
  const instances = new Map<string, number>()
  let waiting: Taken[] = []
  let seq = 0
  let writer: Promise<(taken: readonly Taken[]) => Promise<void>> | null = null
  let isScheduled = false
  let isGivenUp = false
  /** Batches are written one after the other. */
  let writing = Promise.resolve()

  const giveUp = (fault: unknown) => {
    isGivenUp = true
    waiting = []
    ports.onFault(fault)
  }

  const flush = () => {
    const opened = writer
    if (opened === null || isGivenUp || waiting.length === 0) return
    const batch = waiting
    waiting = []
    writing = writing.then(async () => (await opened)(batch)).catch(giveUp)
  }

  const schedule = () => {
    if (isScheduled || writer === null) return
    isScheduled = true
    ports.after(BATCH_MS, () => {
      isScheduled = false
      flush()
    })
  }

  return {
    record: (machine, event, { value, context }) => {
      if (isGivenUp) return
      if (waiting.length >= MAX_WAITING) {
        giveUp(new Error(`The journal could not be written: ${MAX_WAITING} events wait.`))
        return
      }
      seq += 1
      waiting.push({ seq, atMs: ports.nowMs(), machine, event, state: { value, context } })
      schedule()
    },
    instanceOf: (machine) => {
      const count = (instances.get(machine) ?? 0) + 1
      instances.set(machine, count)
      return `${machine}/${count}`
    },
    open: () => {
      if (writer !== null) return
      writer = ports.openWriter()
      // Told when the first batch is written.
      writer.catch(() => undefined)
      schedule()
    },
    flush,
  }
}
