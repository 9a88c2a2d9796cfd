import type { Webhook } from '@desk/schema/webhooks/webhook'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { TestDelivery } from '#kit/deliveries/test-delivery.tsx'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'

interface ActProps {
  readonly webhook: Webhook
  readonly onClosed: () => void
}

/** Sends a test message, and shows its result. */
export function TestWebhook({ webhook, onClosed }: ActProps) {
  return (
    <TestDelivery
      name={webhook.description}
      note={`A message of type webhook.test was posted to ${webhook.url} at once.`}
      call="webhooks.test"
      id={webhook.webhook_id}
      onClosed={onClosed}
    />
  )
}

/** Asks, and deletes a webhook. */
export function DeleteWebhook({ webhook, onClosed, onDeleted }: ActProps & { readonly onDeleted: () => void }) {
  return (
    <ConfirmAct
      call="webhooks.remove"
      request={{ params: { id: webhook.webhook_id } }}
      question={{
        title: 'Delete webhook',
        lines: [
          `“${webhook.description}” gets no more messages. Its waiting messages and its log are deleted too; its history stays.`,
        ],
        confirmLabel: 'Delete',
        tone: 'danger',
      }}
      doneText="The webhook was deleted"
      onDone={onDeleted}
      onClosed={onClosed}
    />
  )
}

const FIELDS: HistoryFields = {
  description: { label: 'Description' },
  url: { label: 'Endpoint URL' },
  kinds: { label: 'Events' },
  filter: { label: 'Scope' },
  is_on: { label: 'On' },
  off_reason: { label: 'Why it was switched off' },
  secret: { label: 'Secret' },
}

/** Who changed what of a webhook. */
export function WebhookHistory({ webhook, onClosed }: ActProps) {
  return (
    <Dialog isOpen title={webhook.description} onClose={onClosed} footer={<Button onPress={onClosed}>Close</Button>}>
      <HistoryPanel scope="webhook" id={webhook.webhook_id} fields={FIELDS} />
    </Dialog>
  )
}
