import type { Tx } from '../db/tx.ts'
import { rollupKey, type RollupFacts, type Scope } from './ledger-facts.ts'
import { readLoiNeighbours } from './ledger-reads.store.ts'
import { NO_LOI, ownBucket, settleMedian, windowAround, type LoiPointer, type LoiWindow } from './loi-median.ts'
import type { Tally } from './tally.ts'

export interface ScopeOfBatch {
  readonly scope: Scope
  readonly scopeId: number
  readonly tally: Tally
}

/** A window as it is after a batch, and the rollup's version that it belongs to. */
export interface KeptWindow {
  readonly version: number
  readonly window: LoiWindow
}

const MAX_KEPT = 10_000
/** Looking further than one batch moves the median saves looking again. */
const LOOK_EACH_SIDE = 100

/**
 * The windows around the medians that this process saw last, so that a batch does not read what the one before it has written.
 * The rollup's version tells whether another process was there in between.
 */
export class LoiWindows {
  readonly #kept = new Map<string, KeptWindow>()

  find(accountId: number, key: string, version: number): LoiWindow | null {
    const kept = this.#kept.get(`${accountId}:${key}`)
    return kept?.version === version ? kept.window : null
  }

  /** Takes over what a batch that is committed has settled. */
  keep(accountId: number, windows: ReadonlyMap<string, KeptWindow>): void {
    if (this.#kept.size > MAX_KEPT) this.#kept.clear()
    for (const [key, window] of windows) this.#kept.set(`${accountId}:${key}`, window)
  }
}

export interface SettledMedians {
  readonly pointers: ReadonlyMap<string, LoiPointer>
  readonly windows: ReadonlyMap<string, KeptWindow>
}

/** The exact medians after a batch (§3.20), from the windows that are known, else from a look at the stored neighbours. */
export async function settleMedians(
  tx: Tx,
  accountId: number,
  scopes: ReadonlyMap<string, ScopeOfBatch>,
  rollups: ReadonlyMap<string, RollupFacts>,
  known: LoiWindows,
  onDrift: (drift: { accountId: number; scope: Scope; scopeId: number }) => void,
): Promise<SettledMedians> {
  const pointers = new Map<string, LoiPointer>()
  const windows = new Map<string, KeptWindow>()
  const settle = (key: string, { tally }: ScopeOfBatch, window: LoiWindow): boolean => {
    const rollup = rollups.get(key)
    const settled = settleMedian(rollup?.loi ?? NO_LOI, tally.loi, window)
    if (settled === null) return false
    pointers.set(key, settled.pointer)
    windows.set(key, { version: (rollup?.version ?? 0) + 1, window: settled.window })
    return true
  }

  const unsettled: [string, ScopeOfBatch][] = []
  for (const [key, scope] of scopes) {
    const rollup = rollups.get(key)
    const window = known.find(accountId, key, rollup?.version ?? 0)
    // without changes there is nothing to settle, but the window goes on to the rollup's next version
    if (scope.tally.loi.size === 0) {
      if (window) windows.set(key, { version: (rollup?.version ?? 0) + 1, window })
    } else if (!settle(key, scope, window ?? ownBucket(rollup?.loi ?? NO_LOI))) unsettled.push([key, scope])
  }

  const quests = unsettled.flatMap(([key, { scope, scopeId, tally }]) => {
    const { seconds } = rollups.get(key)?.loi ?? NO_LOI
    return seconds === null ? [] : [{ scope, scopeId, seconds, limit: LOOK_EACH_SIDE + sizeOf(tally.loi) }]
  })
  const neighbours = await readLoiNeighbours(tx, accountId, quests)
  for (const [key, scope] of unsettled) {
    const pointer = rollups.get(key)?.loi ?? NO_LOI
    const limit = LOOK_EACH_SIDE + sizeOf(scope.tally.loi)
    if (settle(key, scope, windowAround(pointer, neighbours.get(rollupKey(scope.scope, scope.scopeId)) ?? [], limit))) continue
    onDrift({ accountId, scope: scope.scope, scopeId: scope.scopeId })
  }
  return { pointers, windows }
}

/** So many interviews come or go: a median moves past no more buckets than that. */
function sizeOf(changes: ReadonlyMap<number, number>): number {
  let interviews = 0
  for (const change of changes.values()) interviews += Math.abs(change)
  return interviews
}
