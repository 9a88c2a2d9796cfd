import { createFileRoute } from '@tanstack/react-router'
import { TrendsScreen } from '#features/scorecards/trends.tsx'
import { OnlyFor } from '#app/only-for.tsx'

/** Open to accounts of both types (docs/decisions/0074): a DESK account reconciles, and its rules are measured by that. */
export const Route = createFileRoute('/_desk/defender/trends')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="read scorecards">
      <TrendsScreen />
    </OnlyFor>
  )
}
