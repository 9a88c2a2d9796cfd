import {
  REPORT_DIMENSIONS,
  ReportDimension,
  REPORTS_WITHOUT_SUPPLIERS,
  type ReportType,
} from '@desk/schema/reports/report'
import type { StatusCode } from '@desk/schema/statuses/status'
import { Schema } from 'effect'
import { compact, idOf, statusOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The choices of a report, as the URL has them; they are the query of api:P6 and M14. */
export interface ReportChoices {
  readonly by?: ReportDimension
  readonly and?: ReportDimension
  readonly pm_proj_ud?: number
  readonly pm_sup_ud?: number
  readonly status?: StatusCode
  readonly consultant?: number
  readonly business_unit_ud?: number
  /** Of hourly completes: the hours of so many days until now, or since the beginning. */
  readonly days?: ReportPeriod
}

/** How far back hourly completes go; a week, unless one chooses otherwise. */
export const REPORT_PERIODS = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  30: 'Last 30 days',
  365: 'Last 365 days',
} as const
export type ReportPeriod = keyof typeof REPORT_PERIODS
export const DEFAULT_PERIOD: ReportPeriod = 7

const isPeriod = (days: unknown): days is ReportPeriod => typeof days === 'number' && days in REPORT_PERIODS

const isDimension = Schema.is(ReportDimension)

/** Whether a report can be by suppliers, for a viewer who may or may not see the supply side. */
export const hasSuppliers = (type: ReportType, seesSuppliers: boolean): boolean =>
  seesSuppliers && !REPORTS_WITHOUT_SUPPLIERS.has(type)

/**
 * Reads the choices from the query; 'all' and invalid values mean no filter, and what the viewer may not see, or the report does not
 * have, is no choice.
 * @param seesSupplySide whether the viewer may see the supply side
 */
export function readReportChoices(type: ReportType, raw: RawSearch, seesSupplySide: boolean): ReportChoices {
  const seesSuppliers = hasSuppliers(type, seesSupplySide)
  const days = idOf(raw['days'])
  const dimension = (value: unknown) =>
    isDimension(value) && (seesSuppliers || !REPORT_DIMENSIONS[value].isOfSupplySide) ? value : undefined
  return compact({
    by: type === 'quotas' ? undefined : dimension(raw['by']),
    and: dimension(raw['and']),
    pm_proj_ud: idOf(raw['pm_proj_ud']),
    pm_sup_ud: seesSuppliers ? idOf(raw['pm_sup_ud']) : undefined,
    status: statusOf(raw['status']),
    consultant: idOf(raw['consultant']),
    business_unit_ud: idOf(raw['business_unit_ud']),
    days: type === 'hours' && isPeriod(days) ? days : undefined,
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
