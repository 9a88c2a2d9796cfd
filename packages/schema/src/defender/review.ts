import { Schema } from 'effect'
import { Id, IdFromText, IsoInstant, wholeFromText } from '../ids/ids.ts'
import { ReconciliationReasonCode } from '../reconciliation/reason-code.ts'
import { RECONCILIATION_REASONS } from '../reconciliation/reasons.ts'
import type { DefenderRuleName } from '../respondents/door-rules.ts'
import { RespondentVerdict } from '../respondents/explain.ts'
import { RespondentCode } from '../respondents/state.ts'
import { SOURCE_ON_WIRE } from '../sources/source.ts'

/** A reviewer's decision on a flagged complete: the rule was right, or it was not. */
export const ReviewDecision = Schema.Literals(['confirmed', 'dismissed'])
export type ReviewDecision = typeof ReviewDecision.Type

/** The review states of a flagged complete. */
export const REVIEW_STATES = {
  pending: { label: 'Pending', meaning: 'No decision yet.' },
  confirmed: { label: 'Confirmed', meaning: 'The reviewer says that the rule was right.' },
  dismissed: { label: 'Dismissed', meaning: 'The reviewer says that the rule was wrong.' },
  disputed: { label: 'Disputed', meaning: 'Reviewers disagree: it is in no reject list until they say the same.' },
} as const
export type ReviewState = keyof typeof REVIEW_STATES
export const ReviewState = Schema.Literals(['pending', 'confirmed', 'dismissed', 'disputed'])

/** The review state of a complete by its reviewers' decisions, one of each reviewer: disputed where they disagree. */
export function reviewState(decisions: readonly ReviewDecision[]): ReviewState {
  const [first] = decisions
  if (first === undefined) return 'pending'
  return decisions.every(decision => decision === first) ? first : 'disputed'
}

const { fraud, duplicate, straightLining, speeder, openEnd, ghostComplete } = RECONCILIATION_REASONS

const REASONS: Readonly<Partial<Record<DefenderRuleName, ReconciliationReasonCode>>> = {
  duplicate_rid: duplicate.code,
  duplicate_fingerprint: duplicate.code,
  duplicate_ip: duplicate.code,
  ghost: ghostComplete.code,
  speeder: speeder.code,
  straight_lining: straightLining.code,
  open_ends: openEnd.code,
  text_analytics: openEnd.code,
}

/** The reason that a reject list gives for a complete which these rules flagged: that of the first one that has a reason of its own, else fraud. */
export function reasonOfRules(rules: readonly string[]): ReconciliationReasonCode {
  const own = new Map<string, ReconciliationReasonCode>(Object.entries(REASONS))
  const found = rules.find(rule => own.has(rule))
  return (found === undefined ? undefined : own.get(found)) ?? fraud.code
}

export const REVIEW_PAGE_DEFAULT = 50
export const REVIEW_PAGE_MAX = 200
/** How far back completes are reviewed: no window of a reconciliation is longer. */
export const REVIEW_DAYS = 65
const RULE_MAX_LENGTH = 60
const RDUD_MAX_LENGTH = 100

export const ReviewFilters = Schema.Struct({
  /** Left out: pending. */
  state: Schema.optionalKey(ReviewState),
  rule: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(RULE_MAX_LENGTH))),
  project: Schema.optionalKey(IdFromText),
  /** The cursor of the page. */
  after: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/))),
  limit: Schema.optionalKey(wholeFromText(1, REVIEW_PAGE_MAX)),
})
export type ReviewFilters = typeof ReviewFilters.Type

/** A reviewer's present decision. */
export const Reviewed = Schema.Struct({
  uid: Id,
  by: Schema.NullOr(Schema.String),
  decision: ReviewDecision,
  reason_code: Schema.NullOr(Schema.Int),
  at: IsoInstant,
})
export type Reviewed = typeof Reviewed.Type

/** A complete that a rule flagged. */
export const FlaggedComplete = Schema.Struct({
  rdud: Schema.String,
  rid: Schema.String,
  code: RespondentCode,
  pm_proj_ud: Id,
  project_name: Schema.String,
  stmid: Id,
  source_name: Schema.String,
  survey_name: Schema.String,
  /** Absent in a view without the supply side. */
  supplier: Schema.optionalKey(Schema.NullOr(Schema.String)),
  completed_at: Schema.NullOr(IsoInstant),
  interview_seconds: Schema.NullOr(Schema.Int),
  loi_minutes: Schema.Number,
  verdicts: Schema.Array(RespondentVerdict),
  decisions: Schema.Array(Reviewed),
  state: ReviewState,
}).pipe(Schema.encodeKeys({ source_name: SOURCE_ON_WIRE.name }))
export type FlaggedComplete = typeof FlaggedComplete.Type

/** A page of them, the latest entrants first. */
export const ReviewQueue = Schema.Struct({
  as_of: IsoInstant,
  rows: Schema.Array(FlaggedComplete),
  /** The cursor of the next page; null: there is none. */
  next: Schema.NullOr(Schema.String),
  /** Completes that two or more reviewed, and those of which they said the same. */
  agreement: Schema.Struct({ reviewed_twice: Schema.Int, agreed: Schema.Int }),
})
export type ReviewQueue = typeof ReviewQueue.Type

/** Decisions of the caller; null takes one back. */
export const ReviewForm = Schema.Struct({
  decisions: Schema.Array(
    Schema.Struct({
      rdud: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(RDUD_MAX_LENGTH)),
      decision: Schema.NullOr(ReviewDecision),
      /** Of a confirmed one; left out: the reason of its rules. */
      reason_code: Schema.optionalKey(ReconciliationReasonCode),
    }),
  ).check(Schema.isMinLength(1), Schema.isMaxLength(REVIEW_PAGE_MAX)),
})
export type ReviewForm = typeof ReviewForm.Type

export const ReviewDone = Schema.Struct({
  rows: Schema.Array(Schema.Struct({ rdud: Schema.String, state: ReviewState, decisions: Schema.Array(Reviewed) })),
})
export type ReviewDone = typeof ReviewDone.Type

/** Every change of a decision about one complete, the latest first; a null decision was taken back. */
export const ReviewHistory = Schema.Struct({
  rdud: Schema.String,
  changes: Schema.Array(
    Schema.Struct({
      uid: Id,
      by: Schema.NullOr(Schema.String),
      decision: Schema.NullOr(ReviewDecision),
      reason_code: Schema.NullOr(Schema.Int),
      at: IsoInstant,
    }),
  ),
})
export type ReviewHistory = typeof ReviewHistory.Type
export const ReviewHistoryFilter = Schema.Struct({
  rdud: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(RDUD_MAX_LENGTH)),
})
