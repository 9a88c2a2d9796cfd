import type { Tx } from '#kernel/db/tx'
import type { RollupFacts, Scope } from '../facts/ledger-facts.ts'
import { readLoiBuckets } from './loi-lengths.store.ts'
import { NO_LOI, ownBucket, settleMedian, windowOf, type LoiPointer, type LoiWindow } from '../facts/loi-median.ts'
import type { Tally } from '../facts/tally.ts'

export interface ScopeOfBatch {
  readonly scope: Scope
  readonly scopeId: number
  readonly tally: Tally
}

/** A window after a batch, with its rollup version. */
export interface KeptWindow {
  readonly version: number
  readonly window: LoiWindow
}

const MAX_KEPT = 10_000
/** How many seconds to read on each side of the median: at first, then further out, at last everything. */
const LOOKS_SECONDS = [20, 200, 2_147_483_647]
const LONGEST_SECONDS = 2_147_483_647

/**
 * The cached windows around the medians, so that a batch does not read what the previous one wrote. The rollup's version shows
 * whether another process wrote in between.
 */
export class LoiWindows {
  readonly #kept = new Map<string, KeptWindow>()

  find(accountId: number, key: string, version: number): LoiWindow | null {
    const kept = this.#kept.get(`${accountId}:${key}`)
    return kept?.version === version ? kept.window : null
  }

  /** Takes over the windows of a committed batch. */
  keep(accountId: number, windows: ReadonlyMap<string, KeptWindow>): void {
    if (this.#kept.size > MAX_KEPT) this.#kept.clear()
    for (const [key, window] of windows) this.#kept.set(`${accountId}:${key}`, window)
  }
}

export interface SettledMedians {
  readonly pointers: ReadonlyMap<string, LoiPointer>
  readonly windows: ReadonlyMap<string, KeptWindow>
}

/** The exact medians after a batch (§3.20), from cached windows, else from the buckets around them. */
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

  let left = unsettled
  for (const lookSeconds of LOOKS_SECONDS) {
    if (left.length === 0) break
    const lookups = left.map(([key, { scope, scopeId }]) => {
      const middle = rollups.get(key)?.loi.seconds ?? 0
      return {
        key,
        scope,
        scopeId,
        from: Math.max(0, middle - lookSeconds),
        to: Math.min(LONGEST_SECONDS, middle + lookSeconds),
      }
    })
    const buckets = await readLoiBuckets(tx, accountId, lookups)
    const stillLeft: [string, ScopeOfBatch][] = []
    for (const [at, [key, scope]] of left.entries()) {
      const { from = 0, to = LONGEST_SECONDS } = lookups[at] ?? {}
      const window = windowOf(rollups.get(key)?.loi ?? NO_LOI, from, to, buckets.get(key) ?? [])
      if (!settle(key, scope, window)) stillLeft.push([key, scope])
    }
    left = stillLeft
  }
  for (const [, { scope, scopeId }] of left) onDrift({ accountId, scope, scopeId })
  return { pointers, windows }
}
