import type { Dashboard, DashboardDay } from '@desk/schema/dashboard/dashboard'

/** A day with the completes that stood by its end. */
export interface FilledDay extends DashboardDay {
  readonly filled: number
}

/** The days with their running sum: the first begins with the completes of before. */
export function filledDays({ days, completes }: Pick<Dashboard, 'days' | 'completes'>): readonly FilledDay[] {
  let filled = completes - days.reduce((sum, day) => sum + day.completes, 0)
  return days.map(day => ({ ...day, filled: (filled += day.completes) }))
}
