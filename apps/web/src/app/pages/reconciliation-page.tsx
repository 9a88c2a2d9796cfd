import { ReconciliationScreen } from '#features/reconciliation/reconciliation.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { idFrom } from '#app/paths.ts'
import { useProjectPlace } from './use-project-place.ts'

/** The reconciliation of the project in the path, or Page not found when that is no id. */
export function ReconciliationPage() {
  const project = idFrom(useProjectPlace().projectUID)
  return project === null ? <NotFound /> : <ReconciliationScreen key={project} projectUID={project} />
}
