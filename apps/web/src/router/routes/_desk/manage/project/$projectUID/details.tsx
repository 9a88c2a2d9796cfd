import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '../../../../../account-pages.ts'
import { ProjectDetailsPage } from '../../../../../project-details-page.tsx'

export const Route = createFileRoute('/_desk/manage/project/$projectUID/details')({
  beforeLoad: onlyForDesk,
  component: Page,
})

function Page() {
  return <ProjectDetailsPage {...Route.useParams()} />
}
