import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { EditProjectPage } from '#app/pages/project-editor-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/edit')({
  beforeLoad: onlyForDesk,
  component: EditProjectPage,
})
