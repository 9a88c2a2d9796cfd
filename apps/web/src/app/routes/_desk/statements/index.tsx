import { createFileRoute } from '@tanstack/react-router'
import { StatementsScreen } from '#features/statements/statements.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/statements/')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="read sell statements">
      <StatementsScreen />
    </OnlyFor>
  )
}
