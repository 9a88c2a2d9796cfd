import { Schema } from 'effect'
import { Id, IsoInstant, RDUD_PATTERN } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'
import { MONTH_PATTERN } from './statement-line.ts'

/** The most statements that a month is listed with. */
export const STATEMENTS_OF_MONTH_MAX = 500
/** Days after the end of its reconciliation window, when a period closes by itself. */
export const CLOSES_AFTER_DAYS = 5

const noMonth = 'A month is written like 2026-10'
/** A month of the account's zone: 2026-10. */
export const Month = Schema.String.check(Schema.isPattern(MONTH_PATTERN, { message: noMonth }))

const Hash = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

/** A signed CSV file, or an unsigned workbook of the same lines. */
export const StatementFormat = Schema.Literals(['csv', 'xlsx'])
export type StatementFormat = typeof StatementFormat.Type

/** The sums of a statement, or of all statements of a month. */
export const StatementSums = Schema.Struct({
  lines: Schema.Int,
  completes: Schema.Int,
  complete_cents: Schema.Int,
  adjustments: Schema.Int,
  adjustment_cents: Schema.Int,
  total_cents: Schema.Int,
})
export type StatementSums = typeof StatementSums.Type

const sums = {
  ...StatementSums.fields,
  /** Of both, how many have a known price: a line without one counts as 0 cents (docs/decisions/0092). */
  priced_completes: Schema.Int,
  priced_adjustments: Schema.Int,
}

/** A supplier's statement of one month. */
export const StatementSummary = Schema.Struct({
  /** Null: respondents without a supplier. */
  pm_sup_ud: Schema.NullOr(Id),
  name: Schema.String,
  ...sums,
  /** The hash of its last line; null while the period is open. */
  head: Schema.NullOr(Hash),
})
export type StatementSummary = typeof StatementSummary.Type

export const PeriodState = Schema.Literals(['open', 'closed'])
export type PeriodState = typeof PeriodState.Type

/** A period: one month of the account, with its statements (settlement.md §2). */
export const Period = Schema.Struct({
  month: Month,
  state: PeriodState,
  /** It may be closed now: it is over, and every earlier one is closed. */
  can_be_closed: Schema.Boolean,
  /** When it closes by itself; of a closed one, when it was closed. */
  closes_at: IsoInstant,
  /** Null: it is open, or closed by itself. */
  closed_by: Schema.NullOr(Schema.String),
  currency: Schema.String,
  /** Of the whole month, whatever is searched. */
  ...sums,
  /** Its statements, and those of them that the search finds: at most 500 of these are listed. */
  count: Schema.Int,
  matching: Schema.Int,
  statements: Schema.Array(StatementSummary),
})
export type Period = typeof Period.Type

/** The periods of an account, newest first. */
export const Periods = Schema.Struct({ zone: Schema.String, total: Schema.Int, periods: Schema.Array(Period) })
export type Periods = typeof Periods.Type

/** The lines of one source and month of origin. */
export const StatementPart = Schema.Struct({
  stmid: Id,
  source_name: Schema.String,
  pm_proj_ud: Id,
  project_name: Schema.String,
  kind: Schema.Literals(['complete', 'adjustment']),
  origin: Month,
  lines: Schema.Int,
  /** Of each line, before its sign; the parts of a source have one for each price. */
  price_cents: Schema.Int,
  amount_cents: Schema.Int,
})
export type StatementPart = typeof StatementPart.Type

/** A line as a screen shows it; those of an open period have no hash yet. */
export const ShownLine = Schema.Struct({
  line: Schema.Int,
  kind: Schema.Literals(['complete', 'adjustment']),
  origin: Month,
  at: IsoInstant,
  pm_proj_ud: Id,
  stmid: Id,
  source_name: Schema.String,
  rdud: Schema.String.check(Schema.isPattern(RDUD_PATTERN)),
  rid: Schema.String,
  from_code: Schema.NullOr(RespondentCode),
  to_code: RespondentCode,
  reason_code: Schema.NullOr(Schema.Int),
  amount_cents: Schema.Int,
  hash: Schema.NullOr(Hash),
})
export type ShownLine = typeof ShownLine.Type

/** One supplier's statement: its parts, and a page of its lines. */
export const Statement = Schema.Struct({
  ...StatementSummary.fields,
  month: Month,
  state: Schema.Literals(['open', 'closed']),
  zone: Schema.String,
  currency: Schema.String,
  account_name: Schema.String,
  closed_at: Schema.NullOr(IsoInstant),
  /** Of the key that signed it. */
  fingerprint: Schema.NullOr(Hash),
  parts: Schema.Array(StatementPart),
  page: Schema.Array(ShownLine),
})
export type Statement = typeof Statement.Type

/** The key that an account signs its statements with. */
export const StatementKey = Schema.Struct({
  algorithm: Schema.Literal('Ed25519'),
  pm_dsh_ud: Id,
  account_name: Schema.String,
  /** The key's 32 bytes, in hex. */
  public_key: Hash,
  /** Their SHA-256. */
  fingerprint: Hash,
})
export type StatementKey = typeof StatementKey.Type
export const Fingerprint = Hash
