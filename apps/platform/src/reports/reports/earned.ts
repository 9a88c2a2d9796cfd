import { shareOf } from '@desk/schema/columns/ratios'

/** What completes brought and cost, in the account's currency; the margin's share is a fraction of the revenue. */
export const earned = ({
  completes,
  expenseCents,
  revenueCents,
}: {
  readonly completes: number
  readonly expenseCents: number
  readonly revenueCents: number
}) => ({
  completes,
  revenue: revenueCents / 100,
  expense: expenseCents / 100,
  margin: (revenueCents - expenseCents) / 100,
  margin_share: shareOf(revenueCents - expenseCents, revenueCents),
})
