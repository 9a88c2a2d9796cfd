import { createFileRoute } from '@tanstack/react-router'
import { ReturnHashingScreen } from '#features/return-hashing/return-hashing.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

/** Return hashing: only DESK accounts have respondents. */
export const Route = createFileRoute('/_desk/admin/return-hashing')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="manage return hashing">
      <ReturnHashingScreen />
    </OnlyFor>
  )
}
