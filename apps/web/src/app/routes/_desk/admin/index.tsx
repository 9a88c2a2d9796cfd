import { createFileRoute, redirect } from '@tanstack/react-router'

/** The default admin page (§2.24). */
export const Route = createFileRoute('/_desk/admin/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', replace: true })
  },
})
