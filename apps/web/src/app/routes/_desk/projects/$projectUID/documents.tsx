import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { ProjectDocumentsPage } from '#app/pages/project-documents-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/documents')({
  beforeLoad: onlyForDesk,
  component: ProjectDocumentsPage,
})
