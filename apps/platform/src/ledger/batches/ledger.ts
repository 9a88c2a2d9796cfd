import { PLACE_KEPT_MINUTES } from '#kernel/config/defaults'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { DatabaseUnavailable } from '#kernel/db/errors'
import type { Tx } from '#kernel/db/tx'
import type { Log } from '#kernel/db/log'
import { autoPause } from '#statuses/auto-pause'
import type {
  AbandonOperation,
  EntryOperation,
  LedgerOperation,
  LedgerOutcome,
  ReturnOperation,
} from '../facts/ledger-operations.ts'
import { runBatch, type BatchPorts } from './batch-transaction.ts'
import { LoiWindows, type KeptWindow } from './loi-medians.ts'
import { RightOfWay, type GiveWay } from './right-of-way.ts'
import { runAdjustments, type Adjusting } from './run-adjustments.ts'
import { StudySetupCache } from './study-setups.ts'

export interface LedgerOptions {
  readonly log?: Log
  readonly nowMs?: () => number
  /** The shortest and longest time to gather a batch; in between, the duration of the last batch. */
  readonly gatherMs?: { readonly least: number; readonly most: number }
  /** The longest time that a respondent in progress keeps a place in a sub-quota before others get it. */
  readonly placeKeptMs?: number
  /** The most operations of one transaction. */
  readonly maxBatch?: number
  /** The most waiting operations; more are refused at once. */
  readonly maxWaiting?: number
  /** The most concurrent transactions, each of another account. */
  readonly maxParallel?: number
}

const MINUTE_MS = 60_000
const GATHER_MS = { least: 2, most: 20 }
const MAX_BATCH = 1_000
const MAX_WAITING = 20_000
const MAX_PARALLEL = 6

/** Too many respondents are waiting: answer 503 with Retry-After. */
export class LedgerBusy extends Error {
  constructor(waiting: number) {
    super(`${waiting} respondents wait to be written`)
  }
}

interface Waiting {
  readonly operation: LedgerOperation
  readonly resolve: (outcome: LedgerOutcome) => void
  readonly reject: (error: unknown) => void
}

interface AccountQueue {
  waiting: Waiting[]
  /** A batch is gathering, queued for a transaction, or in one. */
  state: 'idle' | 'gathering' | 'ready' | 'writing'
}

/** With so much waiting a store of 100,000 rows is done in its ten seconds (docs/decisions/0055). */
const STORE_WAITED_OF_WORKED = 1.5

/** Writes the adjustments of a reconciliation within its transaction. */
export type Adjust = (adjusting: Adjusting) => Promise<void>

/**
 * The respondents' ledger. Operations of one account that arrive within a few milliseconds share one transaction; a promise
 * resolves only when its operation is committed, and rejects with DatabaseUnavailable or LedgerBusy.
 */
export interface Ledger {
  /** Judges and records an entrant. */
  enter(accountId: number, entry: EntryOperation): Promise<LedgerOutcome>
  /** Records a respondent's return. */
  return(accountId: number, back: ReturnOperation): Promise<LedgerOutcome>
  /** Records a respondent's timeout. */
  abandon(accountId: number, abandon: AbandonOperation): Promise<LedgerOutcome>
  /** Writes operations in one transaction of their own at once, without gathering; outcomes in their order. */
  write(
    accountId: number,
    operations: readonly LedgerOperation[],
    options?: { history?: boolean },
  ): Promise<readonly LedgerOutcome[]>
  /**
   * A reconciliation, in one transaction: `work` reads and stores its own rows in it, and writes its adjustments to
   * the ledger by `adjust`, which holds the figures of their sources from then to the commit. A throw of `work` rolls
   * all of it back. It is run again after a deadlock.
   */
  reconcile<Result>(
    accountId: number,
    work: (tx: Tx, adjust: Adjust) => Promise<Result>,
    options?: { readonly timeoutMs?: number },
  ): Promise<Result>
  /**
   * For work of seconds beside the ledger: called between small parts of it, it lets entrants and returns go first.
   * @param waitedOfWorked it waits at most so many times as long as it has worked
   */
  bulkWork(waitedOfWorked: number): GiveWay
  /** Resolves when everything that waits is written or refused. */
  drain(): Promise<void>
  /** The entries and returns that wait to be written, for the metrics. */
  readonly waiting: number
}

export function createLedger(database: DeskDatabase, options: LedgerOptions = {}): Ledger {
  return new BatchingLedger(database, options)
}

class BatchingLedger implements Ledger {
  readonly #database: DeskDatabase
  readonly #nowMs: () => number
  readonly #gatherMs: { readonly least: number; readonly most: number }
  readonly #maxBatch: number
  readonly #maxWaiting: number
  readonly #maxParallel: number
  readonly #ports: BatchPorts
  readonly #queues = new Map<number, AccountQueue>()
  readonly #ready: number[] = []
  readonly #rightOfWay = new RightOfWay()
  #waiting = 0
  #writing = 0
  /** How long the last batch took, from its first statement to its commit. */
  #lastMs = 0
  #onIdle: (() => void)[] = []

