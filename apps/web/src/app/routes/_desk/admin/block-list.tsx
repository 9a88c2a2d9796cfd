import { createFileRoute } from '@tanstack/react-router'
import { BlockListScreen } from '#features/defender/marks/block-list-screen.tsx'
import { onlyForDesk } from '#app/account-pages.ts'
import { OnlyFor } from '#app/only-for.tsx'

/** The lists of a DESK account; a DEFENDER account has them on its page of activity. */
export const Route = createFileRoute('/_desk/admin/block-list')({ beforeLoad: onlyForDesk, component: Page })

function Page() {
  return (
    <OnlyFor permission="manage Defender rules">
      <BlockListScreen />
    </OnlyFor>
  )
}
