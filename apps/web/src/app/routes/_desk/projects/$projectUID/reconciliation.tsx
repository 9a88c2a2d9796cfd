import { createFileRoute } from '@tanstack/react-router'
import { onlyForDesk } from '#app/account-pages.ts'
import { ReconciliationScreen } from '#features/reconciliation/reconciliation.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from '#app/pages/use-project-place.ts'

export const Route = createFileRoute('/_desk/projects/$projectUID/reconciliation')({
  beforeLoad: onlyForDesk,
  component: ReconciliationPage,
})

/** The reconciliation of the project in the path, or Page not found when that is no id. */
function ReconciliationPage() {
  const project = idFrom(useProjectPlace().projectUID)
  return project === null ? <NotFound /> : <ReconciliationScreen key={project} projectUID={project} />
}
