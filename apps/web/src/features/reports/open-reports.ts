import { may } from '@desk/schema/permissions/permissions'
import { REPORT_DIMENSIONS, REPORTS, type ReportType } from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'

/** Whether a user may read a report: those whose lines are of the supply side are not everybody's (domain.md §4). */
export function isOpenTo(user: CurrentUser, type: ReportType): boolean {
  const own = REPORTS[type].by
  return own === null || !REPORT_DIMENSIONS[own].isOfSupplySide || may(user, 'see the supply side')
}
