import { createFileRoute } from '@tanstack/react-router'
import { SortableScreen } from '#features/labs/sortable.tsx'
import { OnlyFor } from '#app/only-for.tsx'

/** An own order of projects and columns (§2.16). */
export const Route = createFileRoute('/_desk/labs-1/sortable')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="open labs">
      <SortableScreen />
    </OnlyFor>
  )
}
