import { FIGURE_COLUMN_LIST } from '../columns/figure-columns.ts'
import { COST_UNKNOWN } from '../columns/supply-cost.ts'
import { fullName } from '../names/distinct-names.ts'
import { reasonLabel } from '../reconciliation/reasons.ts'
import { RESPONDENT_STATE_LABELS, type RespondentCode } from '../respondents/state.ts'
import type { StreamViewType } from '../users/current-user.ts'
import { REPORT_DIMENSIONS, type Report, type ReportDimension, type ReportType } from './report.ts'

/** A line of any report. */
export type ReportLine = Report['lines'][number]

/** A column of a report, on the screen as in a file. */
export interface ReportColumn {
  readonly id: string
  readonly label: string
  readonly formula?: string
  /** Why it is not known where there are completes and it is null; left out: null is no figure. */
  readonly unknown?: string
  /** Of money and a change of money, the value is in the account's currency; of an hour, the ISO instant of its beginning, as of any moment. */
  readonly kind: 'text' | 'hour' | 'integer' | 'percent' | 'money' | 'change' | 'minutes'
  readonly widthPx: number
  /** The dimension that it names. */
  readonly dimension?: ReportDimension
  /** A field whose value the screen shows beside it as a bar. */
  readonly targetField?: string
}

/** The name of the line without a key in a dimension. */
const NONE: Readonly<Record<ReportDimension, string>> = {
  project: 'No project',
  survey: 'No survey',
  source: 'No source',
  supplier: 'Without a supplier',
  manager: 'Other (no consultant)',
  business_unit: 'Without a business unit',
  country: 'Without a country',
  month: 'No month',
  day: 'No day',
  hour: 'No hour',
  state: 'Another state',
  reason: 'None given',
}

interface Own extends ReportColumn {
  readonly isInternal?: true
}

/** The figures of a report that are no column of other tables. */
const SUPPLIERS_OWN: readonly Own[] = [
  {
    id: 'drop_off',
    label: 'Drop-off',
    formula: 'Abandons ÷ entrants',
    kind: 'percent',
    widthPx: 84,
    isInternal: true,
  },
  {
    id: 'epc',
    label: 'EPC',
    formula:
      'Earnings per click, what an entrant was worth to the supplier: expense ÷ entrants, where the supply price of all completes is known',
    unknown: COST_UNKNOWN,
    kind: 'money',
    widthPx: 84,
    isInternal: true,
  },
  {
    id: 'loi_ratio',
    label: 'LOI ratio',
    formula: 'Length of the completes’ interviews ÷ their stated length',
    kind: 'percent',
    widthPx: 92,
  },
  {
    id: 'rejected_since',
    label: 'Rejected',
    formula: 'Completes made in the time that reconciliations rejected, whenever they did',
    kind: 'integer',
    widthPx: 92,
    isInternal: true,
  },
  {
    id: 'reject_rate',
    label: 'Reject rate',
    formula: 'Rejected ÷ all completes made in the time; by month, that is the month of completion',
    kind: 'percent',
    widthPx: 100,
    isInternal: true,
  },
]

const SUPPLIER_FIGURES: ReadonlySet<string> = new Set([
  'entrants',
  'completes',
  'ir',
  'conversion',
  'supplierCpi',
  'expense',
  'pricedCompletes',
])

const figures = (isWanted: (id: string) => boolean): readonly Own[] =>
  FIGURE_COLUMN_LIST.filter(({ id, isOfOneAlone }) => isOfOneAlone !== true && isWanted(id)).map(
    ({ id, label, formula, unknown, kind, widthPx, seenBy }) => ({
      id,
      label,
      formula,
      ...(unknown === undefined ? {} : { unknown }),
      kind,
      widthPx,
      ...(seenBy === 'internal' ? { isInternal: true } : {}),
    }),
  )

const TRAFFIC = figures(() => true)

