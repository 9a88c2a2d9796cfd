import { Schema } from 'effect'
import { SUMMED_FIELDS } from '../columns/figure-columns.ts'
import { SUPPLY_COST_FIELDS } from '../columns/supply-cost.ts'
import { AskedInstant, Id, IdFromText, IsoInstant } from '../ids/ids.ts'
import { RespondentCode } from '../respondents/state.ts'
import type { StreamViewType } from '../users/current-user.ts'
import { ReportPeriod } from './report-period.ts'

interface Dimension {
  readonly label: string
  readonly isOfSupplySide: boolean
  /** It is of what happened, not of whom: only the ledger's sums know it. */
  readonly isOfMoves?: true
  /** It tells what columns that the plain view does not have count. */
  readonly isInternal?: true
}

/** The dimensions of reports, each with its name in menus and heads. */
export const REPORT_DIMENSIONS = {
  project: { label: 'Project', isOfSupplySide: false },
  survey: { label: 'Survey', isOfSupplySide: false },
  source: { label: 'Source', isOfSupplySide: false },
  supplier: { label: 'Supplier', isOfSupplySide: true },
  manager: { label: 'Project manager', isOfSupplySide: false },
  business_unit: { label: 'Business unit', isOfSupplySide: false },
  country: { label: 'Country', isOfSupplySide: false },
  month: { label: 'Month', isOfSupplySide: false, isOfMoves: true },
  day: { label: 'Day', isOfSupplySide: false, isOfMoves: true },
  hour: { label: 'Hour', isOfSupplySide: false, isOfMoves: true },
  state: { label: 'State', isOfSupplySide: false, isOfMoves: true },
  reason: { label: 'Rule or reason', isOfSupplySide: false, isOfMoves: true, isInternal: true },
} as const satisfies Record<string, Dimension>
export const ReportDimension = Schema.Literals(
  Object.keys(REPORT_DIMENSIONS) as [keyof typeof REPORT_DIMENSIONS, ...(keyof typeof REPORT_DIMENSIONS)[]], // Object.keys loses the key types
)
export type ReportDimension = typeof ReportDimension.Type

/** The reports of /reports (§2.12): the content of each, and its dimensions unless the user chooses others. */
export const REPORTS = {
  traffic: {
    label: 'Traffic',
    meaning:
      'Entrants and what became of them, by any two of project, survey, source, supplier, manager, unit, country, month, day, hour, state and reason.',
    by: 'project',
  },
  suppliers: {
    label: 'Supplier performance',
    meaning: 'Conversion, IR, drop-off, interview length, rejects and earnings per click of each supplier.',
    by: 'supplier',
  },
  terminations: {
    label: 'Terminations',
    meaning:
      'How many respondents each state turned away or lost, by rule and reason, and their share of the entrants.',
    by: 'project',
  },
  managers: {
    label: 'Project managers',
    meaning: 'The traffic of each project manager’s projects.',
    by: 'manager',
  },
  costs: {
    label: 'Cost summary',
    meaning: 'Revenue and expense of completes, the margin between, and the changes by reconciliations.',
    by: 'project',
  },
  hours: {
    label: 'Hourly completes',
    meaning: 'Entrants and completes of each hour.',
    by: null,
  },
  quotas: {
    label: 'Quota progress',
    meaning: 'How far each source and each of its sub-quotas is to its target.',
    by: 'source',
  },
  reconciliation: {
    label: 'Reconciliation',
    meaning: 'Completes that reconciliations rejected and accepted, and the money of them, by month and reason.',
    by: 'project',
  },
} as const satisfies Record<
  string,
  { readonly label: string; readonly meaning: string; readonly by: ReportDimension | null }
>
export const ReportType = Schema.Literals(
  Object.keys(REPORTS) as [keyof typeof REPORTS, ...(keyof typeof REPORTS)[]], // Object.keys loses the key types
)
export type ReportType = typeof ReportType.Type

/** The reports of `GET /v1/reports/{type}` (api:M14); traffic has an address of its own (api:P6). */
export const OtherReportType = Schema.Literals([
  'suppliers',
  'terminations',
  'managers',
  'costs',
  'hours',
  'quotas',
  'reconciliation',
])

