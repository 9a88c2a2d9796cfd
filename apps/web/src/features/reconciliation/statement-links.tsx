import { monthText } from '#ui/format/times.ts'
import { mayCall } from '#runtime/api/may-call.ts'
import { useUser } from '#runtime/hooks/use-session.ts'

export interface StatementLinksProps {
  readonly projectId: number
  /** The months that a stored request adjusted: 2026-10. */
  readonly months: readonly string[]
}

/** Leads to each statement of the project that a stored request adjusted. Users without statements see none. */
export function StatementLinks({ projectId, months }: StatementLinksProps) {
  const user = useUser()
  if (user === null || !mayCall(user, 'sellStatements.read')) return null
  return months.map(month => (
    <a key={month} href={`#/statements/${month}?project=${projectId}`}>
      {`Statement of ${monthText(month)}`}
    </a>
  ))
}
