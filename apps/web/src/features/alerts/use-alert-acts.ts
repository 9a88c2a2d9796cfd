import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'

/** A user's acts on alerts; the bell and the lists are read again afterwards. */
export function useAlertActs() {
  const desk = useDesk()
  const client = useQueryClient()
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['alerts.unread'] }),
      client.invalidateQueries({ queryKey: ['alerts.list'] }),
    ])
  const read = useMutation({
    mutationFn: (payload: { readonly alert_id?: number; readonly up_to?: number }) =>
      desk.api.call('alerts.read', { payload }),
    onSuccess,
  })
  const snooze = useMutation({
    mutationFn: ({ id, until }: { readonly id: number; readonly until: 'hour' | 'tomorrow' | 'end' | 'now' }) =>
      desk.api.call('alerts.snooze', { params: { id }, payload: { until } }),
    onSuccess,
  })
  return { read, snooze }
}
