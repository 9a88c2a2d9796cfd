import { ALERT_KINDS } from '@desk/schema/alerts/alert-kinds'
import type { TodayOf } from '@desk/schema/today/today'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'

/** Figures and rests change without an alert. */
const READ_AGAIN_MS = 15_000
const OF_TODAY = ['today.list', 'today.views', 'alerts.unread', 'alerts.list']

/** The queue, read again with each alert of the user, and what lets an item rest. */
export function useToday(of: TodayOf) {
  const desk = useDesk()
  const client = useQueryClient()
  const refresh = useCallback(() => {
    for (const call of OF_TODAY) void client.invalidateQueries({ queryKey: [call] })
  }, [client])
  useEffect(() => desk.feed.onAlerts(refresh), [desk, refresh])
  const list = useQuery({ ...desk.query('today.list', { query: { of } }), refetchInterval: READ_AGAIN_MS })
  const snooze = useAct('today.snooze', { onDone: refresh })
  const mute = useAct('alertMutes.create', {
    undo: ({ alert_mute_id: id }) => desk.api.call('alertMutes.remove', { params: { id } }),
    onDone: ({ kind, place_name }, _request, undo) => {
      void showToast({
        type: 'success',
        message: `${ALERT_KINDS[kind].label} is muted at ${place_name}`,
        description: 'Alerts lists it under Muted.',
        action: { label: 'Undo', onPress: undo },
      })
      refresh()
    },
    onUndone: refresh,
  })
  return { list, snooze, mute, refresh }
}
