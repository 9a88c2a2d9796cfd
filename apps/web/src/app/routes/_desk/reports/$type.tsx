import { ReportType } from '@desk/schema/reports/report'
import { createFileRoute } from '@tanstack/react-router'
import { Schema } from 'effect'
import { ReportScreen } from '#features/reports/report-screen.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

export const Route = createFileRoute('/_desk/reports/$type')({ beforeLoad: onlyForDesk, component: Page })

const isReport = Schema.is(ReportType)

function Page() {
  const { type } = Route.useParams()
  return isReport(type) ? <ReportScreen key={type} type={type} /> : <NotFound />
}
