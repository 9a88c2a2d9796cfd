import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { ProjectDetailsPage } from '#app/pages/project-details-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/details')({
  beforeLoad: onlyForDesk,
  component: ProjectDetailsPage,
})
