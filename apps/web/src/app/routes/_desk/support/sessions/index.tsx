import { createFileRoute } from '@tanstack/react-router'
import { SessionListScreen } from '#features/support/session-list.tsx'
import { OnlyFor } from '#app/only-for.tsx'

/** Sessions for support. */
export const Route = createFileRoute('/_desk/support/sessions/')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="read journals">
      <SessionListScreen />
    </OnlyFor>
  )
}
