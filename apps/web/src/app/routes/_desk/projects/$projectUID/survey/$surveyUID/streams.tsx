import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { SourceTablePage } from '#app/pages/source-table-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/$surveyUID/streams')({
  beforeLoad: onlyForDesk,
  component: SourceTablePage,
})
