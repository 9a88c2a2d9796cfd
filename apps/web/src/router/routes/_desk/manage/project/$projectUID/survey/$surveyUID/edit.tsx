import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '../../../../../../../account-pages.ts'
import { EditSurveyPage } from '../../../../../../../survey-editor-page.tsx'

export const Route = createFileRoute('/_desk/manage/project/$projectUID/survey/$surveyUID/edit')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  return <EditSurveyPage {...Route.useParams()} prefix="/manage/project" />
}