const OWN: Readonly<Record<ReportType, readonly Own[]>> = {
  traffic: TRAFFIC,
  managers: TRAFFIC,
  suppliers: [...figures(id => SUPPLIER_FIGURES.has(id)), ...SUPPLIERS_OWN],
  terminations: [
    { id: 'state', label: 'State', kind: 'text', widthPx: 190 },
    { id: 'rule', label: 'Rule or reason', kind: 'text', widthPx: 180, isInternal: true },
    {
      id: 'respondents',
      label: 'Respondents',
      formula: 'Who came to that state, less who left it again',
      kind: 'integer',
      widthPx: 108,
    },
    {
      id: 'share',
      label: '% of entrants',
      formula: 'Their share of all entrants of the line',
      kind: 'percent',
      widthPx: 104,
    },
  ],
  costs: [
    { id: 'completes', label: 'Completes', kind: 'integer', widthPx: 104 },
    {
      id: 'revenue',
      label: 'Revenue',
      formula: 'Each complete at the sell price of its moment',
      kind: 'money',
      widthPx: 104,
    },
    {
      id: 'expense',
      label: 'Expense',
      formula: 'Each complete at the supply price of its moment, where that is known',
      unknown: COST_UNKNOWN,
      kind: 'money',
      widthPx: 104,
      isInternal: true,
    },
    ...figures(id => id === 'pricedCompletes'),
    {
      id: 'margin',
      label: 'Margin',
      formula: 'Revenue − expense, both of the completes whose supply price is known',
      unknown: COST_UNKNOWN,
      kind: 'money',
      widthPx: 104,
      isInternal: true,
    },
    {
      id: 'margin_share',
      label: 'Margin %',
      formula: 'Margin ÷ revenue, both of the completes whose supply price is known',
      unknown: COST_UNKNOWN,
      kind: 'percent',
      widthPx: 104,
      isInternal: true,
    },
    {
      id: 'revenue_adjusted',
      label: 'Revenue adj.',
      formula: 'The effect of reconciliations in this time; it is in the revenue',
      kind: 'change',
      widthPx: 112,
    },
    {
      id: 'expense_adjusted',
      label: 'Expense adj.',
      formula:
        'The effect of reconciliations in this time, for completes whose supply price is known; it is in the expense',
      unknown: COST_UNKNOWN,
      kind: 'change',
      widthPx: 112,
      isInternal: true,
    },
    {
      id: 'adjusted_completes',
      label: 'Adjusted',
      formula: 'Completes that reconciliations of the time took back, or made',
      kind: 'integer',
      widthPx: 88,
      isInternal: true,
    },
    {
      id: 'adjusted_priced',
      label: 'Adj. priced',
      formula: 'Adjusted completes whose supply price is known: Expense adj. is of these',
      kind: 'integer',
      widthPx: 96,
      isInternal: true,
    },
  ],
  hours: figures(id => id === 'entrants' || id === 'completes'),
  quotas: [
    { id: 'quota', label: 'Sub-quota', kind: 'text', widthPx: 160 },
    {
      id: 'completes',
      label: 'Completes',
      formula: 'Completes, beside the target as a bar',
      kind: 'integer',
      widthPx: 108,
      targetField: 'target',
    },
    { id: 'target', label: 'Target', kind: 'integer', widthPx: 88 },
    { id: 'progress', label: 'Progress', formula: 'Completes ÷ target', kind: 'percent', widthPx: 96 },
    {
      id: 'full_by',
      label: 'Full by',
      formula: 'When the target will probably be full: the middle of the 80 % band of its forecast',
      kind: 'hour',
      widthPx: 170,
    },
    {
      id: 'full_chance',
      label: 'In time',
      formula: 'The chance to be full by out of field, by like finished sources',
      kind: 'percent',
      widthPx: 88,
    },
    {
      id: 'inflight',
      label: 'In progress',
      formula: 'Respondents who hold a place and have not returned',
      kind: 'integer',
      widthPx: 104,
      isInternal: true,
    },
  ],
  reconciliation: [
    { id: 'reason_code', label: 'Reason', kind: 'text', widthPx: 160 },
    { id: 'rejected', label: 'Rejected', formula: 'Completes that were rejected', kind: 'integer', widthPx: 96 },
    { id: 'accepted', label: 'Accepted', formula: 'Respondents accepted as completes', kind: 'integer', widthPx: 96 },
    {
      id: 'revenue',
      label: 'Revenue',
      formula: 'Change by adjustments: negative, less is invoiced',
      kind: 'change',
      widthPx: 104,
    },
    {
      id: 'expense',
      label: 'Expense',
      formula: 'Change by adjustments, for completes whose supply price is known: negative, less is paid',
      unknown: COST_UNKNOWN,
      kind: 'change',
      widthPx: 104,
      isInternal: true,
    },
    {
      id: 'pricedCompletes',
      label: 'Priced',
      formula: 'Rejected and accepted completes whose supply price is known: the expense is of these',
      kind: 'integer',
      widthPx: 72,
      isInternal: true,
    },
  ],
}

