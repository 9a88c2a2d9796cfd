import { createFileRoute } from '@tanstack/react-router'
import { RateCardsScreen } from '#features/admin/rate-cards/rate-cards.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/rate-card-templates')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="read rate cards">
      <RateCardsScreen />
    </OnlyFor>
  )
}
