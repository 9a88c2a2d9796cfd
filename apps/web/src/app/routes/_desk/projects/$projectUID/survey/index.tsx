import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { SurveyListPage } from '#app/pages/survey-list-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/')({
  beforeLoad: onlyForDesk,
  component: SurveyListPage,
})
