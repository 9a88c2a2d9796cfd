import { FIGURE_COLUMNS, isQuotaFigure, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import type { StatusScope } from '@desk/schema/statuses/status'
import type { ReportFilters, ReportType } from '@desk/schema/reports/report'
import type { ReportColumn } from '@desk/schema/reports/report-columns'
import { readAsOf } from '#kit/as-it-was/as-of.ts'
import { wallTimeIn } from '#kit/forms/wall-times.ts'
import { idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** An object that has figures. */
export interface WhyObject {
  readonly scope: StatusScope
  readonly id: number
  /** The number of a sub-quota of this source. */
  readonly quota?: number
}

/** Whose figure is explained. */
export interface WhyFigure extends WhyObject {
  readonly figure: FigureColumnId
}

/** Of which line of a report a figure is explained. */
export interface WhyLine {
  readonly report: ReportType
  /** A column of the report. */
  readonly figure: string
  /** The key of the line, as the URL has it; left out: the report's total. */
  readonly line?: string
}

export type WhySubject = WhyFigure | WhyLine

/** The explanation of a report's lines by its screen. */
export interface WhyReport {
  readonly type: ReportType
  readonly label: string
  /** Its columns with explained changes. */
  readonly figures: readonly ReportColumn[]
  /** The keys of a line, as the query has them, from the URL's; undefined: no line of this report. */
  readonly keysOf: (line: string | undefined) => readonly string[] | undefined
  /** Its choices, as of a moment. */
  readonly queryAt: (nowMs: number) => ReportFilters
}

/** Whether a column is a figure whose changes can be explained. */
export const isWhyFigure = (column: string): column is FigureColumnId => Object.hasOwn(FIGURE_COLUMNS, column)

const SCOPES: readonly string[] = ['project', 'survey', 'source'] satisfies readonly StatusScope[]

/** As the URL has it: 'source.12.completes', 'source.12.completes.3' of its sub-quota 3, or 'report.costs.revenue' with the line in a part of its own. */
export const whyText = (of: WhySubject): string =>
  'report' in of
    ? `report.${of.report}.${of.figure}`
    : [of.scope, of.id, of.figure, ...(of.quota === undefined ? [] : [of.quota])].join('.')

/** Of the URL, what names a subject. */
export const whySearch = (of: WhySubject) => ({ why: whyText(of), whyLine: 'report' in of ? of.line : undefined })

/**
 * Reads whose figure the URL asks about; undefined: no one's. @param report of whose screen the URL is; undefined: of
 * none
 */
export function readWhy(raw: RawSearch, report?: WhyReport): WhySubject | undefined {
  const [scope = '', idText = '', figure = '', ...more] = (textOf(raw['why']) ?? '').split('.')
  if (scope === 'report' && report !== undefined) {
    const line = textOf(raw['whyLine'])
    const isTold = idText === report.type && more.length === 0 && report.figures.some(({ id }) => id === figure)
    if (!isTold || report.keysOf(line) === undefined) return undefined
    return { report: report.type, figure, ...(line === undefined ? {} : { line }) }
  }
  const id = idOf(idText)
  if (!SCOPES.includes(scope) || id === undefined || !isWhyFigure(figure)) return undefined
  const of = { scope: scope as StatusScope, id, figure } // one of SCOPES
  const [quotaText, ...rest] = more
  if (quotaText === undefined) return of
  const quota = idOf(quotaText)
  if (scope !== 'source' || quota === undefined || !isQuotaFigure(figure) || rest.length > 0) return undefined
  return { ...of, quota }
}

/** On a page of a past moment, the time of the explanation: from that moment until now. */
export function whySinceThen(raw: RawSearch, nowMs: number, zone: string) {
  const then = readAsOf(raw, zone)
  if (then === null) return {}
  return { whySpan: 'chosen', whyFrom: then.wall, whyTo: wallTimeIn(new Date(nowMs).toISOString(), zone) } as const
}

/** The panel's part of the URL; it leaves with the panel. */
export const NO_WHY = {
  why: undefined,
  whyLine: undefined,
  whySpan: undefined,
  whyFrom: undefined,
  whyTo: undefined,
} as const
