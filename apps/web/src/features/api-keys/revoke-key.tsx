import type { ApiKey } from '@desk/schema/api-keys/api-key'
import { useMutation } from '@tanstack/react-query'
import { useConfirmation } from '#kit/confirmation/use-confirmation.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'

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
  const revoke = useMutation({
    mutationFn: () =>
      confirmed(confirmation =>
        desk.api.call('apiKeys.revoke', { params: { id: apiKey.api_key_id }, payload: { confirmation } }),
      ),
    onSuccess: () => {
      void showToast({ type: 'success', message: `The key “${apiKey.name}” was revoked` })
      onRevoked()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={`Revoke the key “${apiKey.name}”?`}
      confirmLabel="Revoke it"
      tone="danger"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onCancel={onClosed}
    >
      <p>Its next call is refused. A key that was revoked does not come back: whatever uses it needs another one.</p>
      <CallFailure error={revoke.error} />
      {question}
    </ConfirmDialog>
  )
}
