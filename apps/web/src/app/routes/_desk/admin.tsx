import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminNav } from '#app/admin-nav.tsx'
import { OnlyFor } from '#app/only-for.tsx'

/** The admin pages (§2.24). */
export const Route = createFileRoute('/_desk/admin')({ component: AdminPages })

function AdminPages() {
  return (
    <OnlyFor permission="open administration">
      <AdminNav />
      <Outlet />
    </OnlyFor>
  )
}
