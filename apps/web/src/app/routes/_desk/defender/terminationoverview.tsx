import { createFileRoute } from '@tanstack/react-router'
import { EndingsScreen } from '#features/defender/endings/endings-screen.tsx'
import { ReportOrScreen } from '#kit/embedded-reports/report-or-screen.tsx'
import { idOf } from '#kit/tables/table-search.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/defender/terminationoverview')({ component: Page })

function Page() {
  const [raw] = useUrlSearch()
  const source = idOf(raw['source'])
  return (
    <OnlyFor permission="open Defender">
      <ReportOrScreen
        report="defender_data"
        title="Termination Overview"
        filters={source === undefined ? {} : { STREAM_ID: source }}
      >
        <EndingsScreen />
      </ReportOrScreen>
    </OnlyFor>
  )
}
