/** The times until now that one chooses by a press; the URL keeps them relative. */
export const DAYS_UNTIL_NOW = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
} as const
export type DaysUntilNow = keyof typeof DAYS_UNTIL_NOW

export const isDays = (days: unknown): days is DaysUntilNow => typeof days === 'number' && days in DAYS_UNTIL_NOW
