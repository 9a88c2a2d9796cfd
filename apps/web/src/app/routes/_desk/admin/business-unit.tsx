import { createFileRoute } from '@tanstack/react-router'
import { BusinessUnitsScreen } from '#features/admin/business-units/business-units.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/business-unit')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="edit business units">
      <BusinessUnitsScreen />
    </OnlyFor>
  )
}
