import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { AlertLine } from './alert-line.tsx'
import styles from './alerts.module.css'
import { SnoozeMenu } from './snooze-menu.tsx'
import { useAlertActs } from './use-alert-acts.ts'

const NEWEST = 10

/** The newest alerts of the user. @param onLeave called when a link is followed */
export function AlertPopover({ onLeave }: { readonly onLeave: () => void }) {
  const desk = useDesk()
  const list = useQuery({
    ...desk.query('alerts.list', { query: { limit: NEWEST } }),
    staleTime: 0,
  })
  const { data } = list
  const { read, snooze } = useAlertActs()
  const alerts = data?.alerts
  const newest = alerts?.[0]
  return (
    <div className={styles['panel']}>
      <div className={styles['panelHead']}>
        <h2>Alerts</h2>
        {newest === undefined || !alerts?.some(alert => alert.is_unread) ? null : (
          <Button
            icon={<CheckCheck aria-hidden />}
            onPress={() => read.send({ payload: { up_to: newest.alert_id } })}
            isPending={read.isPending}
          >
            Mark all read
          </Button>
        )}
      </div>
      <CallFailure error={read.failure ?? snooze.failure} />
      {alerts === undefined ? (
        <NotLoaded query={list} title="The alerts" lines={3} />
      ) : alerts.length === 0 ? (
        <p className={styles['none']}>No alerts. Problems are listed here.</p>
      ) : (
        <ul className={styles['lines']} aria-label="Newest alerts">
          {alerts.map(alert => (
            <li key={alert.alert_id}>
              <AlertLine
                alert={alert}
                acts={alert.ended_at === null ? <SnoozeMenu alert={alert} snooze={snooze} /> : null}
                onFollow={() => {
                  if (alert.is_unread) read.send({ payload: { alert_id: alert.alert_id } })
                  onLeave()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <Link to="/alerts" className={styles['all']!} onClick={onLeave}>
        All alerts
      </Link>
    </div>
  )
}
