import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { SurveyListScreen } from '#features/surveys/survey-list.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from '#app/pages/use-project-place.ts'

export const Route = createFileRoute('/_desk/projects/$projectUID/survey/')({
  beforeLoad: onlyForDesk,
  component: SurveyListPage,
})

/** The survey list of the project in the path (§2.18), or Page not found when that is no id. */
function SurveyListPage() {
  const project = idFrom(useProjectPlace().projectUID)
  return project === null ? <NotFound /> : <SurveyListScreen key={project} projectUID={project} />
}
