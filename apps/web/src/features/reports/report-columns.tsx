import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import { REPORT_DIMENSIONS, type Report, type ReportDimension, type ReportType } from '@desk/schema/reports/report'
import { RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { Figure } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import type { DataColumn } from '#ui/table/column.ts'
import { figureValue } from '#kit/tables/figure-columns.ts'
import { NameLink } from '#kit/tables/name-link.tsx'

/** A line of a report with its number, since what it stands for may be two things, or none. */
export type ReportRow = Report['lines'][number] & { readonly line: number }

/** What a line of those who have none is called. */
const NONE: Readonly<Record<ReportDimension, string>> = {
  project: 'No project',
  survey: 'No survey',
  source: 'No source',
  supplier: 'Without a supplier',
  manager: 'Other (no consultant)',
  business_unit: 'Without a business unit',
  country: 'Without a country',
}

/** Where the thing that a line stands for has its page. */
const PAGE: Readonly<Partial<Record<ReportDimension, (id: number) => string>>> = {
  project: id => `#/projects/${id}/survey`,
  supplier: id => `#/suppliers/${id}`,
}

/** What a figure of a report is, where it is no column of other tables. */
const OWN_FIGURES = [
  { id: 'drop_off', label: 'Drop-off', formula: 'Abandons ÷ entrants', kind: 'percent', widthPx: 84 },
  {
    id: 'epc',
    label: 'EPC',
    formula: 'Earnings per click, what an entrant was worth to the supplier: expense ÷ entrants',
    kind: 'money',
    widthPx: 84,
  },
] as const

const SUPPLIER_FIGURES: ReadonlySet<string> = new Set([
  'entrants',
  'completes',
  'ir',
  'conversion',
  'supplierCpi',
  'expense',
])

const figureOf = (row: ReportRow, id: string): Figure => {
  const value: unknown = Reflect.get(row, id)
  return typeof value === 'number' ? value : null
}

function nameColumn(dimension: ReportDimension): DataColumn<ReportRow> {
  const pageOf = PAGE[dimension]
  return {
    id: dimension,
    header: REPORT_DIMENSIONS[dimension].label,
    kind: 'custom',
    width: 180,
    grow: 2,
    value: row => row[dimension]?.name ?? NONE[dimension],
    uses: [dimension],
    render: row => {
      const of = row[dimension]
      if (of === null || of === undefined) return NONE[dimension]
      return pageOf === undefined ? of.name : <NameLink href={pageOf(of.id)} name={of.name} />
    },
  }
}

const STATE_COLUMNS: readonly DataColumn<ReportRow>[] = [
  {
    id: 'state',
    header: 'State',
    kind: 'text',
    width: 190,
    value: row => ('state' in row ? RESPONDENT_STATE_LABELS[row.state] : ''),
  },
  {
    id: 'respondents',
    header: 'Respondents',
    headerTooltip: 'Who are in that state now',
    kind: 'integer',
    width: 108,
    value: row => figureOf(row, 'respondents'),
  },
  {
    id: 'share',
    header: 'Of entrants',
    headerTooltip: 'Their share of all entrants of what the line stands for',
    kind: 'percent',
    width: 104,
    value: row => figureOf(row, 'share'),
  },
]

function figureColumns(type: ReportType, view: StreamViewType): DataColumn<ReportRow>[] {
  const shared = FIGURE_COLUMN_LIST.filter(
    ({ id, seenBy, isOfOneAlone }) =>
      isOfOneAlone !== true &&
      (view === 'internal' || seenBy === 'everybody') &&
      (type !== 'suppliers' || SUPPLIER_FIGURES.has(id)),
  )
  const own = type === 'suppliers' && view === 'internal' ? OWN_FIGURES : []
  return [...shared, ...own].map(({ id, label, formula, kind, widthPx }) => ({
    id,
    header: label,
    headerTooltip: formula,
    kind,
    width: widthPx,
    value: (row: ReportRow) => figureValue(kind, figureOf(row, id)),
  }))
}

const ENTRANTS_AND_COMPLETES = FIGURE_COLUMN_LIST.filter(({ id }) => id === 'entrants' || id === 'completes')

/** @param zone IANA name */
const hourColumns = (zone: string): DataColumn<ReportRow>[] => [
  {
    id: 'hour',
    header: 'Hour',
    headerTooltip: 'When the hour begins, in your time zone',
    kind: 'custom',
    width: 170,
    // text that sorts as time does
    value: row => ('hour' in row ? row.hour : ''),
    uses: ['line'],
    render: row => ('hour' in row ? dateTimeText(Date.parse(row.hour), zone) : ''),
  },
  ...ENTRANTS_AND_COMPLETES.map(({ id, label, formula, kind, widthPx }) => ({
    id,
    header: label,
    headerTooltip: formula,
    kind,
    width: widthPx,
    value: (row: ReportRow) => figureOf(row, id),
  })),
]

const QUOTA_COLUMNS: readonly DataColumn<ReportRow>[] = [
  {
    id: 'quota',
    header: 'Sub-quota',
    kind: 'text',
    width: 160,
    value: row => ('quota' in row ? (row.quota ?? 'The source itself') : ''),
  },
  {
    id: 'completes',
    header: 'Completes',
    headerTooltip: 'Completes, beside the target as a bar',
    kind: 'integer',
    width: 108,
    value: row => figureOf(row, 'completes'),
    target: row => figureOf(row, 'target'),
  },
  { id: 'target', header: 'Target', kind: 'integer', width: 88, value: row => figureOf(row, 'target') },
  {
    id: 'progress',
    header: 'Progress',
    headerTooltip: 'Completes ÷ target',
    kind: 'percent',
    width: 96,
    value: row => figureOf(row, 'progress'),
  },
]
const INFLIGHT_COLUMN: DataColumn<ReportRow> = {
  id: 'inflight',
  header: 'In progress',
  headerTooltip: 'Respondents who hold a place and have not returned',
  kind: 'integer',
  width: 104,
  value: row => figureOf(row, 'inflight'),
}

const COST_COLUMNS = [
  { id: 'completes', header: 'Completes', kind: 'integer', isInternal: false },
  {
    id: 'revenue',
    header: 'Revenue',
    tooltip: 'Each complete at the sell price of its moment',
    kind: 'money',
    isInternal: false,
  },
  {
    id: 'expense',
    header: 'Expense',
    tooltip: 'Each complete at the supply price of its moment',
    kind: 'money',
    isInternal: true,
  },
  { id: 'margin', header: 'Margin', tooltip: 'Revenue − expense', kind: 'money', isInternal: true },
  { id: 'margin_share', header: 'Margin %', tooltip: 'Margin ÷ revenue', kind: 'percent', isInternal: true },
] as const

const costColumns = (view: StreamViewType): DataColumn<ReportRow>[] =>
  COST_COLUMNS.filter(({ isInternal }) => view === 'internal' || !isInternal).map(column => ({
    id: column.id,
    header: column.header,
    ...('tooltip' in column ? { headerTooltip: column.tooltip } : {}),
    kind: column.kind,
    width: 104,
    value: (row: ReportRow) => figureValue(column.kind, figureOf(row, column.id)),
  }))

/** The columns of a report: what its lines stand for, then its figures. @param zone IANA name */
export function reportColumns(
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
  zone: string,
): DataColumn<ReportRow>[] {
  const names = by.map(nameColumn)
  switch (type) {
    case 'terminations':
      return [...names, ...STATE_COLUMNS]
    case 'hours': {
      const [hour, ...figures] = hourColumns(zone)
      return [...(hour === undefined ? [] : [hour]), ...names, ...figures]
    }
    case 'quotas':
      return [...names, ...QUOTA_COLUMNS, ...(view === 'internal' ? [INFLIGHT_COLUMN] : [])]
    case 'costs':
      return [...names, ...costColumns(view)]
    default:
      return [...names, ...figureColumns(type, view)]
  }
}
