import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { NewSurveyPage } from '#app/pages/survey-editor-page.tsx'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/new')({
  beforeLoad: onlyForDesk,
  component: NewSurveyPage,
})
