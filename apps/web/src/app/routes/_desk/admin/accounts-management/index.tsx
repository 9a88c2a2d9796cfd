import { createFileRoute } from '@tanstack/react-router'
import { AccountsScreen } from '#features/admin/accounts/accounts.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/accounts-management/')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="manage accounts">
      <AccountsScreen />
    </OnlyFor>
  )
}
