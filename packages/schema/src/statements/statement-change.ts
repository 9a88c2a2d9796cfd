import { Schema } from 'effect'
import { ChangeCause } from '../figures/figure-change.ts'
import { AskedInstant, Id, IdFromText, IsoInstant } from '../ids/ids.ts'
import { Month, ShownLine, StatementSums } from './statement.ts'

/** The most parts of an answer, greatest first; what the others add together is one more. */
export const STATEMENT_PARTS_MAX = 200
/** The most lines that an answer names, newest first. */
export const STATEMENT_LINES_SHOWN = 50

/** The two moments: `from` counts, `to` no longer. */
export const statementSpan = { from: AskedInstant, to: AskedInstant }

/** The common fields of lines of one sum of a statement, without its source or survey. */
const sumFields = {
  kind: Schema.optionalKey(ShownLine.fields.kind),
  origin: Schema.optionalKey(Month),
  /** Of each of its lines: below zero where completes are taken back. */
  price_cents: Schema.optionalKey(
    Schema.NumberFromString.check(
      Schema.isInt(),
      Schema.isBetween({ minimum: -2_147_483_647, maximum: 2_147_483_647 }),
    ),
  ),
}
/** One sum of a supplier's statement: all four of its fields, or none. */
export const sourceSum = { source: Schema.optionalKey(IdFromText), ...sumFields }
/** One sum of a statement of the sell side, likewise. */
export const surveySum = { survey: Schema.optionalKey(IdFromText), ...sumFields }

interface AskedOf {
  readonly supplier?: number
  readonly id?: number
  readonly all?: string
}
/** One statement, or all of the month. */
export const isOneOrAll = Schema.makeFilter(({ supplier, id, all }: AskedOf) =>
  all !== undefined && (supplier ?? id) !== undefined
    ? { path: ['all'], issue: 'Either one statement is named, or all of them are.' }
    : undefined,
)

interface AskedSum {
  readonly source?: number
  readonly survey?: number
  readonly kind?: string
  readonly origin?: string
  readonly price_cents?: number
  readonly all?: string
}
/** A sum is of one statement, and is named whole. */
export const isWholeSum = Schema.makeFilter(({ source, survey, kind, origin, price_cents: price, all }: AskedSum) => {
  const missing = [source ?? survey, kind, origin, price].filter(field => field === undefined).length
  if (missing !== 0 && missing !== 4)
    return { path: ['kind'], issue: 'A sum is named by its source or survey, kind, origin and price_cents.' }
  return missing === 0 && all !== undefined ? { path: ['all'], issue: 'A sum is of one statement.' } : undefined
})

const { kind, origin, pm_proj_ud, reason_code, amount_cents } = ShownLine.fields

/** Lines that changed a statement alike: of one project, month of origin, cause and reconciliation. */
export const StatementChangePart = Schema.Struct({
  kind,
  origin,
  pm_proj_ud,
  project_name: Schema.String,
  /** Whose statement has them, where the change is of all of a month; null: those without one. */
  of_id: Schema.NullOr(Id),
  of_name: Schema.String,
  cause: ChangeCause,
  reason_code,
  /** The reconciliation's number, and that of the one that it takes back. */
  request_number: Schema.NullOr(Schema.Int),
  undoes_number: Schema.NullOr(Schema.Int),
  lines: Schema.Int,
  amount_cents,
})
export type StatementChangePart = typeof StatementChangePart.Type

/** A line that came between the two moments. */
export const StatementChangeLine = Schema.Struct({
  at: IsoInstant,
  kind,
  origin,
  pm_proj_ud,
  rdud: ShownLine.fields.rdud,
  to_code: ShownLine.fields.to_code,
  reason_code,
  amount_cents,
})
export type StatementChangeLine = typeof StatementChangeLine.Type

/** Why a statement, or all of a month, changed between two moments: `before`, the parts and the others add up to `after`, figure by figure. */
export const StatementChange = Schema.Struct({
  month: Month,
  state: Schema.Literals(['open', 'closed']),
  /** Null: it is open. From then on it cannot change. */
  closed_at: Schema.NullOr(IsoInstant),
  /** Whose it is; '': all statements of the month, or those without a supplier or business unit. */
  name: Schema.String,
  /** The source or survey of the one explained sum; null: all of the statement. */
  sum_of: Schema.NullOr(Schema.String),
  currency: Schema.String,
  from: IsoInstant,
  to: IsoInstant,
  before: StatementSums,
  after: StatementSums,
  parts: Schema.Array(StatementChangePart),
  /** The sum of the parts beyond the limit. */
  others: Schema.NullOr(Schema.Struct({ parts: Schema.Int, sums: StatementSums })),
  newest: Schema.Array(StatementChangeLine),
})
export type StatementChange = typeof StatementChange.Type
