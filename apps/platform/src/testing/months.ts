import { TZDate } from '@date-fns/tz'
import { format, startOfMonth, subDays } from 'date-fns'

/** The zone of every account that StudyMaker makes: for some hours it is in another month than UTC. */
const ACCOUNT_ZONE = 'America/New_York'

export interface PastMonth {
  /** As the desk writes it: 2026-10. */
  readonly month: string
  /** As screens write it: October 2026. */
  readonly name: string
  /** A moment amid the month, whatever the zone. */
  readonly middleMs: number
}

/** The month of a moment as a test's account counts it: 2026-10. */
export const monthAt = (atMs: number): string => format(new TZDate(atMs, ACCOUNT_ZONE), 'yyyy-MM')

/**
 * The month before this one as a test's account counts it: its completes can be closed at once. Whether they can be reconciled depends
 * on the day of this month: see keepWindowOpen.
 */
export function lastMonth(): PastMonth {
  const lastDay = subDays(startOfMonth(new TZDate(Date.now(), ACCOUNT_ZONE)), 1)
  return {
    month: format(lastDay, 'yyyy-MM'),
    name: format(lastDay, 'MMMM yyyy'),
    middleMs: Date.UTC(lastDay.getFullYear(), lastDay.getMonth(), 15, 12),
  }
}
