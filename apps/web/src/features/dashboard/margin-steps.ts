import type { Dashboard } from '@desk/schema/dashboard/dashboard'

/** A bar of the bridge from revenue to margin, in the account's currency. */
export interface MarginStep {
  readonly label: string
  readonly from: number
  readonly to: number
  /** It stands by itself, from nothing. */
  readonly isTotal: boolean
}

/**
 * The bridge from the sell prices of all completes made to the margin: each step begins where the one before ended. Without the
 * expense, which the plain external view does not have, it ends with the revenue.
 */
export function marginSteps({
  revenue,
  expense,
  adjusted,
}: Pick<Dashboard, 'expense' | 'adjusted'> & { readonly revenue: number }): readonly MarginStep[] {
  const taken = adjusted?.revenue ?? 0
  const total = (label: string, to: number): MarginStep => ({ label, from: 0, to, isTotal: true })
  const made = revenue - taken
  const sold =
    taken === 0
      ? [total('Revenue', revenue)]
      : [
          total('Sold', made),
          { label: 'Reconciled', from: made, to: revenue, isTotal: false },
          total('Revenue', revenue),
        ]
  return expense === undefined
    ? sold
    : [
        ...sold,
        { label: 'Supply', from: revenue, to: revenue - expense, isTotal: false },
        total('Margin', revenue - expense),
      ]
}
