import { createFileRoute } from '@tanstack/react-router'
import { PlatformScreen } from '#features/admin/platform/platform.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/admin/platform')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="edit the platform">
      <PlatformScreen />
    </OnlyFor>
  )
}