  constructor(database: DeskDatabase, options: LedgerOptions) {
    this.#database = database
    this.#nowMs = options.nowMs ?? Date.now
    this.#gatherMs = options.gatherMs ?? GATHER_MS
    this.#maxBatch = options.maxBatch ?? MAX_BATCH
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING
    this.#maxParallel = options.maxParallel ?? MAX_PARALLEL
    this.#ports = {
      autoPause,
      setups: new StudySetupCache(),
      placeKeptMs: options.placeKeptMs ?? PLACE_KEPT_MINUTES * MINUTE_MS,
      windows: new LoiWindows(),
      onDrift: drift =>
        options.log?.error(drift, 'A median does not fit its interview lengths: run verify-ledger --repair'),
    }
  }

  get waiting(): number {
    return this.#waiting
  }

  enter(accountId: number, entry: EntryOperation): Promise<LedgerOutcome> {
    return this.#queue(accountId, entry)
  }

  return(accountId: number, back: ReturnOperation): Promise<LedgerOutcome> {
    return this.#queue(accountId, back)
  }

  abandon(accountId: number, abandon: AbandonOperation): Promise<LedgerOutcome> {
    return this.#queue(accountId, abandon)
  }

  async write(
    accountId: number,
    operations: readonly LedgerOperation[],
    { history = false }: { history?: boolean } = {},
  ): Promise<readonly LedgerOutcome[]> {
    const { outcomes, windows } = await this.#database.asAccount(
      accountId,
      tx => runBatch(tx, accountId, operations, this.#ports, { nowMs: this.#nowMs(), history }),
      { idempotent: true, plans: 'generic', eager: true },
    )
    this.#ports.windows.keep(accountId, windows)
    return outcomes
  }

  async reconcile<Result>(
    accountId: number,
    work: (tx: Tx, adjust: Adjust) => Promise<Result>,
    options: { readonly timeoutMs?: number } = {},
  ): Promise<Result> {
    let windows: ReadonlyMap<string, KeptWindow> | null = null
    const result = await this.#database.asAccount(
      accountId,
      tx =>
        work(tx, async adjusting => {
          const batchOptions = { nowMs: this.#nowMs() }
          windows = await runAdjustments(
            tx,
            accountId,
            adjusting,
            this.bulkWork(STORE_WAITED_OF_WORKED),
            this.#ports,
            batchOptions,
          )
        }),
      { ...options, idempotent: true, plans: 'generic' },
    )
    if (windows !== null) this.#ports.windows.keep(accountId, windows)
    return result
  }

  bulkWork(waitedOfWorked: number): GiveWay {
    return this.#rightOfWay.bulkWork(waitedOfWorked)
  }

  drain(): Promise<void> {
    if (this.#waiting === 0 && this.#writing === 0) return Promise.resolve()
    return new Promise(resolve => this.#onIdle.push(resolve))
  }

  #queue(accountId: number, operation: LedgerOperation): Promise<LedgerOutcome> {
    if (this.#waiting >= this.#maxWaiting) return Promise.reject(new LedgerBusy(this.#waiting))
    let queue = this.#queues.get(accountId)
    if (queue === undefined) this.#queues.set(accountId, (queue = { waiting: [], state: 'idle' }))
    this.#waiting += 1
    const promise = new Promise<LedgerOutcome>((resolve, reject) => queue.waiting.push({ operation, resolve, reject }))
    if (queue.state === 'idle') this.#gather(accountId, queue)
    else if (queue.state === 'gathering' && queue.waiting.length >= this.#maxBatch) this.#makeReady(accountId, queue)
    return promise
  }

  #gather(accountId: number, queue: AccountQueue): void {
    queue.state = 'gathering'
    this.#rightOfWay.gathers(accountId)
    const { least, most } = this.#gatherMs
    setTimeout(() => this.#makeReady(accountId, queue), Math.min(most, Math.max(least, this.#lastMs)))
  }

  #makeReady(accountId: number, queue: AccountQueue): void {
    if (queue.state !== 'gathering') return
    queue.state = 'ready'
    this.#ready.push(accountId)
    this.#startReady()
  }

  #startReady(): void {
    while (this.#writing < this.#maxParallel) {
      const accountId = this.#ready.shift()
      const queue = accountId === undefined ? undefined : this.#queues.get(accountId)
      if (accountId === undefined || queue === undefined) return
      queue.state = 'writing'
      this.#writing += 1
      void this.#writeNext(accountId, queue)
    }
  }

  async #writeNext(accountId: number, queue: AccountQueue): Promise<void> {
    const batch = queue.waiting.length <= this.#maxBatch ? queue.waiting : queue.waiting.slice(0, this.#maxBatch)
    queue.waiting = queue.waiting.length <= this.#maxBatch ? [] : queue.waiting.slice(this.#maxBatch)
    const startedAtMs = performance.now()
    this.#rightOfWay.writes(accountId)
    await this.#settle(accountId, batch)
    this.#lastMs = performance.now() - startedAtMs
    this.#waiting -= batch.length
    this.#writing -= 1
    if (queue.waiting.length === 0) {
      queue.state = 'idle'
      this.#queues.delete(accountId)
      this.#rightOfWay.settles(accountId)
    } else {
      // respondents just answered may return within the duration of this batch: gather that long, so that they join the waiting ones
      this.#gather(accountId, queue)
      if (queue.waiting.length >= this.#maxBatch) this.#makeReady(accountId, queue)
    }
    this.#startReady()
    if (this.#waiting === 0 && this.#writing === 0) for (const tell of this.#onIdle.splice(0)) tell()
  }

  /** Never rejects: every caller of the batch has its own promise. */
  async #settle(accountId: number, batch: readonly Waiting[]): Promise<void> {
    try {
      const outcomes = await this.write(
        accountId,
        batch.map(({ operation }) => operation),
      )
      batch.forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at]
        if (outcome === undefined) reject(new Error('A batch answers every operation'))
        else resolve(outcome)
      })
    } catch (error) {
      if (batch.length === 1 || error instanceof DatabaseUnavailable) for (const { reject } of batch) reject(error)
      // one operation that the database refuses must not fail the others: each gets its own transaction
      else for (const one of batch) await this.#settle(accountId, [one])
    }
  }
}
