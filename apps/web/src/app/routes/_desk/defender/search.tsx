import { createFileRoute } from '@tanstack/react-router'
import { PersonSearchScreen } from '#features/defender/people/search-screen.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/defender/search')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="open Defender">
      <PersonSearchScreen />
    </OnlyFor>
  )
}
