import type { ViewType } from '@desk/schema/reports/report-view'
import type { Desk } from '#runtime/desk.ts'

/** The read of all saved views of a report or list that the user sees. */
export const viewsRequest = (desk: Desk, type: ViewType) =>
  desk.query('reportViews.list', { query: { type, limit: 1000 } })
