import { user as userOf } from '@desk/machines/session/session.selectors'
import { may } from '@desk/schema/permissions/permissions'
import { createFileRoute, redirect } from '@tanstack/react-router'

/** The default admin page (§2.24): users; rate cards for Finance, and business units for users who may edit nothing else. */
export const Route = createFileRoute('/_desk/admin/')({
  beforeLoad: ({ context }) => {
    const user = userOf(context.desk.session.getSnapshot())
    const to =
      user === null || may(user, 'manage users')
        ? '/admin/users'
        : may(user, 'read rate cards')
          ? '/admin/rate-card-templates'
          : '/admin/business-unit'
    throw redirect({ to, replace: true })
  },
})
