import { createFileRoute } from '@tanstack/react-router'
import { ExperimentalScreen } from '#features/support/experimental.tsx'
import { OnlyFor } from '#app/only-for.tsx'

/** The machines of this tab at work (§2.16). */
export const Route = createFileRoute('/_desk/experimental')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="open labs">
      <ExperimentalScreen />
    </OnlyFor>
  )
}
