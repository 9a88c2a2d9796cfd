import { alertPath, alertText, projectAround, type Alert } from '@desk/schema/alerts/alert'
import { dateTimeText } from '#ui/format/times.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import styles from './alerts.module.css'

/** The text of an alert, with the link to its place. */
export function AlertPlaceLink({ alert, onFollow }: { readonly alert: Alert; readonly onFollow: () => void }) {
  return (
    <a href={`#${alertPath(alert)}`} className={styles['place']} onClick={onFollow}>
      {alert.place_name}
    </a>
  )
}

/** Until when an alert rests. */
export function SnoozedText({ alert, zone }: { readonly alert: Alert; readonly zone: string }) {
  const { snoozed_until: until } = alert
  if (until === null) return null
  const end = until === 'end' ? 'it ends' : dateTimeText(Date.parse(until), zone)
  return <span className={styles['meta']}>Snoozed until {end}</span>
}

/** One alert of the bell: what, where and since when. */
export function AlertLine({
  alert,
  onFollow,
  acts,
}: {
  readonly alert: Alert
  readonly onFollow: () => void
  readonly acts: React.ReactNode
}) {
  const zone = useZone()
  const project = projectAround(alert)
  return (
    <div className={styles['line']}>
      <span className={alert.is_unread ? styles['unread'] : styles['read']}>
        {alert.is_unread ? <span className={styles['dot']} role="img" aria-label="Unread" /> : null}
        {alertText(alert.kind, alert.facts)}
      </span>
      <span className={styles['meta']}>
        <AlertPlaceLink alert={alert} onFollow={onFollow} />
        {project === null ? '' : ` in ${project}`}
      </span>
      <span className={styles['meta']}>
        {dateTimeText(Date.parse(alert.began_at), zone.name)}
        {alert.ended_at === null ? '' : `, ended ${dateTimeText(Date.parse(alert.ended_at), zone.name)}`}
      </span>
      <SnoozedText alert={alert} zone={zone.name} />
      {acts}
    </div>
  )
}
