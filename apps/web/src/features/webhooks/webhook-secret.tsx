import type { Webhook, WebhookWithSecret } from '@desk/schema/webhooks/webhook'
import { WEBHOOK_ROTATION_HOURS } from '@desk/schema/webhooks/webhook'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { ShownOnce } from '#kit/secrets/shown-once.tsx'

/** A new secret. */
export function ShownSecret({ made, onClosed }: { readonly made: WebhookWithSecret; readonly onClosed: () => void }) {
  return (
    <ShownOnce title="The secret of the webhook" noun="secret" secret={made.secret} onClosed={onClosed}>
      It is shown once. The endpoint verifies messages with it, by a library of standardwebhooks.com: the headers
      webhook-id, webhook-timestamp and webhook-signature, over the body as it came.
    </ShownOnce>
  )
}

/** Asks before a secret is rotated. */
export function RotateSecret({
  webhook,
  onClosed,
  onRotated,
}: {
  readonly webhook: Webhook
  readonly onClosed: () => void
  readonly onRotated: (made: WebhookWithSecret) => void
}) {
  const desk = useDesk()
  const { confirmed, question } = useConfirmation()
  return (
    <ConfirmAct
      call="webhooks.rotate"
      request={{ params: { id: webhook.webhook_id }, payload: { confirmation: {} } }}
      perform={request =>
        confirmed(confirmation => desk.api.call('webhooks.rotate', { ...request, payload: { confirmation } }))
      }
      question={{
        title: 'Create a new secret?',
        lines: [
          `For ${WEBHOOK_ROTATION_HOURS} hours messages of “${webhook.description}” are signed with both secrets, then with the new one alone. Give it to the endpoint in this time.`,
        ],
        confirmLabel: 'Create secret',
        tone: 'neutral',
      }}
      onDone={onRotated}
      onClosed={onClosed}
    >
      {question}
    </ConfirmAct>
  )
}
