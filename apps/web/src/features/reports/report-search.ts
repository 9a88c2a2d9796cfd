import {
  dimensionsOfReport,
  ReportDimension,
  REPORTS_WITHOUT_DATES,
  REPORTS_WITHOUT_SUPPLIERS,
  type ReportType,
} from '@desk/schema/reports/report'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { StatusCode } from '@desk/schema/statuses/status'
import { Schema } from 'effect'
import { compact, idOf, statusOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The choices of a report, as the URL has them; they are the query of api:P6 and M14. */
export interface ReportChoices {
  readonly by?: ReportDimension
  readonly and?: ReportDimension
  readonly pm_proj_ud?: number
  readonly pm_sy_ud?: number
  readonly stmid?: number
  readonly pm_sup_ud?: number
  readonly pm_cy_cs_id?: number
  readonly status?: StatusCode
  readonly consultant?: number
  readonly business_unit_ud?: number
  /** So many days until now. */
  readonly days?: ReportPeriod
  /** Or between two moments; either may be left out. */
  readonly from?: string
  readonly to?: string
}

/** The periods that are offered, until now. */
export const REPORT_PERIODS = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
} as const
export type ReportPeriod = keyof typeof REPORT_PERIODS

/** How far back a report goes unless one chooses otherwise; undefined: to the beginning. Hours are of a week. */
export const defaultPeriod = (type: ReportType): ReportPeriod | undefined => (type === 'hours' ? 7 : undefined)

const isPeriod = (days: unknown): days is ReportPeriod => typeof days === 'number' && days in REPORT_PERIODS

const isDimension = Schema.is(ReportDimension)

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/
const instantOrNone = (value: unknown): string | undefined =>
  typeof value === 'string' && INSTANT.test(value) && Number.isFinite(Date.parse(value))
    ? new Date(value).toISOString()
    : undefined

/** Whether a report can be by suppliers, for a viewer who may or may not see the supply side. */
export const hasSuppliers = (type: ReportType, seesSuppliers: boolean): boolean =>
  seesSuppliers && !REPORTS_WITHOUT_SUPPLIERS.has(type)

/**
 * Reads the choices from the query; 'all' and invalid values mean no filter, and what the viewer may not see, or the report does not
 * have, is no choice.
 * @param seesSupplySide whether the viewer may see the supply side
 * @param view the viewer's view type, which has fewer dimensions than the internal one
 */
export function readReportChoices(
  type: ReportType,
  raw: RawSearch,
  seesSupplySide: boolean,
  view: StreamViewType,
): ReportChoices {
  const seesSuppliers = hasSuppliers(type, seesSupplySide)
  const days = idOf(raw['days'])
  const offered = dimensionsOfReport(type, view, seesSuppliers)
  const dimension = (value: unknown) => (isDimension(value) && offered.includes(value) ? value : undefined)
  const hasDates = !REPORTS_WITHOUT_DATES.has(type)
  const [from, to] = hasDates ? [instantOrNone(raw['from']), instantOrNone(raw['to'])] : []
  const isBetween = from !== undefined || to !== undefined
  return compact({
    by: type === 'quotas' ? undefined : dimension(raw['by']),
    and: dimension(raw['and']),
    pm_proj_ud: idOf(raw['pm_proj_ud']),
    pm_sy_ud: idOf(raw['pm_sy_ud']),
    stmid: idOf(raw['stmid']),
    pm_sup_ud: seesSuppliers ? idOf(raw['pm_sup_ud']) : undefined,
    pm_cy_cs_id: idOf(raw['pm_cy_cs_id']),
    status: statusOf(raw['status']),
    consultant: idOf(raw['consultant']),
    business_unit_ud: idOf(raw['business_unit_ud']),
    days: hasDates && !isBetween && isPeriod(days) ? days : undefined,
    from,
    to: from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from) ? undefined : to,
  })
}

/** What the URL has of a report, as an address has it: what a saved view stands for. */
export function addressOfChoices(raw: RawSearch): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(raw))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      address.append(name, String(value))
  return address.toString()
}
