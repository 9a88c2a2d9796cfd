import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { EditClassicPage } from '#app/pages/source-editor-page.tsx'

export const Route = createFileRoute('/_desk/manage/project/$projectUID/survey/$surveyUID/manual-streams/$streamUID')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  return <EditClassicPage {...Route.useParams()} prefix="/manage/project" />
}
