import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import { HIDDEN_FROM_EXTERNAL } from '@desk/schema/columns/visible-columns'
import { ReportDimension, type ReportType } from '@desk/schema/reports/report'
import { columnsOfReport } from '@desk/schema/reports/report-columns'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { FIGURE_KINDS } from './figure.ts'

/** Figures that tools can be asked for: those of the tables, and those that only reports have. */
export const FigureField = Schema.Literals([
  ...FIGURE_COLUMN_LIST.map(({ id }) => id),
  'target',
  'live_projects',
  'live_surveys',
  'live_sources',
  'revenue',
  'margin',
  'margin_share',
  'revenue_adjusted',
  'expense_adjusted',
  'adjusted_completes',
  'adjusted_priced',
  'drop_off',
  'epc',
  'loi_ratio',
  'rejected_since',
  'reject_rate',
])
export type FigureField = typeof FigureField.Type

/** The dimensions of figures. */
export const LineDimension = ReportDimension
export type LineDimension = ReportDimension

/** Where figures are read: the row of a place, or a report. */
export type FigureSource = 'row' | 'traffic' | 'costs' | 'suppliers'

const fieldsOf = (type: ReportType): ReadonlySet<string> =>
  new Set(columnsOfReport(type, [], 'internal').map(({ id }) => id))
const OF_TRAFFIC = fieldsOf('traffic')
const OF_COSTS = fieldsOf('costs')
const OF_SUPPLIERS = fieldsOf('suppliers')

/** The traffic figures: shown unless the question asks for others. */
export const TRAFFIC_FIELDS: readonly FigureField[] = FIGURE_COLUMN_LIST.flatMap(({ id }) =>
  OF_TRAFFIC.has(id) ? [id] : [],
)

/** Whether reports count a figure: those of one thing alone, such as its median LOI or its target, they do not. */
export const isOfReports = (field: FigureField): boolean =>
  OF_TRAFFIC.has(field) || OF_COSTS.has(field) || OF_SUPPLIERS.has(field)

/**
 * Which figures are read where, as few sources as there can be.
 * @param isOfReport they are of a time or by something, which a place's own row does not have
 */
export function figureSources(
  fields: readonly FigureField[],
  isOfReport: boolean,
): ReadonlyMap<FigureSource, readonly FigureField[]> {
  const home = isOfReport ? 'traffic' : 'row'
  const sourceOf = (field: FigureField): FigureSource =>
    OF_TRAFFIC.has(field) || !isOfReports(field) ? home : OF_COSTS.has(field) ? 'costs' : 'suppliers'
  const needed = new Set(fields.map(sourceOf))
  const all = (has: ReadonlySet<string>): boolean => fields.every(field => has.has(field))
  if (needed.has('costs') && all(OF_COSTS)) return new Map([['costs', fields]])
  // supplier performance has all that traffic has
  if (needed.has('suppliers') && isOfReport && !needed.has('costs')) return new Map([['suppliers', fields]])
  return new Map([...needed].map(source => [source, fields.filter(field => sourceOf(field) === source)]))
}

/** Figures that are of the completes with a known supply price, or appear beside those that are. */
const OF_COST: ReadonlySet<FigureField> = new Set([
  'supplierCpi',
  'expense',
  'revenue',
  'margin',
  'margin_share',
  'epc',
])
const BASIS: readonly FigureField[] = ['pricedCompletes', 'completes']
const ADJUSTED_BASIS: readonly FigureField[] = ['adjusted_priced', 'adjusted_completes']

/** Of how many completes costs are known, read beside them: for those who see it. */
export function withBasis(fields: readonly FigureField[], view: StreamViewType): readonly FigureField[] {
  if (view !== 'internal') return fields
  const basis = fields.some(field => OF_COST.has(field)) ? BASIS : []
  const adjusted = fields.includes('expense_adjusted') ? ADJUSTED_BASIS : []
  return [...new Set([...fields, ...basis, ...adjusted])]
}

export const isHidden = (field: FigureField, view: StreamViewType): boolean =>
  view !== 'internal' && HIDDEN_FROM_EXTERNAL.has(field)

/** Figures by their names, for a sentence. */
export const labelsOf = (fields: readonly FigureField[]): string =>
  fields.map(field => FIGURE_KINDS.get(field)?.label ?? field).join(', ')
