import { DEFENDER_CATALOGUE } from '@desk/schema/defender/rules'
import {
  scored,
  SCORECARD_WEEKS_DEFAULT,
  type FlaggedCounts,
  type Scorecard,
  type Scorecards,
  type TrafficCounts,
  type Unscored,
} from '@desk/schema/defender/scorecard'
import { wilson } from '@desk/schema/defender/statistics'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { ANY_RULE, dayOf, EVERYBODY } from './count-days.store.ts'
import {
  findCountedAt,
  NO_TRAFFIC,
  readNames,
  readWeekCounts,
  type CountScope,
  type ScorecardBy,
  type WeekCounts,
} from './scorecards.store.ts'

const DAY_MS = 86_400_000
const DAYS_A_WEEK = 7
/** 1 January 1970 was a Thursday. */
const MONDAY = 4

/** The last weeks until now, the present one included, as they begin on Mondays (UTC). */
export function weeksUntil(
  nowMs: number,
  weeks: number,
): { readonly fromDay: number; readonly starts: readonly string[] } {
  const today = dayOf(nowMs)
  const monday = today - ((today - MONDAY + DAYS_A_WEEK) % DAYS_A_WEEK)
  const fromDay = monday - (weeks - 1) * DAYS_A_WEEK
  return {
    fromDay,
    starts: Array.from({ length: weeks }, (_, at) => new Date((fromDay + at * DAYS_A_WEEK) * DAY_MS).toISOString()),
  }
}

export interface ScorecardRequest {
  readonly by: ScorecardBy
  readonly weeks?: number | undefined
  readonly rule?: string | undefined
  readonly source?: number | undefined
  readonly supplier?: number | undefined
  /** Whether the viewer sees sell prices. */
  readonly seesMoney: boolean
  readonly page: Page
}

const NOBODY: FlaggedCounts = { flagged: 0, refused: 0, completes: 0, reconciled: 0, rejected: 0 }

interface Sums {
  readonly flagged: FlaggedCounts
  readonly all: TrafficCounts
  readonly savedCents: number
  readonly lostCents: number
}
const NOTHING: Sums = { flagged: NOBODY, all: NO_TRAFFIC, savedCents: 0, lostCents: 0 }

function plus(sums: Sums, row: WeekCounts): Sums {
  const { flagged, all } = sums
  const counts = {
    refused: row.refused,
    completes: row.completes,
    reconciled: row.reconciled,
    rejected: row.rejected,
  }
  const add = <Counts extends typeof counts>(to: Counts): Counts => ({
    ...to,
    refused: to.refused + counts.refused,
    completes: to.completes + counts.completes,
    reconciled: to.reconciled + counts.reconciled,
    rejected: to.rejected + counts.rejected,
  })
  if (row.rule === EVERYBODY) return { ...sums, all: { ...add(all), entrants: all.entrants + row.entrants } }
  return {
    ...sums,
    flagged: { ...add(flagged), flagged: flagged.flagged + row.flagged },
    savedCents: sums.savedCents + row.savedCents,
    lostCents: sums.lostCents + row.lostCents,
  }
}

const sumOf = (rows: readonly WeekCounts[]): Sums => rows.reduce(plus, NOTHING)

/** Reads how right rules, or the rules of sources and suppliers, were (docs/decisions/0074). */
export async function readScorecards(
  tx: Tx,
  accountId: number,
  request: ScorecardRequest,
  nowMs: number,
): Promise<Scorecards> {
  const { by, weeks = SCORECARD_WEEKS_DEFAULT, rule, source, supplier, seesMoney, page } = request
  const { fromDay, starts } = weeksUntil(nowMs, weeks)
  const scope: CountScope = { fromDay, untilDay: fromDay + weeks * DAYS_A_WEEK, source, supplier }
  const counts = await readWeekCounts(tx, accountId, by, scope, rule)
  const flaggedBy = rule ?? ANY_RULE
  const everybody = counts.filter(row => row.rule === EVERYBODY)
  const account = wilson(sumOf(everybody).all.rejected, sumOf(everybody).all.reconciled)

  const cardOf = (key: string, name: string, rows: readonly WeekCounts[]): Scorecard => {
    const { flagged, all, savedCents, lostCents } = sumOf(rows)
    const byWeek = starts.map((_, week) => sumOf(rows.filter(row => row.week === week)))
    return {
      key,
      name,
      ...flagged,
      entrants: all.entrants,
      all_refused: all.refused,
      all_completes: all.completes,
      all_reconciled: all.reconciled,
      all_rejected: all.rejected,
      ...scored(flagged, all, account),
      ...(seesMoney ? { money_saved_cents: savedCents, money_lost_cents: lostCents } : {}),
      weeks: byWeek.map(sums => ({
        ...sums.flagged,
        entrants: sums.all.entrants,
        all_reconciled: sums.all.reconciled,
        all_rejected: sums.all.rejected,
      })),
    }
  }

  const total = cardOf(
    flaggedBy,
    supplier === undefined
      ? 'All'
      : ((await readNames(tx, accountId, 'supplier', [supplier])).get(String(supplier)) ?? 'Supplier'),
    counts.filter(row => row.rule === EVERYBODY || row.rule === flaggedBy),
  )
  return {
    as_of: (await findCountedAt(tx, accountId))?.toISOString() ?? null,
    weeks: starts,
    unscored: unscoredBy(total),
    total,
    rows: by === 'rule' ? ofRules() : await ofPlaces(by),
  }

  /** Every rule of the catalogue, whether it flagged anybody or not. */
  function ofRules(): Scorecard[] {
    return DEFENDER_RULES.map(name =>
      cardOf(name, DEFENDER_CATALOGUE[name].label, [...everybody, ...counts.filter(row => row.rule === name)]),
    )
  }

  async function ofPlaces(place: 'source' | 'supplier'): Promise<readonly Scorecard[]> {
    const groups = new Map<string, WeekCounts[]>()
    for (const row of counts) {
      const group = groups.get(row.key)
      if (group === undefined) groups.set(row.key, [row])
      else group.push(row)
    }
    const names = await readNames(tx, accountId, place, [...groups.keys()].map(Number))
    return [...groups]
      .map(([key, rows]) => cardOf(key, names.get(key) ?? (place === 'supplier' ? 'Without a supplier' : key), rows))
      .toSorted((one, other) => other.entrants - one.entrants || Number(one.key) - Number(other.key))
      .slice(page.offset, page.offset + page.limit)
  }
}

function unscoredBy(total: Scorecard): Unscored | null {
  if (total.entrants === 0) return 'nobody_entered'
  if (total.all_reconciled === 0) return 'nothing_reconciled'
  return total.flagged === 0 ? 'nobody_flagged' : null
}
