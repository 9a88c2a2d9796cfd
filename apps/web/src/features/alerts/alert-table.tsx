import { alertText, type Alert } from '@desk/schema/alerts/alert'
import { Check } from 'lucide-react'
import { PageList } from '#kit/tables/page-list.tsx'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { AlertPlaceLink, SnoozedText } from './alert-line.tsx'
import styles from './alerts.module.css'
import { SnoozeMenu } from './snooze-menu.tsx'
import type { useAlertActs } from './use-alert-acts.ts'

/** Alerts, newest first. */
export function AlertTable({
  alerts,
  zone,
  acts: { read, snooze },
}: {
  readonly alerts: readonly Alert[]
  readonly zone: string
  readonly acts: ReturnType<typeof useAlertActs>
}) {
  return (
    <PageList label="Alerts" region="Alerts" heads={['Alert', 'Object', 'Project', 'Started', 'Ended', 'Actions']}>
      {alerts.map(alert => (
        <tr key={alert.alert_id}>
          <th scope="row" className={`${styles['what']} ${alert.is_unread ? styles['unread'] : styles['read']}`}>
            {alert.is_unread ? <span className={styles['dot']} role="img" aria-label="Unread" /> : null}
            {alertText(alert.kind, alert.facts)}
          </th>
          <td>
            <AlertPlaceLink
              alert={alert}
              onFollow={() => (alert.is_unread ? read.send({ payload: { alert_id: alert.alert_id } }) : undefined)}
            />
          </td>
          <td>{alert.pm_proj_name ?? NO_FIGURE}</td>
          <td className={styles['when']}>{dateTimeText(Date.parse(alert.began_at), zone)}</td>
          <td className={styles['when']}>
            {alert.ended_at === null ? 'Active' : dateTimeText(Date.parse(alert.ended_at), zone)}
            <SnoozedText alert={alert} zone={zone} />
          </td>
          <td>
            <span className={styles['acts']}>
              {alert.is_unread ? (
                <IconButton
                  label={`Mark ${alert.place_name} as read`}
                  size="small"
                  onPress={() => read.send({ payload: { alert_id: alert.alert_id } })}
                >
                  <Check aria-hidden />
                </IconButton>
              ) : null}
              {alert.ended_at === null ? <SnoozeMenu alert={alert} snooze={snooze} /> : null}
            </span>
          </td>
        </tr>
      ))}
    </PageList>
  )
}
