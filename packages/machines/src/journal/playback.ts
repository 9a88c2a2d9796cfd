import type { JournalEntry } from '@desk/schema/journal/entry'
import { Folding, Judge, type Checkpoint, type Mark, type ReplayFault, type Snapshot, type Taken } from './fold.ts'

/** Distance of marks: a moment is reached from the mark before it by folding at most this many entries. */
export const MARK_EVERY = 256

/** A moment of a journal: the states after an entry, and what that entry did. */
export interface Moment {
  /** How many entries have been taken: 0 is before the first. */
  readonly position: number
  readonly entry: JournalEntry | null
  /** The entry's effect; null before the first one, or when no machine of this build has its name. */
  readonly taken: Taken | null
  /** Every running machine, by its key. */
  readonly snapshots: ReadonlyMap<string, Snapshot>
}

/**
 * A journal to step through: the fold of `replay` with marks along the way, so that any moment is reached at once. It calls and
 * writes nothing (R2).
 */
export class Playback {
  readonly #entries: JournalEntry[] = []
  readonly #from: Checkpoint
  readonly #judge: Judge
  readonly #folding: Folding
  /** The mark of every MARK_EVERY entries, from the beginning on. */
  readonly #marks: Mark[]
  /** By position: whether the state after the entry differs from the recorded one. */
  readonly #differing = new Set<number>()
  #folded = 0

  /** @param from where the journal begins */
  constructor(from: Checkpoint) {
    this.#from = from
    this.#judge = new Judge(from)
    this.#folding = new Folding(from)
    this.#marks = [this.#folding.mark()]
  }

  /** Appends entries; those already present are skipped. */
  add(entries: readonly JournalEntry[]): void {
    let last = this.#entries.at(-1)?.seq ?? this.#from.seq
    for (const entry of entries) {
      if (entry.seq <= last) continue
      this.#entries.push(entry)
      last = entry.seq
    }
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries
  }

  /** Where the journal begins. */
  get from(): Checkpoint {
    return this.#from
  }

  /** How many entries have been folded and compared so far. */
  get folded(): number {
    return this.#folded
  }

  /** The first fault in what has been folded; null when every state equals the recorded one. */
  fault(): ReplayFault | null {
    return this.#judge.fault()
  }

  /** Whether the state after the entry at this position differs from the recorded one. */
  differs(position: number): boolean {
    return this.#differing.has(position)
  }

  /**
   * Folds on.
   * @param isOver called before every entry but the first: true ends this slice, so that the page does not freeze
   * @returns whether all entries have been folded
   */
  fold(isOver: () => boolean = () => false): boolean {
    for (let isFirst = true; this.#folded < this.#entries.length; isFirst = false) {
      if (!isFirst && isOver()) return false
      this.#foldOne()
    }
    return true
  }

  #foldOne(): void {
    const entry = this.#entries[this.#folded]
    if (entry === undefined) return
    const taken = this.#folding.take(entry)
    this.#folded += 1
    if (!this.#judge.take(entry, taken?.after ?? null)) this.#differing.add(this.#folded)
    if (this.#folded % MARK_EVERY === 0) this.#marks.push(this.#folding.mark())
  }

  /**
   * Gives the moment after so many entries, folding up to it if needed.
   * @param position 0 for before the first entry; beyond the last one counts as the last
   */
  at(position: number): Moment {
    const wanted = Math.min(Math.max(0, Math.trunc(position)), this.#entries.length)
    while (this.#folded < wanted) this.#foldOne()
    const markNo = Math.max(0, Math.ceil(wanted / MARK_EVERY) - 1)
    const folding = new Folding(this.#from, this.#marks[markNo])
    let taken: Taken | null = null
    for (let index = markNo * MARK_EVERY; index < wanted; index++) {
      const entry = this.#entries[index]
      if (entry !== undefined) taken = folding.take(entry)
    }
    return { position: wanted, entry: this.#entries[wanted - 1] ?? null, taken, snapshots: folding.snapshots() }
  }
}
