import {
  dimensionsOfReport,
  ReportDimension,
  REPORTS,
  REPORTS_WITHOUT_DATES,
  REPORTS_WITHOUT_SUPPLIERS,
  type ReportType,
} from '@desk/schema/reports/report'
import { idsInAddress, type IdFilter } from '@desk/schema/reports/report-address'
import { ReportPeriod } from '@desk/schema/reports/report-period'
import { STATUS_NAMES } from '@desk/schema/statuses/status'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { isDays, type DaysUntilNow } from '#kit/tables/days-until-now.ts'
import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The choices of a report, as the URL has them; they are the query of api:P6 and M14. */
export interface ReportChoices extends Readonly<Partial<Record<IdFilter, readonly number[]>>> {
  readonly by?: ReportDimension
  readonly and?: ReportDimension
  /** A time by the calendar of the viewer's zone. */
  readonly period?: ReportPeriod
  /** Or so many days until now. */
  readonly days?: DaysUntilNow
  /** Or between two moments; either may be left out. */
  readonly from?: string
  readonly to?: string
}

/** How far back a report goes unless one chooses otherwise; undefined: to the beginning. Hours are of a week. */
export const defaultDays = (type: ReportType): DaysUntilNow | undefined => (type === 'hours' ? 7 : undefined)

const isPeriod = Schema.is(ReportPeriod)

const isDimension = Schema.is(ReportDimension)

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/
const instantOrNone = (value: unknown): string | undefined =>
  typeof value === 'string' && INSTANT.test(value) && Number.isFinite(Date.parse(value))
    ? new Date(value).toISOString()
    : undefined

/** The ids that a filter of the URL names: one as a number, several with commas between them. */
function idsOf(value: unknown): readonly number[] | undefined {
  const ids = typeof value === 'number' || typeof value === 'string' ? idsInAddress(String(value)) : []
  return ids.length === 0 ? undefined : ids
}

/** Ids as the URL has them: one as a number, since the router would quote its text. */
export const idsInUrl = (ids: readonly number[]): string | number | undefined =>
  ids.length > 1 ? ids.join(',') : ids[0]

function statusesOf(value: unknown): readonly number[] | undefined {
  const codes = idsOf(value)?.filter(code => code in STATUS_NAMES) ?? []
  return codes.length === 0 ? undefined : codes
}

/** Whether a report can be by suppliers, for a viewer who may or may not see the supply side. */
export const hasSuppliers = (type: ReportType, seesSuppliers: boolean): boolean =>
  seesSuppliers && !REPORTS_WITHOUT_SUPPLIERS.has(type)

/**
 * Reads the choices from the query; 'all' and invalid values mean no filter, and what the viewer may not see, or the report does not
 * have, is no choice; nor is what the report is by without one.
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
  const own: ReportDimension | null = REPORTS[type].by
  const by = type === 'quotas' ? undefined : dimension(raw['by'])
  const and = dimension(raw['and'])
  const hasDates = !REPORTS_WITHOUT_DATES.has(type)
  const [from, to] = hasDates ? [instantOrNone(raw['from']), instantOrNone(raw['to'])] : []
  const isBetween = from !== undefined || to !== undefined
  const period = hasDates && !isBetween && isPeriod(raw['period']) ? raw['period'] : undefined
  return compact({
    by: by === own ? undefined : by,
    and: and === (by ?? own) ? undefined : and,
    pm_proj_ud: idsOf(raw['pm_proj_ud']),
    pm_sy_ud: idsOf(raw['pm_sy_ud']),
    stmid: idsOf(raw['stmid']),
    pm_sup_ud: seesSuppliers ? idsOf(raw['pm_sup_ud']) : undefined,
    pm_cy_cs_id: idsOf(raw['pm_cy_cs_id']),
    status: statusesOf(raw['status']),
    consultant: idsOf(raw['consultant']),
    business_unit_ud: idsOf(raw['business_unit_ud']),
    period,
    days: hasDates && !isBetween && period === undefined && isDays(days) ? days : undefined,
    from,
    to: from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from) ? undefined : to,
  })
}

/** The URL's choices of a report, as an address: the content of a saved view. */
export function addressOfChoices(raw: RawSearch): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(raw))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      address.append(name, String(value))
  // a comma needs no escape, and an address has a limit
  return address.toString().replaceAll('%2C', ',')
}
