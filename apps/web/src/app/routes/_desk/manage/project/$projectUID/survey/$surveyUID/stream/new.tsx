import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { NewSourcePage } from '#app/pages/source-editor-page.tsx'

export const Route = createFileRoute('/_desk/manage/project/$projectUID/survey/$surveyUID/stream/new')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  return <NewSourcePage {...Route.useParams()} prefix="/manage/project" />
}
