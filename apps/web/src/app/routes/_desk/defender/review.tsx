import { createFileRoute } from '@tanstack/react-router'
import { ReviewScreen } from '#features/completes-review/review.tsx'
import { OnlyFor } from '#app/only-for.tsx'

/** Open to accounts of both types (docs/decisions/0074): a DESK account reconciles confirmed completes. */
export const Route = createFileRoute('/_desk/defender/review')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="see flagged completes">
      <ReviewScreen />
    </OnlyFor>
  )
}
