import { Schema } from 'effect'
import { SUMMED_FIELDS } from '../columns/figure-columns.ts'
import { Id, IdFromText, IsoInstant } from '../ids/ids.ts'
import { ProjectFilters } from '../projects/project.ts'
import { RespondentCode } from '../respondents/state.ts'

/** What the lines of a report can stand for, each with its name in menus and heads. */
export const REPORT_DIMENSIONS = {
  project: { label: 'Project', isOfSupplySide: false },
  survey: { label: 'Survey', isOfSupplySide: false },
  source: { label: 'Source', isOfSupplySide: false },
  supplier: { label: 'Supplier', isOfSupplySide: true },
  manager: { label: 'Project manager', isOfSupplySide: false },
  business_unit: { label: 'Business unit', isOfSupplySide: false },
  country: { label: 'Country', isOfSupplySide: false },
} as const
export const ReportDimension = Schema.Literals(
  Object.keys(REPORT_DIMENSIONS) as [keyof typeof REPORT_DIMENSIONS, ...(keyof typeof REPORT_DIMENSIONS)[]], // Object.keys loses the key types
)
export type ReportDimension = typeof ReportDimension.Type

/** The reports of /reports (§2.12): what each shows, and what its lines stand for unless one chooses otherwise. */
export const REPORTS = {
  traffic: {
    label: 'Traffic',
    meaning:
      'Entrants and what became of them, by any two of project, survey, source, supplier, manager, unit and country.',
    by: 'project',
  },
  suppliers: {
    label: 'Supplier performance',
    meaning: 'Conversion, drop-off, cost and earnings per click of each supplier.',
    by: 'supplier',
  },
  terminations: {
    label: 'Terminations',
    meaning: 'How many respondents each state turned away or lost, and their share of the entrants.',
    by: 'project',
  },
  managers: {
    label: 'Project managers',
    meaning: 'The traffic of each project manager’s projects.',
    by: 'manager',
  },
  costs: {
    label: 'Cost summary',
    meaning: 'What completes brought and cost, and the margin between.',
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

/** The reports that are no sum over suppliers: their counts are kept by source. */
export const REPORTS_WITHOUT_SUPPLIERS: ReadonlySet<ReportType> = new Set(['hours', 'quotas'])

/**
 * What a report's lines stand for: as chosen, else as the report has it.
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

const one = Schema.optionalKey(IdFromText)

/** The choice of a report's traffic in a query: one project, survey (`pm_sy_ud`), source (`stmid`) or supplier, and the project list's filters (§3.30). */
export const ReportFilters = Schema.Struct({
  ...ProjectFilters.fields,
  pm_proj_ud: one,
  pm_sy_ud: one,
  stmid: one,
  pm_sup_ud: one,
  pm_cy_cs_id: one,
  /** What the lines stand for; left out: what the report's own do. */
  by: Schema.optionalKey(ReportDimension),
  /** A second thing that they stand for. */
  and: Schema.optionalKey(ReportDimension),
  /** Of hourly completes: the hours that begin from then on, and before then. Of reconciliation: the requests that were stored so. */
  from: Schema.optionalKey(IsoInstant),
  to: Schema.optionalKey(IsoInstant),
})
export type ReportFilters = typeof ReportFilters.Type

/** A project list's page at most (api:P7). */
export const MOST_REPORT_PROJECTS = 1000

/** The same choice in a body, with several projects (api:P7). */
export const TrafficRequest = Schema.Struct({
  pm_proj_uds: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(MOST_REPORT_PROJECTS))),
  pm_sy_ud: Schema.optionalKey(Id),
  stmid: Schema.optionalKey(Id),
  pm_sup_ud: Schema.optionalKey(Id),
  pm_cy_cs_id: Schema.optionalKey(Id),
  by: Schema.optionalKey(ReportDimension),
  and: Schema.optionalKey(ReportDimension),
})
export type TrafficRequest = typeof TrafficRequest.Type

/** What a line stands for: the thing's id and its name. Null: those who have none, such as projects without a manager. */
const named = Schema.optionalKey(Schema.NullOr(Schema.Struct({ id: Id, name: Schema.String })))

const figures = {
  ...SUMMED_FIELDS,
  /** Abandons ÷ entrants; null without entrants. */
  drop_off: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  /** Earnings per click, what an entrant was worth to suppliers: expense ÷ entrants, in the account's currency. */
  epc: Schema.optionalKey(Schema.NullOr(Schema.Number)),
}

const names = {
  project: named,
  survey: named,
  source: named,
  supplier: named,
  manager: named,
  business_unit: named,
  country: named,
}

/** A line: what it stands for, and its figures since the beginning. Columns that a view hides are absent (domain.md §4). */
export const TrafficLine = Schema.Struct({ ...names, ...figures })
export type TrafficLine = typeof TrafficLine.Type

/** A line of the terminations: a state, its respondents, and their share of the entrants of what the line stands for. */
export const StateLine = Schema.Struct({
  ...names,
  state: RespondentCode,
  respondents: Schema.Int,
  share: Schema.NullOr(Schema.Number),
})
export type StateLine = typeof StateLine.Type

const money = Schema.Number
const earnings = {
  /** Each complete at the sell price that was in force when it was made. */
  revenue: money,
  margin: Schema.optionalKey(money),
  /** A fraction of the revenue; null without one. */
  margin_share: Schema.optionalKey(Schema.NullOr(Schema.Number)),
}

/** A line of the cost summary. */
export const CostLine = Schema.Struct({
  ...names,
  completes: Schema.Int,
  expense: Schema.optionalKey(money),
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
  target: Schema.Int,
  completes: Schema.Int,
  inflight: Schema.optionalKey(Schema.Int),
  /** Completes ÷ target; null without a target. */
  progress: Schema.NullOr(Schema.Number),
})
export type QuotaLine = typeof QuotaLine.Type

const adjustments = {
  rejected: Schema.Int,
  accepted: Schema.Int,
  /** What they changed in money: negative where less is paid. */
  revenue: money,
  expense: Schema.optionalKey(money),
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
  /** What its lines stand for: one thing, or two. */
  by: Schema.Array(ReportDimension),
  as_of: IsoInstant,
  currency: Schema.String,
  // a line is of the first kind that it has all fields of
  lines: Schema.Array(Schema.Union([ReconciliationLine, StateLine, HourLine, QuotaLine, CostLine, TrafficLine])),
  /** Of all that the filters leave; of hourly completes, of its hours. */
  total: Schema.Union([
    Schema.Struct(adjustments),
    Schema.Struct({ ...figures, ...earnings }),
    Schema.Struct(figures),
    Schema.Struct({ entrants: Schema.Int, completes: Schema.Int }),
  ]),
})
export type Report = typeof Report.Type
