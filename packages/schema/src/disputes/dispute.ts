import { Schema } from 'effect'
import { Id, IsoInstant, RDUD_PATTERN, Version } from '../ids/ids.ts'
import { RDUD_TEXT_MAX_LENGTH } from '../reconciliation/reconciliation-forms.ts'
import { Month } from '../statements/statement.ts'

/** The most characters of what one side brings forward, and of the answer. */
export const EVIDENCE_MAX_LENGTH = 2_000
export const DECISION_NOTE_MAX_LENGTH = 1_000
/** How long a dispute waits for a decision. */
export const DISPUTE_BUSINESS_DAYS = 10

/** The states of a dispute, in the order of the screen. */
export const DISPUTE_STATES = {
  disputed: { label: 'Awaiting a decision', meaning: 'It lapses if no one decides in time.' },
  upheld: { label: 'Upheld', meaning: 'The respondent remains rejected.' },
  overturned: { label: 'Overturned', meaning: 'The respondent is accepted: it is paid and billed again.' },
  lapsed: { label: 'Lapsed', meaning: 'No one decided in time: the respondent remains rejected.' },
  settled: { label: 'Settled', meaning: 'The rejection was undone, or another request accepted the respondent.' },
} as const satisfies Record<string, { readonly label: string; readonly meaning: string }>

export type DisputeState = keyof typeof DISPUTE_STATES
export const DISPUTE_STATE_NAMES = Object.keys(DISPUTE_STATES) as [DisputeState, ...DisputeState[]] // Object.keys loses the key types
export const DisputeState = Schema.Literals(DISPUTE_STATE_NAMES)

// what outsiders write is text of lines, without marks that turn it around
const ODD = /(?![\n\t])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u
const lines = (label: string, maxLength: number) =>
  Schema.String.check(
    Schema.isMaxLength(maxLength).annotate({ message: `${label} must be at most ${maxLength} characters` }),
    Schema.makeFilter((text: string) => !ODD.test(text), { message: `${label} must not contain control characters` }),
  )

/** Why a rejection is wrong. */
export const Evidence = lines('Evidence', EVIDENCE_MAX_LENGTH).check(
  Schema.makeFilter((text: string) => text.trim() !== '', { message: 'Evidence is required' }),
)

/** One rejected respondent about whom the supplier says otherwise (settlement.md §2). */
export const Dispute = Schema.Struct({
  dispute_ud: Id,
  state: DisputeState,
  pm_sup_ud: Id,
  supplier_name: Schema.String,
  pm_proj_ud: Id,
  project_name: Schema.String,
  /** The request that rejected the respondent. */
  reconciliation_ud: Id,
  request_number: Id,
  rdud: Schema.String.check(Schema.isPattern(RDUD_PATTERN)),
  rid: Schema.String,
  reason_code: Schema.NullOr(Schema.Int),
  complete_month: Schema.NullOr(Month),
  /** The amounts that overturning pays and bills again, in cents; null without a price. */
  supply_cents: Schema.NullOr(Schema.Int),
  sell_cents: Schema.NullOr(Schema.Int),
  currency: Schema.String,
  evidence: Schema.String,
  /** Null: the supplier did, by its link. */
  raised_by: Schema.NullOr(Schema.String),
  raised_at: IsoInstant,
  lapses_at: IsoInstant,
  decided_by: Schema.NullOr(Schema.String),
  decided_at: Schema.NullOr(IsoInstant),
  decision_note: Schema.String,
  /** The request that accepted the respondent again. */
  overturned_by: Schema.NullOr(Id),
  version: Version,
})
export type Dispute = typeof Dispute.Type

/** A page of disputes; `total`: of all pages. */
export const Disputes = Schema.Struct({ total: Schema.Int, disputes: Schema.Array(Dispute) })
export type Disputes = typeof Disputes.Type

/** A new dispute: the respondent, as statements name it, and why the rejection is wrong. */
export const DisputeForm = Schema.Struct({
  rdud: Schema.String.check(
    Schema.isMaxLength(RDUD_TEXT_MAX_LENGTH),
    Schema.isPattern(RDUD_PATTERN, { message: 'This is no RDUD' }),
  ),
  evidence: Evidence,
})
export type DisputeForm = typeof DisputeForm.Type

/** A decision, which the supplier sees with its note. */
export const DisputeDecision = Schema.Struct({
  decision: Schema.Literals(['upheld', 'overturned']),
  note: Schema.optionalKey(lines('Note', DECISION_NOTE_MAX_LENGTH)),
  version: Schema.optionalKey(Version),
})
export type DisputeDecision = typeof DisputeDecision.Type

/** A dispute as the supplier sees it. */
export const SupplierDispute = Schema.Struct({
  state: DisputeState,
  evidence: Schema.String,
  raised_at: IsoInstant,
  lapses_at: IsoInstant,
  decided_at: Schema.NullOr(IsoInstant),
  decision_note: Schema.String,
})
export type SupplierDispute = typeof SupplierDispute.Type
