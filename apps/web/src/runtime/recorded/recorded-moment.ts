import type { Moment } from '@desk/machines/journal/playback'
import type { sessionMachine } from '@desk/machines/session/session.machine'
import { stateOf, type MachineState } from '@desk/machines/runtime/step'
import type { JournalEntry } from '@desk/schema/journal/entry'
import type { SnapshotFrom } from 'xstate'

/** A moment of a journal as a recorded desk shows it: plain, so that it can be handed to another page. */
export interface RecordedMoment {
  /** Every machine that lived, by its key. */
  readonly states: Readonly<Record<string, MachineState>>
  /** Where the person was, with the query. */
  readonly path: string
  /** ms since 1970 */
  readonly atMs: number
  /** The time by the clock of the feed's events. */
  readonly steadyMs: number
  /** How wide the person's window was last said to be; null: nothing was said of it. */
  readonly windowWidthPx: number | null
}

const numberIn = (event: JournalEntry['event'], ...names: readonly string[]): number | null => {
  const found = names.map(name => event[name]).find(value => typeof value === 'number')
  return typeof found === 'number' ? found : null
}

/** The last number of that name in an event of a machine, up to an entry. */
function lastNumber(entries: readonly JournalEntry[], position: number, machine: string, names: readonly string[]) {
  for (let index = position - 1; index >= 0; index--) {
    const entry = entries[index]
    const found = entry?.machine === machine ? numberIn(entry.event, ...names) : null
    if (found !== null) return found
  }
  return null
}

/** The visible part of a journal's moment in a recorded desk. */
export function recordedMoment(
  { position, entry, snapshots }: Moment,
  entries: readonly JournalEntry[],
): RecordedMoment {
  // the key is the machine's name
  const session = snapshots.get('session') as SnapshotFrom<typeof sessionMachine> | undefined
  return {
    states: Object.fromEntries([...snapshots].map(([key, snapshot]) => [key, stateOf(snapshot)])),
    path: session?.context.path ?? '/',
    atMs: entry?.atMs ?? entries[0]?.atMs ?? 0,
    steadyMs: lastNumber(entries, position, 'feed', ['nowMs', 'atMs']) ?? 0,
    windowWidthPx: lastNumber(entries, position, 'sidebar', ['widthPx']),
  }
}
