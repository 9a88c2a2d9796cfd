import { createFileRoute } from '@tanstack/react-router'
import { ActivityScreen } from '#features/defender/activity/activity-screen.tsx'
import { ReportOrScreen } from '#kit/embedded-reports/report-or-screen.tsx'
import { OnlyFor } from '#app/only-for.tsx'

export const Route = createFileRoute('/_desk/defender/activity')({ component: Page })

function Page() {
  return (
    <OnlyFor permission="open Defender">
      <ReportOrScreen report="account_activity" title="Activity">
        <ActivityScreen />
      </ReportOrScreen>
    </OnlyFor>
  )
}
