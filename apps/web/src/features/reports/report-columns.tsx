import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import {
  columnsOfReport,
  lineKey,
  lineName,
  reportCell,
  reportFigure,
  type ReportColumn,
} from '@desk/schema/reports/report-columns'
import type { Report, ReportDimension, ReportType } from '@desk/schema/reports/report'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { changeText as centsChangeText } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import type { DataColumn } from '#ui/table/column.ts'
import { UnknownFigure } from '#ui/unknown-figure.tsx'
import { figureValue, unknownCost } from '#kit/tables/figure-columns.ts'
import { NameLink } from '#kit/tables/name-link.tsx'

/** A line of a report with its number, since it may have two keys, or none. */
export type ReportRow = Report['lines'][number] & { readonly line: number }

/** The page of the thing in a line's key. */
const PAGE: Readonly<Partial<Record<ReportDimension, (id: number) => string>>> = {
  project: id => `#/projects/${id}/survey`,
  supplier: id => `#/suppliers/${id}`,
}

function nameColumn(column: ReportColumn, dimension: ReportDimension, zone: string): DataColumn<ReportRow> {
  const pageOf = PAGE[dimension]
  return {
    id: column.id,
    header: column.label,
    kind: 'custom',
    width: column.widthPx,
    grow: 2,
    value: row => reportCell(column, row),
    uses: [dimension],
    render: row => {
      const of = lineKey(row, dimension)
      if (of !== null && dimension === 'hour') return dateTimeText(Date.parse(of.name), zone)
      return of === null || pageOf === undefined || typeof of.id !== 'number' ? (
        reportCell(column, row)
      ) : (
        <NameLink href={pageOf(of.id)} name={lineName(row, dimension)} />
      )
    },
  }
}

/** @param zone IANA name */
function momentColumn(column: ReportColumn, zone: string): DataColumn<ReportRow> {
  return {
    id: column.id,
    header: column.label,
    ...(column.formula === undefined ? {} : { headerTooltip: column.formula }),
    kind: 'custom',
    width: column.widthPx,
    // text that sorts as time does
    value: row => reportCell(column, row) ?? '',
    render: row => {
      const at = reportCell(column, row)
      return typeof at === 'string' ? dateTimeText(Date.parse(at), zone) : ''
    },
  }
}

/** A change of money with its sign, where other figures show nothing below zero (§5.29). */
export const changeText = (amount: number | null | undefined): string =>
  amount === null || amount === undefined ? '' : centsChangeText(amount * 100, ACCOUNT_CURRENCY)

/** The columns of a report: its dimensions, then its figures. @param zone IANA name */
export function reportColumns(
  type: ReportType,
  by: readonly ReportDimension[],
  view: StreamViewType,
  zone: string,
): DataColumn<ReportRow>[] {
  return columnsOfReport(type, by, view).map(column => {
    const { id, label: header, formula, unknown, kind, widthPx: width, dimension, targetField } = column
    if (dimension !== undefined) return nameColumn(column, dimension, zone)
    if (kind === 'hour') return momentColumn(column, zone)
    const shared = { id, header, width, ...(formula === undefined ? {} : { headerTooltip: formula }) }
    if (kind === 'text') return { ...shared, kind, value: row => reportCell(column, row) }
    if (kind === 'change')
      return {
        ...shared,
        kind: 'custom',
        align: 'end',
        value: row => reportFigure(row, id),
        ...(unknown === undefined ? {} : { unknown: () => unknown }),
        render: row => {
          const amount = reportFigure(row, id)
          return amount === null && unknown !== undefined ? <UnknownFigure why={unknown} /> : changeText(amount)
        },
      }
    return {
      ...shared,
      kind,
      value: row => figureValue(kind, reportFigure(row, id)),
      ...unknownCost(unknown),
      ...(targetField === undefined ? {} : { target: (row: ReportRow) => reportFigure(row, targetField) }),
    }
  })
}
