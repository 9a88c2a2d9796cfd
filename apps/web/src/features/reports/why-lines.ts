import { keysOfLine, lineKeyText, readLineKey, type LineKeyFields } from '@desk/schema/reports/report-change'
import { isQuotaFigure } from '@desk/schema/columns/figure-columns'
import { columnsOfReport, lineKey } from '@desk/schema/reports/report-columns'
import { reportTermsOf } from '@desk/schema/reports/report-terms'
import {
  reportDimensions,
  REPORTS,
  REPORTS_OF_MOVES,
  type ReportDimension,
  type ReportType,
} from '@desk/schema/reports/report'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { CellQuestion } from '#ui/table/data-table.tsx'
import { askWhy } from '#kit/figure-changes/why-request.ts'
import { isWhyFigure, type WhyObject, type WhyReport, type WhySubject } from '#kit/figure-changes/why-search.ts'
import type { ReportRow } from './report-columns.tsx'
import type { ReportChoices } from './report-search.ts'
import { queryOf } from './use-report.ts'

/** The lines of these do not add up to what a total would be of: a source and its sub-quotas count the same people. */
export const WITHOUT_TOTALS: ReadonlySet<ReportType> = new Set(['terminations', 'quotas'])

/** Keys of a line as the URL has them, a comma between them; a comma within one is escaped. */
const lineText = (keys: readonly LineKeyFields[]): string =>
  keys.map(key => lineKeyText(key).replaceAll('%', '%25').replaceAll(',', '%2C')).join(',')

/** Reads them again. @returns undefined: they are not those that lines of the report have */
function readLine(line: string, dimensions: readonly ReportDimension[]): readonly string[] | undefined {
  const read = line.split(',').map(text => readLineKey(text.replaceAll('%2C', ',').replaceAll('%25', '%')))
  const keys = dimensions.map(dimension => read.find(key => key?.is === dimension))
  const known = keys.filter(key => key !== undefined)
  return read.length === dimensions.length && known.length === dimensions.length ? known.map(lineKeyText) : undefined
}

/** The field of a line with its key, where it is no dimension's own. */
const FIELDS: Readonly<Partial<Record<ReportType, Readonly<Partial<Record<ReportDimension, string>>>>>> = {
  terminations: { reason: 'rule' },
  reconciliation: { reason: 'reason_code' },
}

/**
 * The key of a line in a dimension; undefined: a line of earlier choices, which is shown until the new lines are here.
 */
function keyOfRow(type: ReportType, row: ReportRow, is: ReportDimension): LineKeyFields | undefined {
  const value: unknown = Reflect.get(row, FIELDS[type]?.[is] ?? is)
  if (value === undefined) return undefined
  const id = typeof value === 'string' || typeof value === 'number' ? value : (lineKey(row, is)?.id ?? null)
  const key = { is, id: id === null ? null : String(id) }
  return readLineKey(lineKeyText(key)) === undefined ? undefined : key
}

/** The panel's part of a report: its columns with known changes, under its choices. */
export function whyOfReport(type: ReportType, choices: ReportChoices, view: StreamViewType): WhyReport {
  const by = reportDimensions(type, choices)
  const dimensions = keysOfLine(type, by, view)
  return {
    type,
    label: REPORTS[type].label,
    figures: columnsOfReport(type, by, view).filter(({ id }) => reportTermsOf(type, id) !== undefined),
    keysOf: line => (line !== undefined ? readLine(line, dimensions) : WITHOUT_TOTALS.has(type) ? undefined : []),
    queryAt: nowMs => queryOf(type, choices, nowMs),
  }
}

const OBJECTS = ['source', 'survey', 'project'] as const

/** The one source, survey or project whose figures all of a line's are: its own panel has the respondents of each part. */
function objectOf(type: ReportType, choices: ReportChoices, row: ReportRow): WhyObject | undefined {
  const { by: _, and: __, ...narrowed } = choices
  const [dimension, ...more] = reportDimensions(type, choices)
  const scope = OBJECTS.find(one => one === dimension)
  if (scope === undefined || more.length > 0) return undefined
  const id = lineKey(row, scope)?.id
  const isWhole = REPORTS_OF_MOVES.has(type) && Object.keys(narrowed).length === 0
  return isWhole && typeof id === 'number' ? { scope, id } : undefined
}

/** Whose a line of quota progress is, whatever the report is narrowed to: a source's, or its sub-quota's. */
function quotaOf(row: ReportRow): WhyObject | undefined {
  const id = lineKey(row, 'source')?.id
  if (typeof id !== 'number' || !('quota_no' in row)) return undefined
  return { scope: 'source', id, ...(row.quota_no === null ? {} : { quota: row.quota_no }) }
}

/**
 * The question of a report's figures: why they changed (settlement.md §4). @param rowOf the line that a row of the
 * table shows
 */
export function whyOfLines(
  { type, figures }: WhyReport,
  choices: ReportChoices,
  view: StreamViewType,
  rowOf: (rowId: string) => ReportRow | undefined,
): CellQuestion {
  const dimensions = keysOfLine(type, reportDimensions(type, choices), view)
  const subjectOf = (figure: string, rowId: string | null): WhySubject | undefined => {
    const row = rowId === null ? null : rowOf(rowId)
    if (row === undefined) return undefined
    if (type === 'quotas') {
      const of = row === null ? undefined : quotaOf(row)
      return of !== undefined && isQuotaFigure(figure) ? { ...of, figure } : undefined
    }
    const object = row === null ? undefined : objectOf(type, choices, row)
    if (object !== undefined && isWhyFigure(figure)) return { ...object, figure }
    if (figures.every(({ id }) => id !== figure)) return undefined
    if (row === null) return { report: type, figure }
    const keys = dimensions.flatMap(dimension => keyOfRow(type, row, dimension) ?? [])
    return keys.length === dimensions.length ? { report: type, figure, line: lineText(keys) } : undefined
  }
  return {
    isFor: (columnId, rowId) => subjectOf(columnId, rowId) !== undefined,
    onAsk: ({ rowId, columnId, element, isByKey }) => {
      const of = subjectOf(columnId, rowId)
      if (of !== undefined) askWhy({ of, menuAt: isByKey ? null : element })
    },
  }
}
