import type { Webhook } from '@desk/schema/webhooks/webhook'
import { useMutation } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { TestDelivery } from '#kit/deliveries/test-delivery.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'

interface ActProps {
  readonly webhook: Webhook
  readonly onClosed: () => void
}

/** Sends a test message, and shows its result. */
export function TestWebhook({ webhook, onClosed }: ActProps) {
  const desk = useDesk()
  return (
    <TestDelivery
      name={webhook.description}
      note={`A message of type webhook.test was posted to ${webhook.url}, past the queue.`}
      send={() => desk.api.call('webhooks.test', { params: { id: webhook.webhook_id } })}
      onClosed={onClosed}
    />
  )
}

/** Deletes a webhook. */
export function DeleteWebhook({ webhook, onClosed, onDeleted }: ActProps & { readonly onDeleted: () => void }) {
  const desk = useDesk()
  const removal = useMutation({
    mutationFn: () => desk.api.call('webhooks.remove', { params: { id: webhook.webhook_id } }),
    onSuccess: () => {
      void showToast({ type: 'success', message: 'The webhook was deleted' })
      onDeleted()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title="Delete webhook"
      confirmLabel="Delete"
      tone="danger"
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onClosed}
    >
      <p>
        “{webhook.description}” gets no more messages. Those that wait for it and its log are deleted too; its history
        stays.
      </p>
      <CallFailure error={removal.error} />
    </ConfirmDialog>
  )
}

const FIELDS: HistoryFields = {
  description: { label: 'Description' },
  url: { label: 'Endpoint URL' },
  kinds: { label: 'Events' },
  filter: { label: 'Told of' },
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
