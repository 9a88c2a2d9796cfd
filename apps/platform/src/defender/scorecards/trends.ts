import { SCORECARD_WEEKS_DEFAULT, type Trend, type TrendMeasure } from '@desk/schema/defender/scorecard'
import { laneyChart, periodLevel, type Counted } from '@desk/schema/defender/statistics'
import type { Tx } from '#kernel/db/tx'
import { listRuleChanges } from './rule-changes.store.ts'
import { readScorecards, type ScorecardRequest } from './scorecards.ts'

const CHANGES_MAX = 100

export interface TrendRequest extends Pick<ScorecardRequest, 'weeks' | 'rule' | 'source'> {
  readonly measure?: TrendMeasure | undefined
  readonly seesSuppliers: boolean
}

/** Reads a share by week with its control limits, and the changes in between (docs/decisions/0074). */
export async function readTrend(tx: Tx, accountId: number, request: TrendRequest, nowMs: number): Promise<Trend> {
  const { measure = 'flagged', weeks = SCORECARD_WEEKS_DEFAULT, rule, source, seesSuppliers } = request
  const {
    as_of,
    total,
    weeks: starts,
  } = await readScorecards(
    tx,
    accountId,
    { by: 'source', weeks, rule, source, seesMoney: false, page: { limit: 0, offset: 0 } },
    nowMs,
  )
  const counted = total.weeks.map((week): Counted => {
    switch (measure) {
      case 'flagged':
        return { hits: week.flagged, of: week.entrants }
      case 'refused':
        return { hits: week.refused, of: week.entrants }
      case 'rejected':
        return { hits: week.all_rejected, of: week.all_reconciled }
    }
  })
  const { mean, points } = laneyChart(counted)
  const sinceMs = Date.parse(starts[0] ?? new Date(nowMs).toISOString())
  const changes = await listRuleChanges(tx, accountId, sinceMs, seesSuppliers, CHANGES_MAX + 1)
  return {
    as_of,
    measure,
    mean,
    points: starts.map((week, at) => {
      const { share = null, low = null, high = null } = points[at] ?? {}
      const { hits = 0, of = 0 } = counted[at] ?? {}
      const level = measure === 'rejected' ? periodLevel({ share, low, high }, mean) : null
      return { week, hits, of, share, low, high, level, is_open: at === starts.length - 1 }
    }),
    changes: changes.slice(0, CHANGES_MAX),
    has_more_changes: changes.length > CHANGES_MAX,
  }
}