/** The reports that are no sum over suppliers: their counts are stored by source. */
export const REPORTS_WITHOUT_SUPPLIERS: ReadonlySet<ReportType> = new Set(['hours', 'quotas'])

const DIMENSION_NAMES = Object.keys(REPORT_DIMENSIONS) as ReportDimension[] // Object.keys loses the key types
const dimensionOf = (dimension: ReportDimension): Dimension => REPORT_DIMENSIONS[dimension]

/**
 * The reports of respondents' moves, which can be narrowed to a time. Reports of hours and reconciliations have times
 * of their own.
 */
export const REPORTS_OF_MOVES: ReadonlySet<ReportType> = new Set([
  'traffic',
  'suppliers',
  'terminations',
  'managers',
  'costs',
])
/** The reports of the current state. */
export const REPORTS_WITHOUT_DATES: ReadonlySet<ReportType> = new Set(['quotas'])

/** Whether a dimension is of what happened: a time, a state, a reason. */
export const isOfMoves = (dimension: ReportDimension): boolean => dimensionOf(dimension).isOfMoves === true

/**
 * The dimensions of a report, for a viewer. @param view hides some (domain.md §4) @param seesSuppliers whether the
 * viewer may see the supply side
 */
export function dimensionsOfReport(
  type: ReportType,
  view: StreamViewType,
  seesSuppliers: boolean,
): readonly ReportDimension[] {
  return DIMENSION_NAMES.filter(name => {
    const { isOfSupplySide, isInternal } = dimensionOf(name)
    if (isOfSupplySide && (!seesSuppliers || REPORTS_WITHOUT_SUPPLIERS.has(type))) return false
    if (isInternal === true && view !== 'internal') return false
    if (!isOfMoves(name)) return true
    // terminations have states and reasons of their own
    return REPORTS_OF_MOVES.has(type) && (type !== 'terminations' || (name !== 'state' && name !== 'reason'))
  })
}

/**
 * The dimensions of a report: the chosen ones, else the report's own.
 * @returns two at most; none where a report's lines are of the whole
 */
export function reportDimensions(
  type: ReportType,
  { by, and }: { readonly by?: ReportDimension | undefined; readonly and?: ReportDimension | undefined },
): readonly ReportDimension[] {
  const own: ReportDimension | null = REPORTS[type].by
  // sub-quotas are of a source, whatever else their lines name
  const first = type === 'quotas' ? 'source' : (by ?? own)
  return [...new Set([...(first === null ? [] : [first]), ...(and === undefined ? [] : [and])])]
}

/** How many things of one kind a report is narrowed to at most. */
export const REPORT_CHOICES_MAX = 100

/** Some of a kind; a query repeats the name: `stmid=7&stmid=9`. */
const some = <Item extends Schema.Top>(item: Item) =>
  Schema.optionalKey(Schema.Array(item).check(Schema.isMaxLength(REPORT_CHOICES_MAX)))
const ids = some(IdFromText)
/** The same of the project list's filters (§3.30), where 'all' is no filter. */
const idsOrAll = some(Schema.Union([Schema.Literal('all'), IdFromText]))

/** The time and the dimensions. */
const asked = {
  /** The dimension of the lines; left out: the report's own. */
  by: Schema.optionalKey(ReportDimension),
  /** A second dimension. */
  and: Schema.optionalKey(ReportDimension),
  /**
   * The events from then on, and before then. Of hourly completes: the hours that begin so; of reconciliation: the
   * requests that were stored so. Quota progress is as of now.
   */
  from: Schema.optionalKey(AskedInstant),
  to: Schema.optionalKey(AskedInstant),
  /** The same by the calendar of the caller's time zone; instead of the two. */
  period: Schema.optionalKey(ReportPeriod),
}

