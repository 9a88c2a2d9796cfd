import type { JournalEntry } from '@desk/schema/journal/entry'
import type { EventObject } from 'xstate'
import { machineOf, type RegisteredMachine } from '../registry.ts'
import { restore, start, stateOf, step, type MachineState } from '../runtime/step.ts'
import { fingerprint } from './fingerprint.ts'
import { receive } from './receive.ts'

/** Where a fold stands: the last entry taken, and each machine's state by its key. Plain data, to be kept as a checkpoint. */
export interface Checkpoint {
  readonly seq: number
  readonly states: Readonly<Record<string, MachineState>>
  /** The versions of the machines that made the states. */
  readonly versions: Readonly<Record<string, string>>
}

/** Before the first entry. */
export const BEGINNING: Checkpoint = { seq: 0, states: {}, versions: {} }

/** What a replay found. Every fault names the entry. */
export type ReplayReport =
  | { readonly kind: 'equal'; readonly checkpoint: Checkpoint }
  | { readonly kind: 'mismatch'; readonly seq: number; readonly machine: string; readonly expected: string; readonly actual: string }
  | {
      readonly kind: 'machine changed'
      /** The first entry (or the checkpoint) that another version of the machine made. */
      readonly seq: number
      readonly machine: string
      readonly recorded: string
      readonly present: string | null
      /** The first entry at which a changed machine's state is another than the recorded one; null when the change makes no difference here. */
      readonly matters: { readonly seq: number; readonly machine: string; readonly expected: string; readonly actual: string } | null
    }
  | { readonly kind: 'gap'; readonly seq: number; readonly expected: number }

type Snapshot = ReturnType<typeof restore>

/** Live snapshots of a fold under way: made from the checkpoint when a machine's first entry comes. */
class Folding {
  readonly #snapshots = new Map<string, Snapshot>()
  readonly #from: Checkpoint
  seq: number

  constructor(from: Checkpoint) {
    this.#from = from
    this.seq = from.seq
  }

  #snapshot(key: string, { machine, version }: RegisteredMachine): Snapshot {
    const kept = Object.hasOwn(this.#from.states, key) && this.#from.versions[key] === version ? this.#from.states[key] : undefined
    return this.#snapshots.get(key) ?? (kept === undefined ? start(machine).snapshot : restore(machine, kept))
  }

  /** Takes an entry; gives the machine's state after it, or null when no machine of that name is there. */
  take({ seq, machine: key, event }: JournalEntry): MachineState | null {
    this.seq = seq
    const registered = machineOf(key)
    if (registered === null) return null
    const before = this.#snapshot(key, registered)
    const received: EventObject | null = receive(key, event)
    const after: Snapshot = received === null ? before : step(registered.machine, before, received).snapshot
    this.#snapshots.set(key, after)
    return stateOf(after)
  }

  checkpoint(): Checkpoint {
    const moved = [...this.#snapshots]
    return {
      seq: this.seq,
      states: { ...this.#from.states, ...Object.fromEntries(moved.map(([key, snapshot]) => [key, stateOf(snapshot)])) },
      versions: { ...this.#from.versions, ...Object.fromEntries(moved.map(([key]) => [key, machineOf(key)?.version ?? ''])) },
    }
  }
}

const inOrder = (entries: readonly JournalEntry[]): readonly JournalEntry[] => [...entries].sort((a, b) => a.seq - b.seq)

/**
 * Folds a journal into the states of its machines (law 1).
 * @param entries entries of one session in any order; those that the checkpoint has taken already, and repeats, are passed over
 * @param from where to go on from; the beginning when left out
 * @returns the states after the last entry. It judges nothing: whether they are the recorded ones, `replay` says. A machine
 *   whose version is not that of the checkpoint begins anew.
 */
export function fold(entries: readonly JournalEntry[], from: Checkpoint = BEGINNING): Checkpoint {
  const folding = new Folding(from)
  for (const entry of inOrder(entries)) if (entry.seq > folding.seq) folding.take(entry)
  return folding.checkpoint()
}

interface Change {
  readonly seq: number
  readonly machine: string
  readonly recorded: string
  readonly present: string | null
}

/**
 * Folds a journal and compares the state after every entry with the recorded fingerprint.
 * @param entries entries of one session in any order
 * @param from where to go on from; the beginning when left out
 * @returns `equal` with the last states, or the first fault: a `gap` in the order, a `mismatch` of a state that the same
 *   machine made, or a `machine changed` since it was recorded (its version is another, or it is gone) with the entry where
 *   that starts to matter
 */
export function replay(entries: readonly JournalEntry[], from: Checkpoint = BEGINNING): ReplayReport {
  const changed = new Map<string, Change>()
  const note = (seq: number, machine: string, recorded: string): void => {
    const present = machineOf(machine)?.version ?? null
    if (present !== recorded && !changed.has(machine)) changed.set(machine, { seq, machine, recorded, present })
  }
  for (const [machine, recorded] of Object.entries(from.versions)) note(from.seq, machine, recorded)
  const folding = new Folding(from)
  for (const entry of inOrder(entries)) {
    const { seq, machine, version, fingerprint: expected } = entry
    if (seq <= folding.seq) continue
    if (seq !== folding.seq + 1) return { kind: 'gap', seq, expected: folding.seq + 1 }
    note(seq, machine, version)
    const state = folding.take(entry)
    const actual = state === null ? 'no state' : fingerprint(state)
    if (actual === expected) continue
    const change = changed.get(machine)
    return change === undefined ? { kind: 'mismatch', seq, machine, expected, actual } : { kind: 'machine changed', ...change, matters: { seq, machine, expected, actual } }
  }
  const [first] = changed.values()
  return first === undefined ? { kind: 'equal', checkpoint: folding.checkpoint() } : { kind: 'machine changed', ...first, matters: null }
}
