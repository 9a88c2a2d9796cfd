import { useUser } from '#runtime/hooks/use-session.ts'
import { NotFound } from '#kit/errors/not-found.tsx'
import { MAY_OPEN, type Whom } from './may-open.ts'

/** A page that is not everybody's; for whom it is not, it is not there (domain.md §8). */
export function OnlyFor({ whom, children }: { readonly whom: Whom; readonly children: React.ReactNode }) {
  const user = useUser()
  if (user === null) return null
  return MAY_OPEN[whom](user) ? children : <NotFound />
}
