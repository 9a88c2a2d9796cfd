import { createFileRoute } from '@tanstack/react-router'
import { SupplierScreen } from '#features/suppliers/supplier-screen.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

/** A new supplier. */
export const Route = createFileRoute('/_desk/suppliers/new')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="write suppliers">
      <SupplierScreen id={null} />
    </OnlyFor>
  )
}
