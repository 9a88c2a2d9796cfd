import { Schema } from 'effect'

/** The times of a report by the calendar of its reader's time zone; weeks begin on Monday. Current ones end now. */
export const REPORT_CALENDAR = {
  today: { label: 'Today', unit: 'day', ago: 0 },
  yesterday: { label: 'Yesterday', unit: 'day', ago: 1 },
  this_week: { label: 'This week', unit: 'week', ago: 0 },
  last_week: { label: 'Last week', unit: 'week', ago: 1 },
  this_month: { label: 'This month', unit: 'month', ago: 0 },
  last_month: { label: 'Last month', unit: 'month', ago: 1 },
  this_quarter: { label: 'This quarter', unit: 'quarter', ago: 0 },
  last_quarter: { label: 'Last quarter', unit: 'quarter', ago: 1 },
  this_year: { label: 'This year', unit: 'year', ago: 0 },
  last_year: { label: 'Last year', unit: 'year', ago: 1 },
} as const satisfies Record<
  string,
  {
    readonly label: string
    readonly unit: 'day' | 'week' | 'month' | 'quarter' | 'year'
    /** 0: the one that is not over; 1: the one before. */
    readonly ago: 0 | 1
  }
>

/** A time of a report by the calendar. */
export const ReportPeriod = Schema.Literals(
  Object.keys(REPORT_CALENDAR) as [keyof typeof REPORT_CALENDAR, ...(keyof typeof REPORT_CALENDAR)[]], // Object.keys loses the key types
)
export type ReportPeriod = typeof ReportPeriod.Type
