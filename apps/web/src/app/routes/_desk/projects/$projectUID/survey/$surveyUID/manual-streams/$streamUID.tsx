import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { EditClassicPage } from '#app/pages/source-editor-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/$surveyUID/manual-streams/$streamUID')({
  beforeLoad: onlyForDesk,
  component: EditClassicPage,
})
