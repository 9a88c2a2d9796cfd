import type { PeriodState } from '@desk/schema/statements/statement'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { scopeOf, type ListedPeriod, type Side } from './sides.ts'

const PAGE_MONTHS = 12

/** The search text; '': every statement, null: open and closed periods. */
export interface PeriodFilters {
  readonly search: string
  readonly state: PeriodState | null
}

/** The periods of the account with the statements of a side, a page of them after the other, read each time. */
export function usePeriods(side: Side, { search, state }: PeriodFilters) {
  const { api } = useDesk()
  return useInfiniteQuery({
    queryKey: ['statements.list', side, search, state],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: PAGE_MONTHS,
        offset: pageParam,
        ...(search === '' ? {} : { search }),
        ...(state === null ? {} : { state }),
      }
      if (side !== 'supplier')
        return api.call('sellStatements.list', { query: { of: scopeOf(side), ...query }, signal })
      const { periods, ...rest } = await api.call('statements.list', { query, signal })
      return {
        ...rest,
        periods: periods.map(({ statements, ...period }): ListedPeriod => ({
          ...period,
          statements: statements.map(({ pm_sup_ud: id, ...one }) => ({ ...one, id })),
        })),
      }
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { periods }) => sum + periods.length, 0)
      return shown < total ? shown : null
    },
    // typing a search does not blank the shown periods
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}
