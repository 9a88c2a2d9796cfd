import { may, type Permission } from '@desk/schema/permissions/permissions'
import { useUser } from '#runtime/hooks/use-session.ts'
import { NotFound } from '#kit/errors/not-found.tsx'

/** A page that asks for a permission; for whoever has not got it, it is not there (domain.md §8). */
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
