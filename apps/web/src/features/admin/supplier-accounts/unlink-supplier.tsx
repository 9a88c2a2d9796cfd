import type { SupplierAccount } from '@desk/schema/supplier-accounts/supplier-account'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'

export interface UnlinkSupplierProps {
  readonly link: SupplierAccount
  readonly onDone: () => void
  readonly onClosed: () => void
}

/** Asks whether a supplier loses its link, and says what stays. */
export function UnlinkSupplier({ link, onDone, onClosed }: UnlinkSupplierProps) {
  const { supplier_account_ud: id, supplier_name: supplier, account_name: account, sources_count: sources } = link
  const rest =
    sources === 0
      ? ', and no source that has not ended buys from it.'
      : `, and ${sources === 1 ? 'the source that buys from it goes' : `the ${sources} sources that buy from it go`} on.`
  return (
    <ConfirmAct
      call="supplierAccounts.unlink"
      request={{ params: { id } }}
      question={{
        title: `Unlink ${supplier}`,
        lines: [`The link to ${account} and its contacts are removed. The supplier and the account stay${rest}`],
        confirmLabel: 'Unlink',
        tone: 'danger',
      }}
      doneText={`${supplier} is not linked to ${account} any more`}
      onDone={onDone}
      onClosed={onClosed}
    />
  )
}
