import { isSupport } from '@desk/schema/users/support-access'
import { useUser } from '../runtime/hooks/use-session.ts'
import { NotFound } from '../widgets/errors/not-found.tsx'

/** A page of support or of super admins; for everybody else it is not there (domain.md §8). */
export function OnlyFor({ whom, children }: { readonly whom: 'support' | 'superAdmins'; readonly children: React.ReactNode }) {
  const user = useUser()
  if (user === null) return null
  return (whom === 'support' ? isSupport(user) : user.is_super_admin) ? children : <NotFound />
}
