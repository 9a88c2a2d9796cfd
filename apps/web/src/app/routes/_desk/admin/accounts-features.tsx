import { createFileRoute } from '@tanstack/react-router'
import { AccountFeaturesScreen } from '#features/admin/features/account-features.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/accounts-features')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="manage features">
      <AccountFeaturesScreen />
    </OnlyFor>
  )
}
