import { may, type Permission } from '@desk/schema/permissions/permissions'
import { useUser } from '#runtime/hooks/use-session.ts'
import { NotFound } from '#kit/errors/not-found.tsx'

/** A page that needs a permission; users without it see Page not found (domain.md §8). */
export function OnlyFor({
  permission,
  children,
}: {
  readonly permission: Permission
  readonly children: React.ReactNode
}) {
  const user = useUser()
  if (user === null) return null
  return may(user, permission) ? children : <NotFound />
}
