import { NotFound } from '#kit/errors/not-found.tsx'
import { SurveyListScreen } from '#features/surveys/survey-list.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from './use-project-place.ts'

/** The survey list of the project in the path (§2.18), or Page not found when that is no id. */
export function SurveyListPage() {
  const project = idFrom(useProjectPlace().projectUID)
  return project === null ? <NotFound /> : <SurveyListScreen key={project} projectUID={project} />
}
