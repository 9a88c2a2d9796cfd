import type { ApiKey } from '@desk/schema/api-keys/api-key'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'

/** Asks, and revokes a key. */
export function RevokeKey({
  apiKey,
  onClosed,
  onRevoked,
}: {
  readonly apiKey: ApiKey
  readonly onClosed: () => void
  readonly onRevoked: () => void
}) {
  const desk = useDesk()
  const { confirmed, question } = useConfirmation()
  return (
    <ConfirmAct
      call="apiKeys.revoke"
      request={{ params: { id: apiKey.api_key_id }, payload: { confirmation: {} } }}
      perform={request =>
        confirmed(confirmation => desk.api.call('apiKeys.revoke', { ...request, payload: { confirmation } }))
      }
      question={{
        title: `Revoke the key “${apiKey.name}”?`,
        lines: [
          'Its next call is refused. A key that was revoked does not come back: whatever uses it needs another one.',
        ],
        confirmLabel: 'Revoke it',
        tone: 'danger',
      }}
      doneText={`The key “${apiKey.name}” was revoked`}
      onDone={onRevoked}
      onClosed={onClosed}
    >
      {question}
    </ConfirmAct>
  )
}
