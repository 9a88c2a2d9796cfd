import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { NewClassicPage } from '#app/pages/source-editor-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/$surveyUID/manual-streams/new')({
  beforeLoad: onlyForDesk,
  component: NewClassicPage,
})
