import type { Dashboard } from '@desk/schema/dashboard/dashboard'

/** A bar of the bridge from revenue to margin, in the account's currency. */
export interface MarginStep {
  readonly label: string
  readonly from: number
  readonly to: number
  /** It begins at zero, by itself. */
  readonly isTotal: boolean
}

const CENT = 0.01

/**
 * The bridge from the sell prices of all completes made to the margin: each step begins where the one before ended. Without the
 * expense, which the plain external view does not have, it ends with the revenue; what completes without a known supply price
 * brought is taken off before the margin.
 */
export function marginSteps({
  revenue,
  expense,
  margin,
  adjusted,
}: Pick<Dashboard, 'expense' | 'margin' | 'adjusted'> & { readonly revenue: number }): readonly MarginStep[] {
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
  if (expense === undefined || margin === undefined) return sold
  // what the other completes brought is in no margin
  const priced = expense === null || margin === null ? 0 : margin + expense
  const unpriced: MarginStep = { label: 'Cost not known', from: revenue, to: priced, isTotal: false }
  const without = Math.abs(revenue - priced) < CENT / 2 ? sold : [...sold, unpriced]
  return expense === null || margin === null
    ? without
    : [...without, { label: 'Supply', from: priced, to: margin, isTotal: false }, total('Margin', margin)]
}
