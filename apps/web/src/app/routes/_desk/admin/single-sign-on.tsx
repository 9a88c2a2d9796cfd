import { createFileRoute } from '@tanstack/react-router'
import { SingleSignOnScreen } from '#features/single-sign-on/single-sign-on.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/single-sign-on')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="manage single sign-on">
      <SingleSignOnScreen />
    </OnlyFor>
  )
}
