import { user as userOf } from '@desk/machines/session/session.selectors'
import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { Desk } from '#runtime/desk.ts'
import type { LinkRedirectError } from '#runtime/storage/stored-state.ts'
import { showToast } from '#ui/toasts.ts'
import { linkErrorToast } from './link-error-toast.ts'

/** Tells why a link could not be followed, and offers the account that it leads to (§2.31). */
export function tellLinkError(desk: Desk, error: LinkRedirectError): Promise<void> {
  const user = userOf(desk.session.getSnapshot())
  const switchTo = user && may(user, 'switch accounts') ? switchesFrom(desk, user) : null
  return showToast(linkErrorToast(error, user, switchTo))
}

const switchesFrom =
  ({ accountSwitch }: Desk, user: CurrentUser) =>
  (pm_dsh_ud: number) =>
    accountSwitch.send({
      type: 'account.switchRequested',
      pm_dsh_ud,
      fromDshUd: user.pm_dsh_ud,
      loginParentDshUd: user.login_pm_parent_dsh_ud,
    })
