import { createFileRoute } from '@tanstack/react-router'
import { SupplierAccountsScreen } from '#features/admin/supplier-accounts/supplier-accounts.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/supplier-accounts')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="manage supplier accounts">
      <SupplierAccountsScreen />
    </OnlyFor>
  )
}
