import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { SurveyEditorScreen } from '#features/surveys/survey-editor.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { idOf } from '#kit/tables/table-search.ts'
import { OnlyFor } from '#app/only-for.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from './use-project-place.ts'

/** The page that makes a survey of the project in the path, as a duplicate of the one that the query names in `from` (domain.md §10). */
export function NewSurveyPage() {
  const { prefix, projectUID } = useProjectPlace()
  const [{ from }] = useUrlSearch()
  const project = idFrom(projectUID)
  const original = idOf(from) ?? null
  if (project === null) return <NotFound />
  return (
    <OnlyFor permission="write studies">
      <SurveyEditorScreen
        key={`${project} ${original}`}
        prefix={prefix}
        act={original === null ? 'create' : 'duplicate'}
        projectUID={project}
        surveyUID={original}
        focused={null}
      />
    </OnlyFor>
  )
}

/** The page that edits the survey in the path, with the field focused that the query names; Page not found when there is no id. */
export function EditSurveyPage() {
  const { prefix, projectUID, surveyUID } = useProjectPlace()
  const [{ field }] = useUrlSearch()
  const [project, survey] = [idFrom(projectUID), idFrom(surveyUID)]
  if (project === null || survey === null) return <NotFound />
  return (
    <SurveyEditorScreen
      key={survey}
      prefix={prefix}
      act="edit"
      projectUID={project}
      surveyUID={survey}
      focused={typeof field === 'string' ? field : null}
    />
  )
}
