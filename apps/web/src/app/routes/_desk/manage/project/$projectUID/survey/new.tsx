import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { NewSurveyPage } from '#app/pages/survey-editor-page.tsx'

export const Route = createFileRoute('/_desk/manage/project/$projectUID/survey/new')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  return <NewSurveyPage {...Route.useParams()} prefix="/manage/project" />
}
