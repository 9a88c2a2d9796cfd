import type { QueryClient } from '@tanstack/react-query'
import { HISTORY } from '#kit/history/history-panel.tsx'

/** The first part of the cache key of the list of rate cards. */
export const RATE_CARDS = 'rateCards'

/** Invalidates cached rate cards and prices after a version was stored. */
export function forgetRateCards(queryClient: QueryClient): void {
  for (const key of [RATE_CARDS, 'rateCards.list', 'surveys.buyerPricing', HISTORY])
    void queryClient.invalidateQueries({ queryKey: [key] })
}
