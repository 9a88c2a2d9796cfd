import { Schema } from 'effect'
import { AskedInstant, Id, IdFromText, IsoInstant, wholeFromText } from '../ids/ids.ts'
import { lift, qualityLevel, recallBounds, wilson, type Estimate } from './statistics.ts'

/** How many weeks a scorecard may look back, the present one included. */
export const SCORECARD_WEEKS_MAX = 53
export const SCORECARD_WEEKS_DEFAULT = 13
const RULE_MAX_LENGTH = 60

export const ScorecardFilters = Schema.Struct({
  weeks: Schema.optionalKey(wholeFromText(1, SCORECARD_WEEKS_MAX)),
  /** Flagged by this rule; left out: by any. */
  rule: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(RULE_MAX_LENGTH))),
  source: Schema.optionalKey(IdFromText),
})
export type ScorecardFilters = typeof ScorecardFilters.Type

/** The counts of respondents whom a rule flagged, in any mode. */
export const FlaggedCounts = Schema.Struct({
  /** Entrants that it spoke against. */
  flagged: Schema.Int,
  /** The respondents among them whom Defender refused: they have no outcome. */
  refused: Schema.Int,
  /** The respondents who completed, rejected ones included. */
  completes: Schema.Int,
  /** Completes whose outcome is known: of projects that were reconciled since. */
  reconciled: Schema.Int,
  rejected: Schema.Int,
})
export type FlaggedCounts = typeof FlaggedCounts.Type

const share = Schema.NullOr(Schema.Struct({ share: Schema.Number, low: Schema.Number, high: Schema.Number }))

/** How right a rule, or all rules of a supplier or source, were. */
export const Scorecard = Schema.Struct({
  /** The rule's code, or the id. */
  key: Schema.String,
  name: Schema.String,
  ...FlaggedCounts.fields,
  /** All entrants of the same traffic, flagged or not. */
  entrants: Schema.Int,
  all_refused: Schema.Int,
  all_completes: Schema.Int,
  all_reconciled: Schema.Int,
  all_rejected: Schema.Int,
  /** Rejected of flagged and reconciled completes, with its Wilson 95 % interval; null: none was reconciled. */
  precision: share,
  /** The least and the greatest share of bad respondents that may have been flagged. */
  recall: Schema.NullOr(Schema.Struct({ low: Schema.Number, high: Schema.Number })),
  /** How many times as often the flagged are rejected as all of the same traffic. */
  lift: Schema.NullOr(Schema.Number),
  /** Rejected of all reconciled completes of the same traffic. */
  reject_rate: share,
  /** Its quality level (§9.8), of suppliers and sources. */
  level: Schema.NullOr(Schema.Literals([10, 20, 30])),
  /** The sell price of flagged completes that were rejected, and of those that stood; absent for viewers without it. */
  money_saved_cents: Schema.optionalKey(Schema.Int),
  money_lost_cents: Schema.optionalKey(Schema.Int),
  /** Of each week, in order. */
  weeks: Schema.Array(
    Schema.Struct({
      ...FlaggedCounts.fields,
      entrants: Schema.Int,
      all_reconciled: Schema.Int,
      all_rejected: Schema.Int,
    }),
  ),
})
export type Scorecard = typeof Scorecard.Type

/** Why there is no precision yet. */
export const UNSCORED = {
  nobody_entered: 'No entrants in this period.',
  nothing_reconciled:
    'No project was reconciled since these people completed. It is unknown who was bad: there is nothing to measure the rules by.',
  nobody_flagged:
    'No rule flagged a respondent in this period. Set rules to Record only: they flag respondents and do not refuse them.',
} as const
export const Unscored = Schema.Literals(['nobody_entered', 'nothing_reconciled', 'nobody_flagged'])
export type Unscored = typeof Unscored.Type

export const Scorecards = Schema.Struct({
  /** When the latest day was counted; null: never yet. */
  as_of: Schema.NullOr(IsoInstant),
  /** The Mondays (UTC) on which the weeks begin. */
  weeks: Schema.Array(AskedInstant),
  /** Null: there is something to measure by. */
  unscored: Schema.NullOr(Unscored),
  total: Scorecard,
  rows: Schema.Array(Scorecard),
})
export type Scorecards = typeof Scorecards.Type

/** A change of what Defender judges by, marked on the trends. */
export const RuleChange = Schema.Struct({
  at: IsoInstant,
  of: Schema.Literals(['account', 'project', 'survey', 'supplier']),
  id: Id,
  name: Schema.String,
  /** The changes, in words: 'Country check: Record only → Refuse'. */
  changes: Schema.Array(Schema.String),
})
export type RuleChange = typeof RuleChange.Type

/** The measures of a trend. */
export const TREND_MEASURES = {
  flagged: { label: 'Flagged', formula: 'Entrants that a rule spoke against ÷ entrants' },
  refused: { label: 'Refused', formula: 'Entrants that Defender refused ÷ entrants' },
  rejected: { label: 'Rejected', formula: 'Completes rejected ÷ completes reconciled' },
} as const
export type TrendMeasure = keyof typeof TREND_MEASURES
export const TrendMeasure = Schema.Literals(['flagged', 'refused', 'rejected'])

export const TrendFilters = Schema.Struct({ ...ScorecardFilters.fields, measure: Schema.optionalKey(TrendMeasure) })
export type TrendFilters = typeof TrendFilters.Type

/** A share by week, with its control limits (Laney p′) and quality levels (§9.8). */
export const Trend = Schema.Struct({
  as_of: Schema.NullOr(IsoInstant),
  measure: TrendMeasure,
  mean: Schema.NullOr(Schema.Number),
  points: Schema.Array(
    Schema.Struct({
      week: AskedInstant,
      hits: Schema.Int,
      of: Schema.Int,
      share: Schema.NullOr(Schema.Number),
      low: Schema.NullOr(Schema.Number),
      high: Schema.NullOr(Schema.Number),
      level: Schema.NullOr(Schema.Literals([10, 20, 30])),
      /** The week is not over: its share may still move. */
      is_open: Schema.Boolean,
    }),
  ),
  changes: Schema.Array(RuleChange),
  /** There were more changes than these, the latest. */
  has_more_changes: Schema.Boolean,
})
export type Trend = typeof Trend.Type

/** The counts of a part of the traffic, flagged or not. */
export interface TrafficCounts {
  readonly entrants: number
  readonly refused: number
  readonly completes: number
  readonly reconciled: number
  readonly rejected: number
}

/** The figures of a scorecard that follow from its counts. @param account the reject rate of the whole account, for the level; null: it has none */
export function scored(
  flagged: FlaggedCounts,
  all: TrafficCounts,
  account: Estimate | null,
): Pick<Scorecard, 'precision' | 'recall' | 'lift' | 'reject_rate' | 'level'> {
  const precision = wilson(flagged.rejected, flagged.reconciled)
  const rejectRate = wilson(all.rejected, all.reconciled)
  return {
    precision,
    recall: recallBounds({
      flaggedRejected: flagged.rejected,
      rejected: all.rejected,
      flaggedRefused: flagged.refused,
      refused: all.refused,
    }),
    lift: lift(precision, rejectRate),
    reject_rate: rejectRate,
    level: qualityLevel(rejectRate, account),
  }
}
