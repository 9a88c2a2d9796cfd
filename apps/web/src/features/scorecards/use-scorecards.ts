import type { Scorecard, Scorecards } from '@desk/schema/defender/scorecard'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import type { ListRows } from '#kit/tables/use-list-rows.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { createRowStore } from '#ui/table/row-store.ts'
import type { ScorecardChoices } from './scorecard-search.ts'

const LINES_MAX = 1_000
const AGAIN_MS = 60_000

/** The scorecards of the choices, read again each minute; those of other choices stay until the new ones are here. */
export function useScorecards(
  { by, weeks, rule, supplier }: ScorecardChoices,
  seesSuppliers: boolean,
): ListRows<Scorecard> & { readonly whole: Scorecards | undefined } {
  const { api } = useDesk()
  const [store] = useState(() => createRowStore<Scorecard>({ idOf: card => card.key }))
  const query = {
    queryKey: ['scorecards', by, weeks, rule, supplier],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Scorecards> => {
      const choices = { weeks, limit: LINES_MAX, ...(rule === undefined ? {} : { rule }) }
      if (seesSuppliers)
        return api.call('scorecards.suppliers', {
          query: { ...choices, by, ...(supplier === undefined ? {} : { supplier }) },
          signal,
        })
      return api.call('scorecards.read', { query: { ...choices, by: by === 'supplier' ? 'rule' : by }, signal })
    },
    refetchInterval: AGAIN_MS,
  }
  const whole = useQuery(query)
  const read = useQuery({ ...query, select: ({ rows }: Scorecards) => rows })
  useLayoutEffect(() => {
    if (whole.data !== undefined) store.setAll(whole.data.rows)
  }, [store, whole.data])
  return { store, read, whole: whole.data }
}
