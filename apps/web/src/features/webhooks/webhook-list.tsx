import { WEBHOOK_EVENTS } from '@desk/schema/webhooks/event-kinds'
import type { Webhook } from '@desk/schema/webhooks/webhook'
import { History, KeyRound, ListTree, Pencil, Send, Trash2 } from 'lucide-react'
import { IconButton } from '#ui/icon-button.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { ShortList } from '#kit/tables/short-list.tsx'
import { EVERYTHING } from './webhook-plan.ts'
import styles from './webhooks.module.css'

export const ACTS = ['test', 'deliveries', 'edit', 'secret', 'history', 'delete'] as const
export type Act = (typeof ACTS)[number]

const ICONS = { test: Send, deliveries: ListTree, edit: Pencil, secret: KeyRound, history: History, delete: Trash2 }
const LABELS: Readonly<Record<Act, string>> = {
  test: 'Send a test to',
  deliveries: 'Deliveries of',
  edit: 'Edit',
  secret: 'New secret for',
  history: 'History of',
  delete: 'Delete',
}

export interface WebhookListProps {
  readonly webhooks: readonly Webhook[]
  readonly zone: string
  readonly onAct: (act: Act, webhook: Webhook) => void
}

/** The endpoints of the account. */
export function WebhookList({ webhooks, zone, onAct }: WebhookListProps) {
  return (
    <ShortList
      label="Webhooks"
      heads={['Webhook', 'Events', 'Told of', 'State', 'Waiting']}
      actsHead="Test, deliveries, edit, secret, history, delete"
    >
      {webhooks.map(webhook => (
        <tr key={webhook.webhook_id}>
          <th scope="row" className={styles['name']}>
            {webhook.description}
            <span className={styles['url']}>{webhook.url}</span>
          </th>
          <td className={styles['kinds']}>{webhook.kinds.map(kind => WEBHOOK_EVENTS[kind].label).join(', ')}</td>
          <td>{toldOf(webhook)}</td>
          <td className={styles['state']}>
            <State webhook={webhook} zone={zone} />
          </td>
          <td className={styles['figure']}>{webhook.waiting.toLocaleString('en-US')}</td>
          <td data-unexported>
            <span className={styles['buttons']}>
              {ACTS.map(act => {
                const Icon = ICONS[act]
                return (
                  <IconButton
                    key={act}
                    label={`${LABELS[act]} ${webhook.description}`}
                    size="small"
                    onPress={() => onAct(act, webhook)}
                  >
                    <Icon aria-hidden />
                  </IconButton>
                )
              })}
            </span>
          </td>
        </tr>
      ))}
    </ShortList>
  )
}

function toldOf({ filter_scope: scope, filter_id: id, filter_name: name }: Webhook): string {
  return scope === null
    ? EVERYTHING
    : `${scope === 'project' ? 'Project' : scope === 'survey' ? 'Survey' : 'Source'} ${name ?? 'that was deleted'} (${id})`
}

function State({ webhook, zone }: { readonly webhook: Webhook; readonly zone: string }) {
  const { is_on, off_reason, failing_since, last_fault, retry_at, old_secret_until } = webhook
  const at = (instant: string) => dateTimeText(Date.parse(instant), zone)
  return (
    <>
      <span data-tone={!is_on ? 'quiet' : failing_since === null ? 'good' : 'bad'}>
        {!is_on ? 'Off' : failing_since === null ? 'On' : `Fails since ${at(failing_since)}`}
      </span>
      {off_reason === null ? null : <span>{off_reason}</span>}
      {!is_on || last_fault === null ? null : (
        <span>
          {last_fault}
          {retry_at === null ? '' : ` Next attempt ${at(retry_at)}.`}
        </span>
      )}
      {old_secret_until === null ? null : <span>Signed with the old secret too until {at(old_secret_until)}.</span>}
    </>
  )
}
