import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminNav } from '#app/admin-nav.tsx'
import styles from '#app/admin-nav.module.css'
import { OnlyFor } from '#app/only-for.tsx'

/** The admin pages (§2.24). */
export const Route = createFileRoute('/_desk/admin')({ component: AdminPages })

function AdminPages() {
  return (
    <OnlyFor permission="open administration">
      <div className={styles['pages']}>
        <AdminNav />
        <div>
          <Outlet />
        </div>
      </div>
    </OnlyFor>
  )
}
