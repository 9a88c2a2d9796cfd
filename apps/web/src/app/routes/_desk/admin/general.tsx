import { createFileRoute, redirect } from '@tanstack/react-router'

/** The landing path, which is treated as /admin (§2.24). */
export const Route = createFileRoute('/_desk/admin/general')({
  beforeLoad: () => {
    throw redirect({ to: '/admin', replace: true })
  },
})
