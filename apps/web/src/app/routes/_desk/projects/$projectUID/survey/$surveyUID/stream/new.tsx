import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { NewSourcePage } from '#app/pages/source-editor-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/$surveyUID/stream/new')({
  beforeLoad: onlyForDesk,
  component: NewSourcePage,
})
