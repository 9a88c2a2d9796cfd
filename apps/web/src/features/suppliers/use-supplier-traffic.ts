import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'

const DAY_MS = 86_400_000
const FRESH_MS = 60_000
const LINES_MAX = 200

/** The supplier performance of one supplier by source in the last days, and its total in the days before. */
export function useSupplierTraffic(supplierId: number, days: number) {
  const desk = useDesk()
  const [nowMs] = useState(() => Date.now())
  const from = new Date(nowMs - days * DAY_MS).toISOString()
  const query = { pm_sup_ud: [supplierId], by: 'source' as const }
  const once = { staleTime: FRESH_MS }
  const now = useQuery({
    ...desk.query('reports.read', { params: { type: 'suppliers' }, query: { ...query, from, limit: LINES_MAX } }),
    ...once,
  })
  const before = useQuery({
    ...desk.query('reports.read', {
      params: { type: 'suppliers' },
      query: { ...query, from: new Date(nowMs - 2 * days * DAY_MS).toISOString(), to: from, limit: 1 },
    }),
    ...once,
  })
  return { now, before }
}
