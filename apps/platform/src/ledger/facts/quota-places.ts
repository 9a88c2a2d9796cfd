import type { QuotaFacts, RespondentRow, SourceFacts } from './ledger-facts.ts'
import { isComplete, isInflight } from './tally.ts'

/** A batch's additions to a sub-quota's counters. */
export interface QuotaChange {
  readonly sourceId: number
  readonly quotaNo: number
  completes: number
  inflight: number
}

/** In progress by a sub-quota, which counts the place as taken. */
export function holdsPlace({ quotaNo, isTest, code, placeFreed }: RespondentRow): boolean {
  return quotaNo !== null && !isTest && isInflight(code) && !placeFreed
}

/** The places in sub-quotas that one batch takes and frees. */
export class QuotaPlaces {
  readonly #changes = new Map<string, QuotaChange>()

  /** Counts a respondent's step; `before` is null for a new one. */
  count(row: RespondentRow, before: RespondentRow | null): void {
    const { sourceId, quotaNo, isTest } = row
    if (quotaNo === null || isTest) return
    const completes = Number(isComplete(row.code)) - Number(before !== null && isComplete(before.code))
    const inflight = Number(holdsPlace(row)) - Number(before !== null && holdsPlace(before))
    if (completes === 0 && inflight === 0) return
    const key = keyOf(sourceId, quotaNo)
    let change = this.#changes.get(key)
    if (change === undefined) this.#changes.set(key, (change = { sourceId, quotaNo, completes: 0, inflight: 0 }))
    change.completes += completes
    change.inflight += inflight
  }

  /** The source's sub-quotas now. */
  of({ sourceId, quotas }: SourceFacts): readonly QuotaFacts[] {
    if (quotas.length === 0) return quotas
    return quotas.map(quota => {
      const change = this.#changes.get(keyOf(sourceId, quota.quotaNo))
      return change
        ? { ...quota, completes: quota.completes + change.completes, inflight: quota.inflight + change.inflight }
        : quota
    })
  }

  changes(): QuotaChange[] {
    return [...this.#changes.values()]
  }
}

function keyOf(sourceId: number, quotaNo: number): string {
  return `${sourceId}:${quotaNo}`
}
