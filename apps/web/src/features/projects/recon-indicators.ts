import type { Desk } from '#runtime/desk.ts'

/** The Recon Indicator of all projects with open completes (api:P14), read once for column and work list. */
export const reconIndicators = (desk: Desk) => ({
  ...desk.query('reconciliation.projectIndicator', { query: { limit: 1000 }, payload: {} }),
  staleTime: 60_000,
})

/** How long is left, in words. */
export const daysLeftText = (days: number): string => (days === 0 ? 'today' : days === 1 ? '1 day' : `${days} days`)
