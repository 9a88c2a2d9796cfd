import { ProjectDetailsScreen } from '#features/projects/project-details.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from './use-project-place.ts'

/** The details of the project in the path, or Page not found when that is no id. */
export function ProjectDetailsPage() {
  const project = idFrom(useProjectPlace().projectUID)
  return project === null ? <NotFound /> : <ProjectDetailsScreen key={project} projectUID={project} />
}
