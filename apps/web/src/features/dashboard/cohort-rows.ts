import type { DashboardCohort } from '@desk/schema/dashboard/dashboard'

/** The columns of the triangle: a window ends in the month after the complete, later ones are undone requests and late returns. */
export const LATER_MONTHS = [0, 1, 2] as const

export interface CohortRow {
  readonly month: string
  readonly completes: number
  /** By months later, all rejected until then; null: that month has not come. */
  readonly rejectedUntil: readonly (number | null)[]
}

/** The months with completes, the latest first, with the running sum of their rejections; the first cohort given is the present month. */
export function cohortRows(cohorts: readonly DashboardCohort[]): readonly CohortRow[] {
  return cohorts
    .map(({ month, completes, rejected }, age): CohortRow => {
      const until = (months: number): number =>
        rejected.reduce((sum, { months_later: later, count }) => (later <= months ? sum + count : sum), 0)
      return {
        month,
        completes,
        // the last column has whatever came later too
        rejectedUntil: LATER_MONTHS.map((months, place) =>
          months > age ? null : until(place === LATER_MONTHS.length - 1 ? Number.POSITIVE_INFINITY : months),
        ),
      }
    })
    .filter(({ completes }) => completes > 0)
}
