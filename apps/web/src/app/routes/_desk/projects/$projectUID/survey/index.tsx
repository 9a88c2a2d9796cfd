import { createFileRoute } from '@tanstack/react-router'
import { SurveyListPage } from '#app/pages/survey-list-page.tsx'
import { onlyForDesk } from '#app/account-pages.ts'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  return <SurveyListPage {...Route.useParams()} />
}
