import type { ReportSchedule } from '@desk/schema/reports/report-schedule'

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** An hour of the day as a clock shows it. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** How often a report is mailed, in words: 'CSV every Monday at 08:00'. */
export function scheduleWords({
  format,
  every,
  local_hour,
  weekday,
  day,
}: Pick<ReportSchedule, 'format' | 'every' | 'local_hour' | 'weekday' | 'day'>): string {
  const days = {
    daily: 'every day',
    weekly: `every ${WEEKDAYS[weekday - 1]}`,
    monthly: `on day ${day} of each month`,
  }[every]
  return `${format.toUpperCase()} ${days} at ${hourText(local_hour)}`
}
