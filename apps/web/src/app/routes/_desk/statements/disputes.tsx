import { createFileRoute } from '@tanstack/react-router'
import { DisputesScreen } from '#features/disputes/disputes.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/statements/disputes')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="read statements">
      <DisputesScreen />
    </OnlyFor>
  )
}
