import { createFileRoute } from '@tanstack/react-router'
import { ExportScreen } from '#features/defender/export/export-screen.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/defender/export-data')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="export Defender data">
      <ExportScreen />
    </OnlyFor>
  )
}
