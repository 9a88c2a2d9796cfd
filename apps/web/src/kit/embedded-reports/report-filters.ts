import type { EmbedFilterField, ReportEmbed } from '@desk/schema/embedded-reports/embedded-report'
import type { models } from 'powerbi-client'

/** A screen's filters of its report, in addition to the account: project, survey, source, user (§3.32). */
export type ReportFilters = { readonly [Field in EmbedFilterField]?: number }

const FIELDS: readonly EmbedFilterField[] = ['PM_DSH_UD', 'PM_PROJ_UD', 'SURVEY_ID', 'STREAM_ID', 'PM_UD']
/** The kind of filter that names values, as the service numbers it. */
const BASIC_FILTER = 1

/** The filters of a report as the service takes them, in one order: the answer's own, and those of the screen. */
export function reportFilters(
  { filterTable, filterType, filterValue }: Pick<ReportEmbed, 'filterTable' | 'filterType' | 'filterValue'>,
  filters: ReportFilters,
): models.IBasicFilter[] {
  const values: ReportFilters = { ...filters, [filterType]: filterValue }
  return FIELDS.flatMap(column => {
    const value = values[column]
    return value === undefined
      ? []
      : [
          {
            $schema: 'http://powerbi.com/product/schema#basic',
            filterType: BASIC_FILTER,
            target: { table: filterTable, column },
            operator: 'In' as const,
            values: [value],
          },
        ]
  })
}
