import { ProjectDocumentsScreen } from '#features/documents/documents.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from './use-project-place.ts'

/** The documents of the project in the path, or Page not found when that is no id. */
export function ProjectDocumentsPage() {
  const project = idFrom(useProjectPlace().projectUID)
  return project === null ? <NotFound /> : <ProjectDocumentsScreen key={project} projectUID={project} />
}
