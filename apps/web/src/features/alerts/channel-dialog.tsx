import {
  ALERT_CHANNEL_KINDS,
  AlertChannelKind,
  NewAlertChannel,
  type AlertChannel,
} from '@desk/schema/alerts/alert-channel'
import { outgoingUrlFault } from '@desk/schema/egress/outgoing-url'
import { Schema } from 'effect'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { SendingDialog } from '#kit/forms/sending-dialog.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import { fieldErrorsOf, isStale } from '#runtime/api/api-error.ts'
import { Select } from '#ui/select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'

const isKind = Schema.is(AlertChannelKind)
const KINDS = AlertChannelKind.literals.map(id => ({ id, label: ALERT_CHANNEL_KINDS[id].label }))
const isName: (name: string) => boolean = Schema.is(NewAlertChannel.fields.name)

interface Typed {
  readonly name: string
  readonly kind: AlertChannelKind
  readonly url: string
}

type Faults = Readonly<Partial<Record<keyof Typed, string>>>

/** The faults of the typed values; a stored address may be left out while the kind stays. */
function faultsOf({ name, kind, url }: Typed, channel: AlertChannel | null): Faults {
  const isKept = url.trim() === '' && channel?.kind === kind
  const urlFault = isKept ? null : outgoingUrlFault('Webhook address', url)
  return {
    ...(isName(name) ? {} : { name: name.trim() === '' ? 'Name is required' : 'Name must be at most 100 characters' }),
    ...(urlFault === null ? {} : { url: urlFault }),
  }
}

/** Makes or edits a channel. Its address is a secret: it is saved in no draft and in no journal. */
export function ChannelDialog({
  channel,
  onSaved,
  onStale,
  onClosed,
}: {
  /** null: a new one. */
  readonly channel: AlertChannel | null
  readonly onSaved: () => void
  /** Another user has changed it: the list has to be read again. */
  readonly onStale: () => void
  readonly onClosed: () => void
}) {
  const [typed, setTyped] = useState<Typed>({
    name: channel?.name ?? '',
    kind: channel?.kind ?? 'slack',
    url: '',
  })
  const [isJudged, setJudged] = useState(false)
  const onDone = () => {
    void showToast({ type: 'success', message: 'The channel was saved' })
    onSaved()
  }
  const create = useAct('alertChannels.create', { isSecret: true, onDone })
  const update = useAct('alertChannels.update', {
    isSecret: true,
    onDone,
    onFailed: failure => isStale(failure) && onStale(),
  })
  const save = channel === null ? create : update
  const own = faultsOf(typed, channel)
  const refused = fieldErrorsOf(save.failure)
  const fault = (name: keyof Typed) => (isJudged ? (own[name] ?? refused[name]) : undefined)
  const change = (changes: Partial<Typed>) => {
    // refused values are typed again
    if (Object.keys(refused).length > 0) save.dismiss()
    setTyped({ ...typed, ...changes })
  }
  const submit = () => {
    setJudged(true)
    if (Object.keys(own).length > 0) return
    const { kind } = typed
    const [name, url] = [typed.name.trim(), typed.url.trim()]
    if (channel === null) return create.send({ payload: { name, kind, url } })
    const payload = { name, kind, ...(url === '' ? {} : { url }), version: channel.version }
    update.send({ params: { id: channel.alert_channel_id }, payload })
  }
  return (
    <SendingDialog
      title={channel === null ? 'New channel' : 'Edit channel'}
      sendLabel="Save"
      isPending={save.isPending}
      onSubmit={submit}
      onClosed={onClosed}
    >
      <TextField
        label="Name"
        value={typed.name}
        onChange={name => change({ name })}
        autoComplete="off"
        errorMessage={fault('name')}
        autoFocus
        isRequired
      />
      <Select
        label="Kind"
        options={KINDS}
        value={typed.kind}
        onChange={kind => isKind(kind) && change({ kind })}
        isRequired
      />
      <TextField
        label="Webhook address"
        type="password"
        value={typed.url}
        onChange={url => change({ url })}
        autoComplete="off"
        description={`${ALERT_CHANNEL_KINDS[typed.kind].address} ${
          channel === null
            ? 'Anyone with this address can post there. It is stored encrypted and never shown again.'
            : `Left empty, it stays as it is: ${channel.url_hint}.`
        }`}
        errorMessage={fault('url')}
        isRequired={channel === null || channel.kind !== typed.kind}
      />
      {isStale(save.failure) ? (
        <p role="alert">Another user has changed the channel. Save again to keep your changes.</p>
      ) : Object.keys(refused).length > 0 ? null : (
        <CallFailure error={save.failure} />
      )}
    </SendingDialog>
  )
}
