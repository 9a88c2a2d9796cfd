import { createFileRoute } from '@tanstack/react-router'
import { PrivacyScreen } from '#features/privacy/privacy.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/privacy')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="manage privacy">
      <PrivacyScreen />
    </OnlyFor>
  )
}
