import { ALERT_CHANNEL_KINDS, type AlertChannel } from '@desk/schema/alerts/alert-channel'
import { History, Pencil, Send, Trash2 } from 'lucide-react'
import { RowActs } from '#kit/tables/row-acts.tsx'
import { ShortList } from '#kit/tables/short-list.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import styles from './alerts.module.css'

const ACTS = [
  ['test', Send, 'Send a test to'],
  ['edit', Pencil, 'Edit'],
  ['history', History, 'History of'],
  ['delete', Trash2, 'Delete'],
] as const
export type ChannelAct = (typeof ACTS)[number][0]

export interface ChannelListProps {
  readonly channels: readonly AlertChannel[]
  readonly zone: string
  readonly onAct: (act: ChannelAct, channel: AlertChannel) => void
}

/** The channels of the account. */
export function ChannelList({ channels, zone, onAct }: ChannelListProps) {
  return (
    <ShortList label="Channels" heads={['Channel', 'Kind', 'Last post', 'State', 'Waiting']} actsHead="Actions">
      {channels.map(channel => (
        <tr key={channel.alert_channel_id}>
          <th scope="row" className={styles['channel']}>
            {channel.name}
            <span className={styles['address']}>{channel.url_hint}</span>
          </th>
          <td>{ALERT_CHANNEL_KINDS[channel.kind].label}</td>
          <td>{channel.last_sent_at === null ? 'None yet' : dateTimeText(Date.parse(channel.last_sent_at), zone)}</td>
          <td className={styles['state']}>
            <State channel={channel} zone={zone} />
          </td>
          <td>{channel.waiting.toLocaleString('en-US')}</td>
          <td data-unexported>
            <RowActs name={channel.name} acts={ACTS} onAct={act => onAct(act, channel)} />
          </td>
        </tr>
      ))}
    </ShortList>
  )
}

/** Whether it is posted to, and what failed since the last post that came through. */
function State({ channel, zone }: { readonly channel: AlertChannel; readonly zone: string }) {
  const { stopped_at, stopped_reason, last_sent_at, last_failed_at, last_fault } = channel
  const at = (instant: string) => dateTimeText(Date.parse(instant), zone)
  if (stopped_at !== null)
    return (
      <>
        <span data-tone="bad">Stopped {at(stopped_at)}</span>
        <span>{stopped_reason} Set another address, or send a test once it works again.</span>
      </>
    )
  const fails =
    last_failed_at !== null && (last_sent_at === null || Date.parse(last_failed_at) > Date.parse(last_sent_at))
  return (
    <>
      <span data-tone={fails ? 'bad' : 'good'}>{fails ? 'Fails' : 'On'}</span>
      {last_failed_at === null ? null : (
        <span>
          {fails ? '' : 'Last fault '}
          {at(last_failed_at)}: {last_fault}
        </span>
      )}
    </>
  )
}
