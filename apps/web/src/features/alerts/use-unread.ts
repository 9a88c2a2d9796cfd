import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'

/** The bell is also read this often: alerts whose rest ends are not pushed. */
const READ_AGAIN_MS = 60_000

/** The number of unread alerts, as the server pushes it; undefined until it is known. */
export function useUnread(): number | undefined {
  const desk = useDesk()
  const client = useQueryClient()
  useEffect(
    () =>
      desk.feed.onAlerts(() => {
        void client.invalidateQueries({ queryKey: ['alerts.unread'] })
        void client.invalidateQueries({ queryKey: ['alerts.list'] })
      }),
    [desk, client],
  )
  const { data } = useQuery({ ...desk.query('alerts.unread', {}), refetchInterval: READ_AGAIN_MS })
  return data?.unread
}