/** The choice of a report's traffic in a query: projects, surveys (`pm_sy_ud`), sources (`stmid`), suppliers, countries, and the project list's filters (§3.30). */
export const ReportFilters = Schema.Struct({
  pm_proj_ud: ids,
  pm_sy_ud: ids,
  stmid: ids,
  pm_sup_ud: ids,
  pm_cy_cs_id: ids,
  status: idsOrAll,
  consultant: idsOrAll,
  business_unit_ud: idsOrAll,
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  ...asked,
})
export type ReportFilters = typeof ReportFilters.Type

/** A project list's page at most (api:P7). */
export const MOST_REPORT_PROJECTS = 1000

const oneOrSome = Schema.optionalKey(Schema.Union([Id, Schema.Array(Id).check(Schema.isMaxLength(REPORT_CHOICES_MAX))]))

/** The same choice in a body, with more projects (api:P7). */
export const TrafficRequest = Schema.Struct({
  pm_proj_uds: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(MOST_REPORT_PROJECTS))),
  pm_sy_ud: oneOrSome,
  stmid: oneOrSome,
  pm_sup_ud: oneOrSome,
  pm_cy_cs_id: oneOrSome,
  ...asked,
})
export type TrafficRequest = typeof TrafficRequest.Type

/** The narrowing filters of reports, by name. */
export const NARROWING_FILTERS = {
  pm_proj_ud: 'project',
  pm_sy_ud: 'survey',
  stmid: 'source',
  pm_sup_ud: 'supplier',
  consultant: 'manager',
  business_unit_ud: 'business_unit',
  pm_cy_cs_id: 'country',
} as const satisfies Partial<Record<keyof ReportFilters, ReportDimension>>

/** One thing that a report is narrowed to. */
export const NarrowedTo = Schema.Struct({ is: ReportDimension, id: Id, name: Schema.String })
export type NarrowedTo = typeof NarrowedTo.Type

/**
 * The key of a line: its id and name, and where another key has that name, a distinguishing detail. Null: everything
 * without a key, such as projects without a manager.
 */
const named = Schema.optionalKey(
  Schema.NullOr(Schema.Struct({ id: Id, name: Schema.String, detail: Schema.optionalKey(Schema.String) })),
)
/** The same of countries and states: no two have one name. */
const distinct = Schema.optionalKey(Schema.NullOr(Schema.Struct({ id: Id, name: Schema.String })))

const figures = {
  ...SUMMED_FIELDS,
  /** Abandons ÷ entrants; null without entrants. */
  drop_off: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  /** Earnings per click, what an entrant was worth to suppliers: expense ÷ entrants, in the account's currency; null while the supply price of a complete is not known. */
  epc: Schema.optionalKey(Schema.NullOr(Schema.Number)),
}

const ratio = Schema.optionalKey(Schema.NullOr(Schema.Number))
const ofSuppliers = {
  ...figures,
  /** The actual length of interviews ÷ their stated length, of completes with a known length. */
  loi_ratio: ratio,
  /** Completes made in the time that were rejected since, whenever that was. */
  rejected_since: Schema.optionalKey(Schema.Int),
  /** These rejections ÷ all completes made in the time. */
  reject_rate: ratio,
}

/**
 * Keys with a name instead of an id: a day (2026-11-25), a month (2026-11), an hour (the instant of its beginning), a
 * rule or reason.
 */
const called = Schema.optionalKey(Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.String })))

const names = {
  project: named,
  survey: named,
  source: named,
  supplier: named,
  manager: named,
  business_unit: named,
  country: distinct,
  month: called,
  day: called,
  hour: called,
  state: distinct,
  reason: called,
}

/**
 * A line: its keys, and its figures in the time, or since the beginning; the last three of supplier performance alone.
 * Columns that a view hides are absent (domain.md §4).
 */
export const TrafficLine = Schema.Struct({ ...names, ...ofSuppliers })
export type TrafficLine = typeof TrafficLine.Type

/** A line of the terminations: a state, its respondents, and their share of the entrants of the line's other keys. */
export const StateLine = Schema.Struct({
  ...names,
  state: RespondentCode,
  /** The rule that refused, or the code of a reconciliation's reason; null: neither. Only in the internal view. */
  rule: Schema.optionalKey(Schema.NullOr(Schema.String)),
  respondents: Schema.Int,
  share: Schema.NullOr(Schema.Number),
})
export type StateLine = typeof StateLine.Type

