import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '#runtime/acts/use-act.ts'

/** A user's acts on alerts; the bell and the lists are read again afterwards. */
export function useAlertActs() {
  const client = useQueryClient()
  const onDone = () => {
    void client.invalidateQueries({ queryKey: ['alerts.unread'] })
    void client.invalidateQueries({ queryKey: ['alerts.list'] })
  }
  return { read: useAct('alerts.read', { onDone }), snooze: useAct('alerts.snooze', { onDone }) }
}
