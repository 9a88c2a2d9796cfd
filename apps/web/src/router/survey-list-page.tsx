import { NotFound } from '../widgets/errors/not-found.tsx'
import { SurveyListScreen } from '../screens/surveys/survey-list.tsx'
import { idFrom } from './paths.ts'

/** The survey list of the project in the path (§2.18), or Page not found when that is no id. */
export function SurveyListPage({ projectUID }: { readonly projectUID: string }) {
  const project = idFrom(projectUID)
  return project === null ? <NotFound /> : <SurveyListScreen key={project} projectUID={project} />
}
