import type { StatementLink } from '@desk/schema/statements/statement-link'
import { useMutation } from '@tanstack/react-query'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'

/** Asks, and revokes a link. */
export function RevokeLink({
  link,
  onClosed,
  onRevoked,
}: {
  readonly link: StatementLink
  readonly onClosed: () => void
  readonly onRevoked: () => void
}) {
  const desk = useDesk()
  const revoke = useMutation({
    mutationFn: () => desk.api.call('statementLinks.revoke', { params: { id: link.statement_link_ud } }),
    onSuccess: () => {
      void showToast({ type: 'success', message: `The link for ${link.note} was revoked` })
      onRevoked()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={`Revoke the link for ${link.note}?`}
      confirmLabel="Revoke it"
      tone="danger"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate()}
      onCancel={onClosed}
    >
      <p>
        {`Whoever has it sees nothing of ${link.supplier_name} any more, from the next call on. A revoked link does not come back: make another one.`}
      </p>
      <CallFailure error={revoke.error} />
    </ConfirmDialog>
  )
}
