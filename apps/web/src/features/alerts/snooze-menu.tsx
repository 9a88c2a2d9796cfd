import type { Alert } from '@desk/schema/alerts/alert'
import { AlarmClock } from 'lucide-react'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import type { useAlertActs } from './use-alert-acts.ts'

const RESTS = [
  { id: 'hour', label: 'For an hour' },
  { id: 'tomorrow', label: 'Until 8:00 tomorrow' },
  { id: 'end', label: 'Until it ends' },
] as const
const NOW = { id: 'now', label: 'No longer' } as const

/** Lets an alert that goes on rest, or ends its rest. */
export function SnoozeMenu({
  alert,
  snooze,
}: {
  readonly alert: Alert
  readonly snooze: ReturnType<typeof useAlertActs>['snooze']
}) {
  const maySnooze = useMayCall('alerts.snooze')
  const items = alert.snoozed_until === null ? RESTS : [...RESTS, NOW]
  if (!maySnooze) return null
  return (
    <LazyMenu
      label="Snooze"
      items={items}
      onAction={id => {
        const until = items.find(item => item.id === id)?.id
        if (until !== undefined) snooze.send({ params: { id: alert.alert_id }, payload: { until } })
      }}
    >
      {trigger => (
        <IconButton {...trigger} label={`Snooze ${alert.place_name}`} size="small">
          <AlarmClock aria-hidden />
        </IconButton>
      )}
    </LazyMenu>
  )
}
