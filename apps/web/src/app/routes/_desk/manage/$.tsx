import { createFileRoute, redirect } from '@tanstack/react-router'

/** /manage and everything under it except projects redirects to the project list (§2.11). */
export const Route = createFileRoute('/_desk/manage/$')({
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true })
  },
})
