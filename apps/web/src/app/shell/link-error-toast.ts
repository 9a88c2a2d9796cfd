import type { CurrentUser } from '@desk/schema/users/current-user'
import type { LinkRedirectError } from '#runtime/storage/stored-state.ts'
import type { ToastRequest } from '#ui/toasts.ts'

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
