import { Schema } from 'effect'
import { AskedInstant } from '../ids/ids.ts'
import { LINE_FIGURE_IDS } from '../reports/line-terms.ts'
import { ReportFilters, ReportType } from '../reports/report.ts'
import { CHANGE_FIELDS, CHANGE_PART_KEYS, faultOfSpan } from './figure-change.ts'

/** A column of a report whose changes can be explained. */
export const LineFigure = Schema.Literals(LINE_FIGURE_IDS as [string, ...string[]]) // there are figures

const LONGEST_KEY = 200
/** A report tells its lines apart by four columns at most. */
const MOST_KEYS = 4

/** A line of a report: the report's own query, and what the line stands for. */
export const LineAddress = Schema.Struct({
  ...ReportFilters.fields,
  /** What the line stands for, in the order of the report's columns (`reportLineKeys`): an id, a day, a reason; empty: none. Left out: the total of all lines. */
  line: Schema.optionalKey(
    Schema.Array(Schema.String.check(Schema.isMaxLength(LONGEST_KEY))).check(Schema.isMaxLength(MOST_KEYS)),
  ),
})
export type LineAddress = typeof LineAddress.Type

const asked = {
  ...LineAddress.fields,
  figure: LineFigure,
  /** Two moments, the first before the second: what came at `change_from` counts, at `change_to` no longer. */
  change_from: AskedInstant,
  change_to: AskedInstant,
}
export const isLineChangeSpan = Schema.makeFilter(
  ({ change_from: from, change_to: to }: { readonly change_from: string; readonly change_to: string }) =>
    faultOfSpan(from, to, 'change_to'),
)

/** Which figure of which line of a report, and between which moments: the report's own query, the line, the column. */
export const LineChangeQuery = Schema.Struct(asked).check(isLineChangeSpan)
export type LineChangeQuery = typeof LineChangeQuery.Type

/** One part of a line's change. */
export const LINE_PART_FIELDS = { ...asked, ...CHANGE_PART_KEYS }

/** One thing that a line stands for. Null: those who have none. */
export const LineKey = Schema.Struct({
  is: Schema.String,
  id: Schema.NullOr(Schema.String),
  name: Schema.String,
})
export type LineKey = typeof LineKey.Type

/** Why a figure of a report's line changed between two moments. */
export const LineChange = Schema.Struct({
  type: ReportType,
  figure: LineFigure,
  /** What the line stands for; none: it is the total. */
  of: Schema.Array(LineKey),
  ...CHANGE_FIELDS,
})
export type LineChange = typeof LineChange.Type
