import { MASKED_FINGERPRINT, type JournalEntry } from '@desk/schema/journal/entry'
import type { EventObject } from 'xstate'
import { machineOf, type RegisteredMachine } from '../registry.ts'
import { nextSnapshot, restore, start, stateOf, type MachineState } from '../runtime/step.ts'
import { fingerprint } from './fingerprint.ts'
import { receiverOf } from './receive.ts'

/** The state of a fold: the last entry taken, and each machine's state by its key. Plain data, so it can be stored as a checkpoint. */
export interface Checkpoint {
  readonly seq: number
  readonly states: Readonly<Record<string, MachineState>>
  /** The versions of the machines that made the states. */
  readonly versions: Readonly<Record<string, string>>
}

/** Before the first entry. */
export const BEGINNING: Checkpoint = { seq: 0, states: {}, versions: {} }

/** The result of a replay. Every fault names the entry. */
export type ReplayReport =
  | { readonly kind: 'equal'; readonly checkpoint: Checkpoint }
  | {
      readonly kind: 'mismatch'
      readonly seq: number
      readonly machine: string
      readonly expected: string
      readonly actual: string
    }
  | {
      readonly kind: 'machine changed'
      /** The first entry (or the checkpoint) that another version of the machine made. */
      readonly seq: number
      readonly machine: string
      readonly recorded: string
      readonly present: string | null
      /**
       * The first entry at which a changed machine's state differs from the recorded one; null when the change makes no
       * difference here.
       */
      readonly matters: {
        readonly seq: number
        readonly machine: string
        readonly expected: string
        readonly actual: string
      } | null
    }
  | { readonly kind: 'gap'; readonly seq: number; readonly expected: number }

/** The snapshot of any machine. */
export type Snapshot = ReturnType<typeof restore>

/** The effect of an entry on its machine. */
export interface Taken {
  readonly registered: RegisteredMachine
  /** The event as the machine saw it; null when the machine of this build does not know it. */
  readonly event: EventObject | null
  readonly before: Snapshot
  readonly after: Snapshot
}

/** An earlier state of a fold, to go back to. Snapshots are immutable, so keeping one is cheap. */
export interface Mark {
  readonly seq: number
  readonly snapshots: ReadonlyMap<string, Snapshot>
}

interface Known {
  readonly registered: RegisteredMachine
  readonly receive: (event: unknown) => EventObject | null
}

/** Live snapshots of a running fold, made from the checkpoint at a machine's first entry. */
export class Folding {
  #snapshots: Map<string, Snapshot>
  readonly #machines = new Map<string, Known | null>()
  readonly #from: Checkpoint
  seq: number

  /** @param mark where to go on from, when this fold has been there before */
  constructor(from: Checkpoint, mark: Mark = { seq: from.seq, snapshots: new Map() }) {
    this.#from = from
    this.#snapshots = new Map(mark.snapshots)
    this.seq = mark.seq
  }

