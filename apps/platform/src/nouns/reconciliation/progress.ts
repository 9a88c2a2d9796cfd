import type { ReconciliationProgress, ReconciliationStep } from '@desk/schema/reconciliation/reconciliation-progress'
import { Wakes } from '#kernel/background/wakes'
import type { GiveWay } from '#ledger/batches/right-of-way'

/** Whose work it is, and on what: everybody sees the progress of their own. */
export interface WorkOf {
  readonly accountId: number
  readonly userId: number
  readonly projectId: number
}

/** Says how many rows of a step are done. */
export type TellProgress = (step: ReconciliationStep, done: number, of: number) => void

/** The pause of work on many rows between small parts of them. */
export interface BetweenRows {
  readonly tell: TellProgress
  readonly giveWay: GiveWay
}

/** Of work that is over in a moment. */
export const NOTHING_BETWEEN: BetweenRows = { tell: () => undefined, giveWay: () => Promise.resolve() }

/** News come no more often than this. */
const TELL_EVERY_MS = 150

interface Announced {
  readonly progress: ReconciliationProgress
  readonly atMs: number
}

/**
 * How far the previews and stores are that this process works on. It is memory alone: a transaction shows nothing of itself to others before its end, and who watches is connected
 * to the process that works.
 */
export class WorkInProgress {
  readonly #told = new Map<string, Announced>()
  readonly #wakes = new Wakes()
  #version = 0

  /** Runs work that reports its progress; afterwards there is none. */
  async during<Result>(of: WorkOf, work: (tell: TellProgress) => Promise<Result>): Promise<Result> {
    const name = nameOf(of)
    try {
      return await work((step, done, all) => this.#tell(name, { step, done, of: all }))
    } finally {
      this.#told.delete(name)
      this.#wake()
    }
  }

  /** The progress of someone's work: another one than `after`, or what there is when the time is over. */
  async next(
    of: WorkOf,
    after: number | undefined,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<ReconciliationProgress> {
    const untilMs = performance.now() + waitMs
    for (;;) {
      const seen = this.#wakes.count
      const progress = this.#told.get(nameOf(of))?.progress ?? { version: 0, work: null }
      const leftMs = untilMs - performance.now()
      if (progress.version !== after || leftMs <= 0 || signal.aborted) return progress
      await this.#wakes.after(seen, leftMs, signal)
    }
  }

  #tell(name: string, work: NonNullable<ReconciliationProgress['work']>): void {
    const before = this.#told.get(name)
    const isNewStep = before?.progress.work?.step !== work.step
    if (before !== undefined && !isNewStep && performance.now() - before.atMs < TELL_EVERY_MS) return
    this.#version += 1
    this.#told.set(name, { progress: { version: this.#version, work }, atMs: performance.now() })
    this.#wake()
  }

  #wake(): void {
    this.#wakes.wake()
  }
}

const nameOf = ({ accountId, userId, projectId }: WorkOf): string => `${accountId} ${userId} ${projectId}`
