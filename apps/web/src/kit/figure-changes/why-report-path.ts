import type { ReportType } from '@desk/schema/reports/report'

/** The total of a report, narrowed by its query; what of that is undefined does not narrow it. */
export interface TotalOfReport {
  readonly report: ReportType
  readonly query: Readonly<Record<string, string | number | undefined>>
}

/** The path of a report, with the panel of a column's total open. */
export function whyReportPath({ report, query }: TotalOfReport, figure: string): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value))
  search.append('why', `report.${report}.${figure}`)
  return `/reports/${report}?${search}`
}
