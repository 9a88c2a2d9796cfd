import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'

/** Leads to the statements of a project, month by month: there stands what its stored requests adjusted. Users without statements see none. */
export function StatementsLink({ projectId }: { readonly projectId: number }) {
  const user = useUser()
  if (user === null || !mayCall(user, 'sellStatements.list')) return null
  return <a href={`#/statements?of=project&search=${projectId}`}>Statements of the project</a>
}
