import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '../../../../../../account-pages.ts'
import { NewSurveyPage } from '../../../../../../survey-editor-page.tsx'

export const Route = createFileRoute('/_desk/manage/project/$projectUID/survey/new')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  return <NewSurveyPage {...Route.useParams()} prefix="/manage/project" />
}
