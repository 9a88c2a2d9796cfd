import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { ProjectDetailsScreen } from '#features/projects/project-details.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from '#app/pages/use-project-place.ts'

export const Route = createFileRoute('/_desk/projects/$projectUID/details')({
  beforeLoad: onlyForDesk,
  component: ProjectDetailsPage,
})

/** The details of the project in the path, or Page not found when that is no id. */
function ProjectDetailsPage() {
  const project = idFrom(useProjectPlace().projectUID)
  return project === null ? <NotFound /> : <ProjectDetailsScreen key={project} projectUID={project} />
}
