import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { EditSourcePage } from '#app/pages/source-editor-page.tsx'

export const Route = createFileRoute('/_desk/manage/project/$projectUID/survey/$surveyUID/stream/$streamId')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  return <EditSourcePage {...Route.useParams()} prefix="/manage/project" />
}
