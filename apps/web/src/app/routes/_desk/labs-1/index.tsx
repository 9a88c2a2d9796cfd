import { createFileRoute } from '@tanstack/react-router'
import { LabsScreen } from '#features/labs/labs.tsx'
import { OnlyFor } from '#app/only-for.tsx'

/** The experiments (§2.16). */
export const Route = createFileRoute('/_desk/labs-1/')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="open labs">
      <LabsScreen />
    </OnlyFor>
  )
}
