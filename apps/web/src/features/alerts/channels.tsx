import { ALERT_CHANNEL_KINDS, ALERT_CHANNELS_MAX, type AlertChannel } from '@desk/schema/alerts/alert-channel'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquareShare } from 'lucide-react'
import { useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { TestDelivery } from '#kit/deliveries/test-delivery.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import styles from './alerts.module.css'
import { ChannelDialog } from './channel-dialog.tsx'
import { ChannelList, type ChannelAct } from './channel-list.tsx'

/** How often the list is read again: posts are sent, and fail, by themselves. */
const READ_AGAIN_MS = 10_000

/** The Slack and Teams channels that rules of the account post to. */
export function AlertChannels() {
  const desk = useDesk()
  const queries = useQueryClient()
  const zone = useZone()
  const list = desk.query('alertChannels.list', { query: {} })
  const read = useQuery({ ...list, staleTime: 0, refetchInterval: READ_AGAIN_MS })
  const { data } = read
  const [open, setOpen] = useState<{ readonly act: ChannelAct; readonly id: number | null } | null>(null)
  const close = () => setOpen(null)
  const readAgain = () => void queries.invalidateQueries({ queryKey: list.queryKey })
  const changed = () => {
    readAgain()
    close()
  }
  const create = (
    <Button
      onPress={() => setOpen({ act: 'edit', id: null })}
      isDisabled={data !== undefined && data.length >= ALERT_CHANNELS_MAX}
    >
      New channel
    </Button>
  )
  // as the list has it now: an edit that was stale goes on from there
  const channel = data?.find(({ alert_channel_id: id }) => id === open?.id) ?? null
  return (
    <section className={styles['section']} aria-label="Channels">
      <div className={styles['panelHead']}>
        <h2>Channels</h2>
        {data === undefined || data.length === 0 ? null : create}
      </div>
      {data === undefined ? (
        <NotLoaded query={read} title="The channels" lines={2} />
      ) : data.length === 0 ? (
        <EmptyState title="No channels yet" icon={<MessageSquareShare aria-hidden />} action={create}>
          Rules can post their alerts to channels of Slack and Microsoft Teams as well.
        </EmptyState>
      ) : (
        <>
          <span className={styles['meta']}>
            Rules name the channels that they post to. A post that fails is tried for 24 hours. Times in {zone.text}.
          </span>
          <ChannelList
            channels={data}
            zone={zone.name}
            onAct={(act, { alert_channel_id: id }) => setOpen({ act, id })}
          />
        </>
      )}
      {open?.act === 'edit' && (open.id === null || channel !== null) ? (
        <ChannelDialog
          key={open.id ?? 'new'}
          channel={channel}
          onSaved={changed}
          onStale={readAgain}
          onClosed={close}
        />
      ) : null}
      {channel === null ? null : open?.act === 'test' ? (
        <TestDelivery
          name={channel.name}
          note={`A test was posted to ${ALERT_CHANNEL_KINDS[channel.kind].label}, ${channel.url_hint}.`}
          call="alertChannels.test"
          id={channel.alert_channel_id}
          onSent={readAgain}
          onClosed={close}
        />
      ) : open?.act === 'history' ? (
        <ChannelHistory channel={channel} onClosed={close} />
      ) : open?.act === 'delete' ? (
        <DeleteChannel channel={channel} onClosed={close} onDeleted={changed} />
      ) : null}
    </section>
  )
}

const FIELDS: HistoryFields = {
  name: { label: 'Name' },
  kind: { label: 'Kind' },
  url: { label: 'Webhook address' },
  stopped_reason: { label: 'Why it was stopped' },
}

/** Who changed what of a channel. */
function ChannelHistory({ channel, onClosed }: { readonly channel: AlertChannel; readonly onClosed: () => void }) {
  return (
    <Dialog isOpen title={channel.name} onClose={onClosed} footer={<Button onPress={onClosed}>Close</Button>}>
      <HistoryPanel scope="alert_channel" id={channel.alert_channel_id} fields={FIELDS} />
    </Dialog>
  )
}

function DeleteChannel({
  channel,
  onClosed,
  onDeleted,
}: {
  readonly channel: AlertChannel
  readonly onClosed: () => void
  readonly onDeleted: () => void
}) {
  const queries = useQueryClient()
  return (
    <ConfirmAct
      call="alertChannels.remove"
      request={{ params: { id: channel.alert_channel_id } }}
      question={{
        title: 'Delete channel',
        lines: [`Rules post to “${channel.name}” no more, and what waits for it is not sent. Its history stays.`],
        confirmLabel: 'Delete',
        tone: 'danger',
      }}
      doneText="The channel was deleted"
      onDone={() => {
        // the rules that posted to it have another version
        void queries.invalidateQueries({ queryKey: ['alertRules.list'] })
        onDeleted()
      }}
      onClosed={onClosed}
    />
  )
}
