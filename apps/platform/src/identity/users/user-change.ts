import type { RoleId } from '@desk/schema/users/current-user'
import { PERMISSION_FLAGS, type NewUser, type PermissionFlag, type UserChanges } from '@desk/schema/users/user'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { roleName } from './role-name.ts'
import type { EditRights } from './user-rights.ts'
import type { StoredUser, UserRowChanges } from './users.store.ts'

/** The stored part of an edit of a user. */
export interface Change {
  readonly row: UserRowChanges
  readonly password: string
  /** The name that waits for the link in the mail to it; null: none is asked for. */
  readonly newUsername: string | null
}

export const NOTHING: Change = { row: { permissions: {} }, password: '', newUsername: null }

/** The fields of a user that an edit would change. */
export function changeOf(
  before: StoredUser,
  rights: EditRights,
  wanted: UserChanges,
  renamedTo: string | undefined,
): Change {
  const other = <Value>(value: Value | undefined, stored: Value): Value | undefined =>
    value === stored ? undefined : value
  const permissions = permitted(rights, wanted)
  return {
    row: {
      firstname: other(wanted.firstname?.trim(), before.firstname),
      lastname: other(wanted.lastname?.trim(), before.lastname),
      // an unused username changes at once
      username: before.hasPassword ? undefined : renamedTo,
      roleId: rights.role ? other(wanted.role_id, before.roleId) : undefined,
      isConsultant: rights.role ? other(wanted.is_consultant, before.isConsultant) : undefined,
      timeZoneCode: other(wanted.user_time_zone, before.timeZoneCode),
      permissions: Object.fromEntries(
        PERMISSION_FLAGS.flatMap(name =>
          permissions[name] === undefined || permissions[name] === before.permissions[name]
            ? []
            : [[name, permissions[name]]],
        ),
      ),
    },
    password: wanted.password ?? '',
    newUsername: before.hasPassword ? (renamedTo ?? null) : null,
  }
}

/** Which sessions end with a change, and why. */
export interface Ending {
  readonly because: string
  /** In every account, or in the one that the user is changed from. */
  readonly everywhere: boolean
}

/** Which sessions end with a change; null: none does. */
export function whatEnds(before: StoredUser, { row, password }: Change): Ending | null {
  if (password !== '') return { because: 'password changed', everywhere: true }
  const { advanced_stream_view: stream, advanced_source_view_external: external } = row.permissions
  const losesView = before.advancedView && (stream === false || external === false)
  if (row.roleId === undefined && !losesView) return null
  return { because: 'rights changed', everywhere: losesView || !isGuest(before) }
}

/** Whether the user is at home in another account, so that their role here is the membership's. */
export const isGuest = ({ homeAccountId, accountId }: StoredUser): boolean => homeAccountId !== accountId

/** The role that a new user gets: this one, unless the caller may give another and does. */
export const roleOf = (rights: EditRights, { role_id: roleId }: NewUser, otherwise: RoleId) =>
  (rights.role ? roleId : undefined) ?? otherwise

export const OWN_ROLE: Detail = { path: ['role_id'], message: 'Your own role cannot be changed' }

// the other texts' check covered the rules; only the list of common passwords is left
export const passwordDetails = (messages: readonly string[]): readonly Detail[] =>
  messages.map(message => ({ path: ['password'], message }))

export function roleFaults({ roles }: EditRights, roleId: RoleId): readonly Detail[] {
  return roles.includes(roleId) ? [] : [{ path: ['role_id'], message: 'This role cannot be given here' }]
}

/** The sent flags that the caller may change; the others stay (S3). */
export function permitted(
  { permissions }: EditRights,
  sent: Readonly<Partial<Record<PermissionFlag, boolean>>>,
): Partial<Record<PermissionFlag, boolean>> {
  return Object.fromEntries(
    PERMISSION_FLAGS.flatMap(name => (permissions.has(name) && sent[name] !== undefined ? [[name, sent[name]]] : [])),
  )
}

/** The fields of a user's history. */
export function facts(user: StoredUser): HistoryFacts {
  const { firstname, lastname, username, newUsername, roleId, isConsultant, timeZone, permissions } = user
  return {
    firstname,
    lastname,
    username,
    new_username: newUsername,
    // a super admin is one everywhere
    role_id:
      isGuest(user) && roleId !== ROLE_IDS.superAdmin ? `${roleName(roleId)} in ${user.accountName}` : roleName(roleId),
    is_consultant: isConsultant,
    user_time_zone: timeZone,
    ...permissions,
  }
}