const money = Schema.Number
const earnings = {
  /** Each complete at the sell price that was in force when it was made. */
  revenue: money,
  ...SUPPLY_COST_FIELDS,
  /** The change by reconciliations of the time; the revenue includes it. */
  revenue_adjusted: Schema.optionalKey(money),
  /** The same of the expense: of the completes whose supply price is known. Null: of none of those that reconciliations changed. */
  expense_adjusted: Schema.optionalKey(Schema.NullOr(money)),
  /** How many completes they changed, and how many of these have a known supply price. */
  adjusted_completes: Schema.optionalKey(Schema.Int),
  adjusted_priced: Schema.optionalKey(Schema.Int),
}

/** A line of the cost summary. */
export const CostLine = Schema.Struct({
  ...names,
  completes: Schema.Int,
  ...earnings,
})
export type CostLine = typeof CostLine.Type

/** A line of hourly completes: an hour of UTC by its beginning; test respondents are in none. */
export const HourLine = Schema.Struct({
  ...names,
  hour: IsoInstant,
  entrants: Schema.Int,
  completes: Schema.Int,
})
export type HourLine = typeof HourLine.Type

/** A line of quota progress: a sub-quota of a source; null: the source itself. */
export const QuotaLine = Schema.Struct({
  ...names,
  quota: Schema.NullOr(Schema.String),
  quota_no: Schema.NullOr(Id),
  target: Schema.Int,
  completes: Schema.Int,
  inflight: Schema.optionalKey(Schema.Int),
  /** Completes ÷ target; null without a target. */
  progress: Schema.NullOr(Schema.Number),
  /** The middle of its forecast's band, and its chance to be full by out of field; left out where there is none. */
  full_by: Schema.optionalKey(IsoInstant),
  full_chance: Schema.optionalKey(Schema.Number),
})
export type QuotaLine = typeof QuotaLine.Type

const adjustments = {
  rejected: Schema.Int,
  accepted: Schema.Int,
  /** Their change in money: negative where less is paid. */
  revenue: money,
  /** Of the completes whose supply price is known; null: of none of those that were adjusted. */
  expense: SUPPLY_COST_FIELDS.expense,
  /** How many of those that were adjusted. */
  pricedCompletes: SUPPLY_COST_FIELDS.pricedCompletes,
}

/** A line of reconciliation: the completes that stored requests adjusted in a month (2026-10, in the account's zone) for a reason. */
export const ReconciliationLine = Schema.Struct({
  ...names,
  month: Schema.String,
  reason_code: Schema.NullOr(Schema.Int),
  ...adjustments,
})
export type ReconciliationLine = typeof ReconciliationLine.Type

/** A report (api:P6, P7, M14): lines with the most entrants first, a page of them, and the total of all. */
export const Report = Schema.Struct({
  type: ReportType,
  /** The dimensions of its lines: one, or two. */
  by: Schema.Array(ReportDimension),
  as_of: IsoInstant,
  /** The time that it is of; a left out end is none. */
  from: Schema.optionalKey(IsoInstant),
  to: Schema.optionalKey(IsoInstant),
  /** The names of what it is narrowed to; left out: it is of the whole account, or of a status alone. */
  narrowed_to: Schema.optionalKey(Schema.Array(NarrowedTo)),
  currency: Schema.String,
  // a line is of the first kind that it has all fields of
  lines: Schema.Array(Schema.Union([ReconciliationLine, StateLine, HourLine, QuotaLine, CostLine, TrafficLine])),
  /** Of all that the filters leave; of hourly completes, of its hours. */
  total: Schema.Union([
    Schema.Struct(adjustments),
    Schema.Struct({ ...figures, ...earnings }),
    Schema.Struct(ofSuppliers),
    Schema.Struct({ entrants: Schema.Int, completes: Schema.Int }),
  ]),
})
export type Report = typeof Report.Type
