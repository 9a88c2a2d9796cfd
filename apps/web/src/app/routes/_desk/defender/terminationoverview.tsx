import { createFileRoute } from '@tanstack/react-router'
import { EndingsScreen } from '#features/defender/endings/endings-screen.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/defender/terminationoverview')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="open Defender">
      <EndingsScreen />
    </OnlyFor>
  )
}