/** The dimensions that a report always has, in front of the chosen ones. */
const FIRST: Readonly<Partial<Record<ReportType, ReportColumn>>> = {
  hours: { id: 'hour', label: 'Hour', formula: 'When the hour begins, in your time zone', kind: 'hour', widthPx: 170 },
  reconciliation: {
    id: 'month',
    label: 'Month',
    formula: 'When the reconciliation was stored, in the account’s time zone',
    kind: 'text',
    widthPx: 100,
  },
}

/**
 * The columns of a report: its dimensions, then its figures.
 * @param by the dimensions of the lines, as `reportDimensions` says
 * @param view the viewer's view type, which hides columns (domain.md §4)
 */
export function columnsOfReport(
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
): readonly ReportColumn[] {
  const first = FIRST[type]
  return [
    ...(first === undefined ? [] : [first]),
    ...by.map(dimension => ({
      id: dimension,
      label: REPORT_DIMENSIONS[dimension].label,
      kind: 'text' as const,
      widthPx: 180,
      dimension,
    })),
    ...OWN[type].flatMap(({ isInternal, ...column }) => (view === 'internal' || isInternal !== true ? [column] : [])),
  ]
}

/** The figure of a line in a column; null: there is none. */
export function reportFigure(line: ReportLine, field: string): number | null {
  const value: unknown = Reflect.get(line, field)
  return typeof value === 'number' ? value : null
}

/** A rule or a reason's code in words. */
export function ruleOrReason(text: string): string {
  if (/^\d+$/.test(text)) return reasonLabel(Number(text)) ?? text
  const words = text.replaceAll(/[_.]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isState = (id: number | string): id is RespondentCode => Object.hasOwn(RESPONDENT_STATE_LABELS, id)

/** The key of a line; a detail distinguishes it from others of its name. */
interface LineKey {
  readonly id: number | string
  readonly name: string
  readonly detail?: string
}

/** The key of a line in a dimension; null: the line of everything without one. */
export function lineKey(line: ReportLine, dimension: ReportDimension): LineKey | null {
  const of: unknown = Reflect.get(line, dimension)
  if (typeof of !== 'object' || of === null || !('id' in of) || !('name' in of)) return null
  if (typeof of.id !== 'number' && typeof of.id !== 'string') return null
  return {
    id: of.id,
    name: String(of.name),
    ...('detail' in of && typeof of.detail === 'string' ? { detail: of.detail } : {}),
  }
}

/** The key of a line in a dimension, in words. */
export const lineName = (line: ReportLine, dimension: ReportDimension): string =>
  keyName(dimension, lineKey(line, dimension))

/** The name of a line's key; null: the line of everything without one. */
export function keyName(dimension: ReportDimension, of: LineKey | null): string {
  if (of === null) return NONE[dimension]
  if (dimension === 'reason') return ruleOrReason(of.name)
  return dimension === 'state' && isState(of.id) ? RESPONDENT_STATE_LABELS[of.id] : fullName(of.name, of.detail)
}

/** The value of a line in a column: a figure as a number, anything else in words; null: there is none. */
export function reportCell({ id, kind, dimension }: ReportColumn, line: ReportLine): string | number | null {
  if (dimension !== undefined) return lineName(line, dimension)
  switch (kind) {
    case 'hour': {
      const at: unknown = Reflect.get(line, id)
      return typeof at === 'string' ? at : null
    }
    case 'text':
      return textOf(id, line)
    default:
      return reportFigure(line, id)
  }
}

function textOf(id: string, line: ReportLine): string | null {
  if (id === 'state')
    return 'state' in line && typeof line.state === 'number' ? RESPONDENT_STATE_LABELS[line.state] : null
  if (id === 'rule') return 'rule' in line && typeof line.rule === 'string' ? ruleOrReason(line.rule) : 'None given'
  if (id === 'quota') return 'quota' in line ? (line.quota ?? 'No quota') : null
  if (!('month' in line) || typeof line.month !== 'string' || !('reason_code' in line)) return null
  if (id === 'month') return line.month
  const { reason_code: code } = line
  return code === null ? 'None given' : (reasonLabel(code) ?? String(code))
}
