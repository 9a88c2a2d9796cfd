import type { CurrentUser } from './current-user.ts'

/** Whether a user may switch the account at all, and so gets the Switch Account selector: super admins, members of several accounts, and whoever it is enabled for (§2.39, §6.5). */
export function canSwitchAccount({
  is_super_admin,
  account_switch_enabled,
  settings,
}: Pick<CurrentUser, 'is_super_admin' | 'account_switch_enabled' | 'settings'>): boolean {
  return is_super_admin || account_switch_enabled || settings.length > 1
}
