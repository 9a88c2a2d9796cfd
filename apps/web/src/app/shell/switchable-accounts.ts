import { may } from '@desk/schema/permissions/permissions'
import type { CurrentUser } from '@desk/schema/users/current-user'

/** Whether the user gets the Default Account selector: with more than one account, and not for a super admin (§2.39, §6.5). */
export const canChooseDefault = (user: CurrentUser): boolean =>
  may(user, 'choose a default account') && user.settings.length > 1

export interface AccountChoice {
  readonly id: string
  readonly label: string
}

/**
 * The accounts that a user may switch to, the present one among them.
 * @param all every account, for a super admin; null while it is being read
 */
export function accountChoices(
  user: CurrentUser,
  all: readonly { pm_dsh_ud: number; dashboard_name: string }[] | null,
): readonly AccountChoice[] {
  const listed = (user.is_super_admin ? all : null) ?? user.settings
  const present = { pm_dsh_ud: user.pm_dsh_ud, dashboard_name: user.dashboard_name }
  return accountOptions(listed.some(({ pm_dsh_ud }) => pm_dsh_ud === user.pm_dsh_ud) ? listed : [present, ...listed])
}

/** Accounts as a selector lists them: by name. */
export function accountOptions(
  accounts: readonly { pm_dsh_ud: number; dashboard_name: string }[],
): readonly AccountChoice[] {
  return accounts
    .map(({ pm_dsh_ud, dashboard_name }) => ({ id: String(pm_dsh_ud), label: dashboard_name }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}
