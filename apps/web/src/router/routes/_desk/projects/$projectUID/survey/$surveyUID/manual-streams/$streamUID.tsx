import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '../../../../../../../account-pages.ts'
import { EditClassicPage } from '../../../../../../../source-editor-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/$surveyUID/manual-streams/$streamUID')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  return <EditClassicPage {...Route.useParams()} prefix="/projects" />
}
