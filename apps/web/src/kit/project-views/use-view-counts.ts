import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useTodayOf } from './today-of.ts'

const COUNTED_EVERY_MS = 30_000

/** The counts of the views of /projects; undefined until they are read. */
export function useViewCounts() {
  'use no memo'
  const [whose] = useTodayOf()
  const { data } = useQuery({
    ...useDesk().query('today.views', { query: { of: whose } }),
    refetchInterval: COUNTED_EVERY_MS,
  })
  return data
}
