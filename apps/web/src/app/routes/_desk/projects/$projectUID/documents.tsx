import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { ProjectDocumentsScreen } from '#features/documents/documents.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from '#app/pages/use-project-place.ts'

export const Route = createFileRoute('/_desk/projects/$projectUID/documents')({
  beforeLoad: onlyForDesk,
  component: ProjectDocumentsPage,
})

/** The documents of the project in the path, or Page not found when that is no id. */
function ProjectDocumentsPage() {
  const project = idFrom(useProjectPlace().projectUID)
  return project === null ? <NotFound /> : <ProjectDocumentsScreen key={project} projectUID={project} />
}
