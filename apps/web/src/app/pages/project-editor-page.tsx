import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { ProjectEditorScreen } from '#features/projects/project-editor.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { idOf } from '#kit/tables/table-search.ts'
import { OnlyFor } from '#app/only-for.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from './use-project-place.ts'

/** The page that makes a project, as a copy of the one that the query names in `from` (domain.md §10). */
export function NewProjectPage() {
  const { prefix } = useProjectPlace()
  const [{ from }] = useUrlSearch()
  const copied = idOf(from) ?? null
  return (
    <OnlyFor permission="write studies">
      <ProjectEditorScreen key={copied} prefix={prefix} act={copied === null ? 'create' : 'copy'} projectUID={copied} />
    </OnlyFor>
  )
}

/** The page that edits the project in the path, or Page not found when that is no id. */
export function EditProjectPage() {
  const { prefix, projectUID } = useProjectPlace()
  const project = idFrom(projectUID)
  return project === null ? (
    <NotFound />
  ) : (
    <ProjectEditorScreen key={project} prefix={prefix} act="edit" projectUID={project} />
  )
}
