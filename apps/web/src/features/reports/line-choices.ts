import { may } from '@desk/schema/permissions/permissions'
import {
  dimensionsOfReport,
  REPORT_DIMENSIONS,
  REPORTS,
  type ReportDimension,
  type ReportType,
} from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { NativeSelectOption } from '#ui/native-select.tsx'
import { ALL, type ListFilter } from '#kit/tables/list-filter.ts'
import type { ReportRow } from './report-columns.tsx'
import { hasSuppliers, type ReportChoices } from './report-search.ts'

/**
 * The possible dimensions of lines. @param all the one that chooses none by itself: 'By project' @param left the
 * dimensions that lines have already
 */
function dimensionOptions(
  all: string,
  left: ReportDimension | null,
  offered: readonly ReportDimension[],
): readonly NativeSelectOption[] {
  return [
    { id: ALL, label: all },
    ...offered.filter(name => name !== left).map(name => ({ id: name, label: REPORT_DIMENSIONS[name].label })),
  ]
}

/** The choices of a report's dimensions, as filters of its table. */
export function lineChoices(
  type: ReportType,
  choices: ReportChoices,
  user: CurrentUser,
): readonly ListFilter<ReportRow>[] {
  const seesSuppliers = hasSuppliers(type, may(user, 'see the supply side'))
  const offered = dimensionsOfReport(type, user.streamViewType, seesSuppliers)
  const own: ReportDimension | null = REPORTS[type].by
  return [
    // sub-quotas are of their source
    ...(type === 'quotas'
      ? []
      : [
          {
            name: 'by',
            label: 'Group by',
            options: dimensionOptions(
              own === null ? 'By hour alone' : `By ${REPORT_DIMENSIONS[own].label.toLowerCase()}`,
              own,
              offered,
            ),
            chosen: choices.by,
          },
        ]),
    {
      name: 'and',
      label: 'Then by',
      options: dimensionOptions('Then by nothing', choices.by ?? own, offered),
      chosen: choices.and,
    },
  ]
}