  #known(key: string): Known | null {
    const found = this.#machines.get(key)
    if (found !== undefined) return found
    const [registered, receive] = [machineOf(key), receiverOf(key)]
    const known = registered === null || receive === null ? null : { registered, receive }
    this.#machines.set(key, known)
    return known
  }

  #begin(key: string, { machine, version }: RegisteredMachine): Snapshot {
    const kept =
      Object.hasOwn(this.#from.states, key) && this.#from.versions[key] === version ? this.#from.states[key] : undefined
    return kept === undefined ? start(machine).snapshot : restore(machine, kept)
  }

  /** Takes an entry; gives its effect, or null when no machine has that name. */
  take({ seq, machine: key, event }: JournalEntry): Taken | null {
    this.seq = seq
    const known = this.#known(key)
    if (known === null) return null
    const { registered, receive } = known
    const before = this.#snapshots.get(key) ?? this.#begin(key, registered)
    const received = receive(event)
    const after: Snapshot = received === null ? before : nextSnapshot(registered.machine, before, received)
    this.#snapshots.set(key, after)
    return { registered, event: received, before, after }
  }

  mark(): Mark {
    return { seq: this.seq, snapshots: new Map(this.#snapshots) }
  }

  /** Every machine's snapshot by its key, including those of the checkpoint that have had no entry yet. */
  snapshots(): ReadonlyMap<string, Snapshot> {
    const all = new Map<string, Snapshot>()
    for (const key of Object.keys(this.#from.states)) {
      const registered = machineOf(key)
      if (registered !== null) all.set(key, this.#begin(key, registered))
    }
    for (const [key, snapshot] of this.#snapshots) all.set(key, snapshot)
    return all
  }

  checkpoint(): Checkpoint {
    const moved = [...this.#snapshots]
    return {
      seq: this.seq,
      states: { ...this.#from.states, ...Object.fromEntries(moved.map(([key, snapshot]) => [key, stateOf(snapshot)])) },
      versions: {
        ...this.#from.versions,
        ...Object.fromEntries(moved.map(([key]) => [key, machineOf(key)?.version ?? ''])),
      },
    }
  }
}

/** Entries are nearly always in order already. */
const inOrder = (entries: readonly JournalEntry[]): readonly JournalEntry[] =>
  entries.every((entry, index) => entry.seq >= (entries[index - 1]?.seq ?? 0))
    ? entries
    : entries.toSorted((a, b) => a.seq - b.seq)

/**
 * Folds a journal into the states of its machines (law 1).
 * @param entries entries of one session in any order; repeats and entries that the checkpoint includes are skipped
 * @param from where to go on from; the beginning when left out
 * @returns the states after the last entry. It does not compare them with the recording, `replay` does. A machine whose version differs from the checkpoint's starts from its initial state.
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

/** The possible faults of a replay. */
export type ReplayFault = Exclude<ReplayReport, { readonly kind: 'equal' }>

/**
 * Compares a fold, entry by entry, with the recorded states. A changed machine is compared until its first difference
 * only; the others to the end, since no machine's state depends on another's.
 */
export class Judge {
  readonly #changed = new Map<string, Change>()
  #seq: number
  /** A fault that no change of a machine explains: it ends a replay. */
  #fault: Extract<ReplayFault, { readonly kind: 'gap' | 'mismatch' }> | null = null
  /** The first difference of a changed machine. */
  #matters: NonNullable<Extract<ReplayFault, { readonly kind: 'machine changed' }>['matters']> | null = null

  constructor(from: Checkpoint) {
    this.#seq = from.seq
    for (const [machine, recorded] of Object.entries(from.versions)) this.#note(from.seq, machine, recorded)
  }

  #note(seq: number, machine: string, recorded: string): void {
    const present = machineOf(machine)?.version ?? null
    if (present !== recorded && !this.#changed.has(machine))
      this.#changed.set(machine, { seq, machine, recorded, present })
  }

  /**
   * Compares the state after an entry and keeps the first fault. Gives whether the state equals the recorded one, as far as that
   * can be known: a masked entry has no fingerprint to compare with.
   */
  take({ seq, machine, version, fingerprint: expected }: JournalEntry, after: Snapshot | null): boolean {
    if (seq !== this.#seq + 1) this.#fault ??= { kind: 'gap', seq, expected: this.#seq + 1 }
    this.#seq = seq
    this.#note(seq, machine, version)
    if (expected === MASKED_FINGERPRINT) return true
    const actual = after === null ? 'no state' : fingerprint(stateOf(after))
    if (actual === expected) return true
    if (this.#changed.has(machine)) this.#matters ??= { seq, machine, expected, actual }
    else this.#fault ??= { kind: 'mismatch', seq, machine, expected, actual }
    return false
  }

  /**
   * The first fault so far: an unexplained one if any, else a difference that a changed machine explains, else a change that
   * makes no difference.
   */
  fault(): ReplayFault | null {
    if (this.#fault !== null) return this.#fault
    const [first] = this.#changed.values()
    const change = (this.#matters && this.#changed.get(this.#matters.machine)) ?? first
    return change === undefined ? null : { kind: 'machine changed', ...change, matters: this.#matters }
  }

  /** Whether a fault was found that ends a replay. */
  isLost(): boolean {
    return this.#fault !== null
  }
}

/**
 * Folds a journal and compares the state after every entry with the recorded fingerprint.
 * @param entries entries of one session in any order
 * @param from where to go on from; the beginning when left out
 * @returns `equal` with the last states, or the first fault: a `gap` in the order, a `mismatch` of a state that the same
 *   machine made, or, when there is neither, a `machine changed` since it was recorded (its version is another, or it is gone)
 *   with the entry where that starts to matter
 */
export function replay(entries: readonly JournalEntry[], from: Checkpoint = BEGINNING): ReplayReport {
  const judge = new Judge(from)
  const folding = new Folding(from)
  for (const entry of inOrder(entries)) {
    if (entry.seq <= folding.seq) continue
    judge.take(entry, folding.take(entry)?.after ?? null)
    if (judge.isLost()) break
  }
  return judge.fault() ?? { kind: 'equal', checkpoint: folding.checkpoint() }
}
