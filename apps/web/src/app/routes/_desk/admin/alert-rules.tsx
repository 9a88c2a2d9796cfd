import { createFileRoute } from '@tanstack/react-router'
import { AlertRulesScreen } from '#features/alerts/alert-rules.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/alert-rules')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="manage alert rules">
      <AlertRulesScreen />
    </OnlyFor>
  )
}
