import { user as userOf } from '@desk/machines/session/session.selectors'
import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { Desk } from '#runtime/desk.ts'
import type { LinkRedirectError } from '#runtime/storage/stored-state.ts'
import { showToast, type ToastRequest } from '#ui/toasts.ts'

/**
 * Says why a link could not be followed (§2.31); if it leads to another account of the user, names it and offers the
 * switch.
 * @param switchTo switches to an account; null if the user may not
 */
export function linkErrorToast(
  { message, pm_dsh_ud }: LinkRedirectError,
  user: Pick<CurrentUser, 'settings'> | null,
  switchTo: ((pm_dsh_ud: number) => void) | null,
): ToastRequest {
  const account = user?.settings.find(setting => setting.pm_dsh_ud === pm_dsh_ud)
  if (account === undefined || switchTo === null) return { type: 'error', message }
  return {
    type: 'error',
    message,
    description: `It belongs to your account ${account.dashboard_name}: switch to it, and follow the link again.`,
    action: { label: 'Switch', onPress: () => switchTo(account.pm_dsh_ud) },
  }
}

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
