import { WEBHOOK_EVENTS } from '@desk/schema/webhooks/event-kinds'
import type { Webhook } from '@desk/schema/webhooks/webhook'
import { History, KeyRound, ListTree, Pencil, Send, Trash2 } from 'lucide-react'
import { dateTimeText } from '#ui/format/times.ts'
import { RowActs } from '#kit/tables/row-acts.tsx'
import { ShortList } from '#kit/tables/short-list.tsx'
import { EVERYTHING } from './webhook-plan.ts'
import styles from './webhooks.module.css'
import { isolated } from '#ui/format/isolated.ts'

const ACTS = [
  ['test', Send, 'Send a test to'],
  ['deliveries', ListTree, 'Deliveries of'],
  ['edit', Pencil, 'Edit'],
  ['secret', KeyRound, 'New secret for'],
  ['history', History, 'History of'],
  ['delete', Trash2, 'Delete'],
] as const
export type Act = (typeof ACTS)[number][0]

export interface WebhookListProps {
  readonly webhooks: readonly Webhook[]
  readonly zone: string
  readonly onAct: (act: Act, webhook: Webhook) => void
}

/** The endpoints of the account. */
export function WebhookList({ webhooks, zone, onAct }: WebhookListProps) {
  return (
    <ShortList label="Webhooks" heads={['Webhook', 'Events', 'Scope', 'State', 'Waiting']} actsHead="Actions">
      {webhooks.map(webhook => (
        <tr key={webhook.webhook_id}>
          <th scope="row" className={styles['name']}>
            {webhook.description}
            <span className={styles['url']}>{webhook.url}</span>
          </th>
          <td className={styles['kinds']}>{webhook.kinds.map(kind => WEBHOOK_EVENTS[kind].label).join(', ')}</td>
          <td>{scopeOf(webhook)}</td>
          <td className={styles['state']}>
            <State webhook={webhook} zone={zone} />
          </td>
          <td className={styles['figure']}>{webhook.waiting.toLocaleString('en-US')}</td>
          <td data-unexported>
            <RowActs name={webhook.description} acts={ACTS} onAct={act => onAct(act, webhook)} />
          </td>
        </tr>
      ))}
    </ShortList>
  )
}

function scopeOf({ filter_scope: scope, filter_id: id, filter_name: name }: Webhook): string {
  return scope === null ? EVERYTHING : `${SCOPE_NAMES[scope]} ${isolated(name ?? 'that was deleted')} (${id})`
}
const SCOPE_NAMES = { project: 'Project', survey: 'Survey', source: 'Source', supplier: 'Supplier' } as const

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
