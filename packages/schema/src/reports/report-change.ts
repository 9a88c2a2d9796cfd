import { Schema } from 'effect'
import { CHANGE_TOLD, CHANGE_SPAN_DAYS, PART_FIELDS } from '../figures/figure-change.ts'
import { GREATEST_ID } from '../ids/greatest-id.ts'
import { AskedInstant } from '../ids/ids.ts'
import { RULE_MAX_LENGTH } from '../respondents/door-rules.ts'
import type { StreamViewType } from '../users/current-user.ts'
import { ReportDimension, ReportFilters, ReportType } from './report.ts'

const DAY_MS = 86_400_000
const KEYS_MAX = 4

/** One key of a line; a null id: the line of everything without one. */
export interface LineKeyFields {
  readonly is: ReportDimension
  readonly id: string | null
}

const ID_PATTERNS: Readonly<Record<ReportDimension, RegExp>> = {
  project: /^\d{1,10}$/,
  survey: /^\d{1,10}$/,
  source: /^\d{1,10}$/,
  supplier: /^\d{1,10}$/,
  manager: /^\d{1,10}$/,
  business_unit: /^\d{1,10}$/,
  country: /^\d{1,10}$/,
  month: /^\d{4}-\d\d$/,
  day: /^\d{4}-\d\d-\d\d$/,
  hour: /^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/,
  state: /^\d{1,3}$/,
  reason: /^[^\0]+$/,
}
/** Whether an id is one that PostgreSQL has, and a time one of the calendar, as is what comes before and after it: JavaScript finds another day for 30 February. */
function isThere(is: ReportDimension, id: string): boolean {
  if (is === 'reason') return true
  if (is !== 'day' && is !== 'month' && is !== 'hour') return Number(id) <= GREATEST_ID
  const ms = Date.parse(is === 'month' ? `${id}-01` : id)
  return Number.isFinite(ms) && !/^(?:0|9999)/.test(id) && new Date(ms).toISOString().startsWith(id)
}

/** As a query has it: `supplier.12`, `day.2026-11-25`; `supplier.` of those without one. */
export const lineKeyText = ({ is, id }: LineKeyFields): string => `${is}.${id ?? ''}`

const isDimension = Schema.is(ReportDimension)

/** The key in such a text; undefined: the text is no key of a line. */
export function readLineKey(text: string): LineKeyFields | undefined {
  const dot = text.indexOf('.')
  const is = text.slice(0, dot)
  const id = text.slice(dot + 1)
  if (dot === -1 || id.length > RULE_MAX_LENGTH || !isDimension(is)) return undefined
  if (id === '') return { is, id: null }
  return ID_PATTERNS[is].test(id) && isThere(is, id) ? { is, id } : undefined
}

const LineKey = Schema.String.check(
  Schema.makeFilter((text: string) =>
    readLineKey(text) === undefined ? 'Name the line, like supplier.12 or day.2026-11-25' : undefined,
  ),
)

/**
 * The keys of a report's line: the chosen ones, and its fixed ones.
 * @param by as `reportDimensions` says
 * @param view the plain external view knows no reasons of terminations
 */
export function keysOfLine(
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
): readonly ReportDimension[] {
  switch (type) {
    case 'hours':
      return [...by, 'hour']
    case 'reconciliation':
      return [...by, 'month', 'reason']
    case 'terminations':
      return view === 'internal' ? [...by, 'state', 'reason'] : [...by, 'state']
    default:
      return by
  }
}

const asked = {
  ...ReportFilters.fields,
  /** The keys of the line, each once: `line=supplier.12&line=month.2026-11`; left out: the total. */
  line: Schema.optionalKey(Schema.Array(LineKey).check(Schema.isMaxLength(KEYS_MAX))),
  /** A column of the report. */
  figure: Schema.String.check(Schema.isMaxLength(40)),
  since: AskedInstant,
  until: AskedInstant,
}
/** The first moment is before the second, and not too long before it. */
export const isReportChangeSpan = Schema.makeFilter(
  ({ since, until }: { readonly since: string; readonly until: string }) => {
    const spanMs = Date.parse(until) - Date.parse(since)
    return spanMs > 0 && spanMs <= CHANGE_SPAN_DAYS * DAY_MS
      ? undefined
      : { path: ['until'], issue: `The second moment must be at most ${CHANGE_SPAN_DAYS} days after the first.` }
  },
)

/** Which figure of which line of a report, between which moments, with the report's own choices. */
export const ReportChangeQuery = Schema.Struct(asked).check(isReportChangeSpan)
export type ReportChangeQuery = typeof ReportChangeQuery.Type

/** Of such a change, one part. */
export const REPORT_CHANGE_PART_FIELDS = { ...asked, ...PART_FIELDS }

/**
 * Why a figure of a report's line, or of its total, changed between two moments. `name` is the line's key in words;
 * '': the total.
 */
export const ReportChange = Schema.Struct({ type: ReportType, figure: Schema.String, ...CHANGE_TOLD })
export type ReportChange = typeof ReportChange.Type
