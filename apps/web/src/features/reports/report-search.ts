import { REPORT_DIMENSIONS, ReportDimension, REPORTS, type ReportType } from '@desk/schema/reports/report'
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
}

const isDimension = Schema.is(ReportDimension)

/**
 * Reads the choices from the query; 'all' and invalid values mean no filter, and what the viewer may not see is no choice.
 * @param seesSuppliers whether the viewer may see the supply side
 */
export function readReportChoices(raw: RawSearch, seesSuppliers: boolean): ReportChoices {
  const dimension = (value: unknown) =>
    isDimension(value) && (seesSuppliers || !REPORT_DIMENSIONS[value].isOfSupplySide) ? value : undefined
  return compact({
    by: dimension(raw['by']),
    and: dimension(raw['and']),
    pm_proj_ud: idOf(raw['pm_proj_ud']),
    pm_sup_ud: seesSuppliers ? idOf(raw['pm_sup_ud']) : undefined,
    status: statusOf(raw['status']),
    consultant: idOf(raw['consultant']),
    business_unit_ud: idOf(raw['business_unit_ud']),
  })
}

/** What the lines stand for: as chosen, else as the report has it. */
export function dimensionsOf(
  type: ReportType,
  { by, and }: { readonly by?: ReportDimension | undefined; readonly and?: ReportDimension | undefined },
): readonly ReportDimension[] {
  return [...new Set([by ?? REPORTS[type].by, ...(and === undefined ? [] : [and])])]
}
