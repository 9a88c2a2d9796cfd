import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bordersOf } from '#kit/figures/changes.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'

const DAY_MS = 86_400_000
const FRESH_MS = 60_000
const LINES_MAX = 200

/**
 * The supplier performance of one supplier by source in the last days, its total in the days before, its completes by day, and the total of
 * all suppliers.
 */
export function useSupplierTraffic(supplierId: number, days: number) {
  const desk = useDesk()
  const [nowMs] = useState(() => Date.now())
  const fromMs = nowMs - days * DAY_MS
  const { from, earlierFrom, earlierTo } = bordersOf({ fromMs, days, nowMs })
  const own = { pm_sup_ud: [supplierId] }
  const params = { type: 'suppliers' } as const
  const once = { staleTime: FRESH_MS }
  const now = useQuery({
    ...desk.query('reports.read', { params, query: { ...own, by: 'source', from, limit: LINES_MAX } }),
    ...once,
  })
  const before = useQuery({
    ...desk.query('reports.read', {
      params,
      query: { ...own, by: 'source', from: earlierFrom, to: earlierTo, limit: 1 },
    }),
    ...once,
  })
  const byDay = useQuery({
    ...desk.query('reports.read', { params, query: { ...own, by: 'day', from, limit: LINES_MAX } }),
    ...once,
  })
  const ofAll = useQuery({ ...desk.query('reports.read', { params, query: { from, limit: 1 } }), ...once })
  return { now, before, byDay, ofAll, fromMs, nowMs }
}
