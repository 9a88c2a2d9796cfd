import { createFileRoute } from '@tanstack/react-router'
import { ScorecardsScreen } from '#features/scorecards/scorecards.tsx'
import { OnlyFor } from '#app/only-for.tsx'

/** Open to accounts of both types (docs/decisions/0074): a DESK account reconciles, and its rules are measured by that. */
export const Route = createFileRoute('/_desk/defender/suppliers')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="read scorecards">
      <ScorecardsScreen />
    </OnlyFor>
  )
}
