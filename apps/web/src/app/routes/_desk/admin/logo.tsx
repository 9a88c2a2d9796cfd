import { createFileRoute } from '@tanstack/react-router'
import { LogoScreen } from '#features/admin/logo/logo.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/logo')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="set the logo">
      <LogoScreen />
    </OnlyFor>
  )
}
