import { createFileRoute } from '@tanstack/react-router'
import { ExportScreen } from '#features/defender/export/export-screen.tsx'
import { ReportOrScreen } from '#kit/embedded-reports/report-or-screen.tsx'
import { idOf } from '#kit/tables/table-search.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/defender/export-data')({ component: Page })

function Page() {
  const [raw] = useUrlSearch()
  const [project, survey, source] = [idOf(raw['project']), idOf(raw['survey']), idOf(raw['source'])]
  return (
    <OnlyFor permission="export Defender data">
      <ReportOrScreen
        report="export_data"
        title="Export data"
        filters={{
          ...(project === undefined ? {} : { PM_PROJ_UD: project }),
          ...(survey === undefined ? {} : { SURVEY_ID: survey }),
          ...(source === undefined ? {} : { STREAM_ID: source }),
        }}
        isOnRequest
      >
        <ExportScreen />
      </ReportOrScreen>
    </OnlyFor>
  )
}
