import type { SupplierAccount } from '@desk/schema/supplier-accounts/supplier-account'
import { useMutation } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'

export interface UnlinkSupplierProps {
  readonly link: SupplierAccount
  readonly onDone: () => void
  readonly onClosed: () => void
}

/** Asks whether a supplier loses its link, and says what stays. */
export function UnlinkSupplier({ link, onDone, onClosed }: UnlinkSupplierProps) {
  const desk = useDesk()
  const { supplier_account_ud: id, supplier_name: supplier, account_name: account, sources_count: sources } = link
  const removal = useMutation({
    mutationFn: () => desk.api.call('supplierAccounts.unlink', { params: { id } }),
    onSuccess: () => {
      void showToast({ type: 'success', message: `${supplier} is not linked to ${account} any more` })
      onDone()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={`Unlink ${supplier}`}
      confirmLabel="Unlink"
      tone="danger"
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onCancel={onClosed}
    >
      <p>
        The link to {account} and its contacts are removed. The supplier and the account stay
        {sources === 0
          ? ', and no source that has not ended buys from it.'
          : `, and ${sources === 1 ? 'the source that buys from it goes' : `the ${sources} sources that buy from it go`} on.`}
      </p>
      <CallFailure error={removal.error} />
    </ConfirmDialog>
  )
}
