import { may } from '@desk/schema/permissions/permissions'
import { REPORT_DIMENSIONS, REPORTS, type ReportType } from '@desk/schema/reports/report'
import type { CurrentUser } from '@desk/schema/users/current-user'

/** Whether a user may read a report: those whose lines are of the supply side are not everybody's (domain.md §4). */
export const isOpenTo = (user: CurrentUser, type: ReportType): boolean =>
  !REPORT_DIMENSIONS[REPORTS[type].by].isOfSupplySide || may(user, 'see the supply side')
