import { user as userOf } from '@desk/machines/session/session.selectors'
import { may } from '@desk/schema/permissions/permissions'
import { createFileRoute, redirect } from '@tanstack/react-router'

/** The default admin page (§2.24): users, or business units for users who may edit nothing else. */
export const Route = createFileRoute('/_desk/admin/')({
  beforeLoad: ({ context }) => {
    const user = userOf(context.desk.session.getSnapshot())
    const isUnitEditor = user !== null && !may(user, 'manage users') && may(user, 'edit business units')
    throw redirect({ to: isUnitEditor ? '/admin/business-unit' : '/admin/users', replace: true })
  },
})
