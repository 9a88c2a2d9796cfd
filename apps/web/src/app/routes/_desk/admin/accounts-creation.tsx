import { createFileRoute } from '@tanstack/react-router'
import { NewAccountScreen } from '#features/admin/accounts/new-account.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/accounts-creation')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="create accounts">
      <NewAccountScreen />
    </OnlyFor>
  )
}
