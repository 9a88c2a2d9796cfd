import { isAdmin } from '@desk/schema/users/current-user'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useUser } from '../../../runtime/hooks/use-session.ts'
import { NotFound } from '../../../widgets/errors/not-found.tsx'

/** The admin pages (§2.24): of admins; for anybody else there is nothing here (domain.md §8). */
export const Route = createFileRoute('/_desk/admin')({ component: AdminPages })

function AdminPages() {
  const user = useUser()
  return user !== null && isAdmin(user) ? <Outlet /> : <NotFound />
}
