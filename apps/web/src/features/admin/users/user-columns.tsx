import { GUEST_ROLES, type GuestRoleId } from '@desk/schema/users/guest-roles'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { User } from '@desk/schema/users/user'
import { flagLabels } from '@desk/schema/users/user-rights'
import { Button as AriaButton } from 'react-aria-components/Button'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import type { DataColumn } from '#ui/table/column.ts'
import list from '#kit/tables/list-table.module.css'
import cell from '#kit/tables/name-link.module.css'
import { dateTimeText } from '#ui/format/times.ts'
import { roleName } from '../member-role/give-role.tsx'
import styles from './users.module.css'

export interface UserColumnFacts {
  /** The account whose users these are. */
  readonly accountId: number
  readonly zoneName: (code: number) => string
  /** The zone in which the viewer reads moments: an IANA name. */
  readonly ownZone: string
  readonly onOpen: (uid: number) => void
  readonly onMayOpen: () => void
  /** Null: the viewer may remove no user's second factor. */
  readonly onRemoveFactor: ((user: User) => void) | null
  /** Gives a guest another role here. */
  readonly onGiveRole: (user: User, roleId: GuestRoleId) => void
  /** The viewer is of the provider's staff, who alone change the roles of their own. */
  readonly isStaff: boolean
  /** The viewer, who turns their own off in the drawer. */
  readonly uid: number
}

const OTHER_ROLES = GUEST_ROLES.map(id => ({ id: String(id), label: roleName(id) }))

const fullName = ({ firstname, lastname }: User): string => `${firstname} ${lastname}`

/** The username, and a new one that is not confirmed yet. */
const usernameText = ({ username, new_username: next }: User): string =>
  next === null ? username : `${username} (soon ${next})`

const factorText = ({ second_factor_on }: User): string => (second_factor_on ? 'On' : 'Off')

const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No')

/** Further columns of its export, with which an account reviews who may do what. */
export const exportedOfUsers = (accountId: number): readonly DataColumn<User>[] => [
  { id: 'uid', header: 'User ID', kind: 'text', value: ({ uid }) => String(uid) },
  { id: 'active', header: 'Active', kind: 'text', value: ({ is_active }) => yesOrNo(is_active) },
  {
    id: 'guest',
    header: 'Guest',
    kind: 'text',
    value: ({ home_pm_dsh_ud }) => yesOrNo(home_pm_dsh_ud !== accountId),
  },
  { id: 'staff', header: 'Staff', kind: 'text', value: ({ isRepdataUser }) => yesOrNo(isRepdataUser) },
  { id: 'directory', header: 'Directory', kind: 'text', value: ({ in_directory }) => yesOrNo(in_directory) },
  { id: 'signOn', header: 'Single sign-on', kind: 'text', value: ({ signs_on }) => yesOrNo(signs_on) },
  ...flagLabels().map(([label, names]): DataColumn<User> => ({
    id: names[0] ?? label,
    header: label,
    kind: 'text',
    value: user => yesOrNo(names.some(name => user[name])),
  })),
]

/** The columns of the user list; what opens the dialog is the name. */
export function userColumns({
  accountId,
  zoneName,
  ownZone,
  onOpen,
  onMayOpen,
  onRemoveFactor,
  onGiveRole,
  isStaff,
  uid,
}: UserColumnFacts): DataColumn<User>[] {
  const mayGiveRole = (user: User): boolean =>
    user.home_pm_dsh_ud !== accountId &&
    user.uid !== uid &&
    user.role_id !== ROLE_IDS.superAdmin &&
    (isStaff || !user.isRepdataUser)
  return [
    {
      id: 'name',
      header: 'Name',
      kind: 'custom',
      width: 190,
      value: fullName,
      render: user => (
        <span className={cell['cell']}>
          <button
            type="button"
            className={list['button']}
            title={fullName(user)}
            onClick={() => onOpen(user.uid)}
            onPointerEnter={onMayOpen}
            onFocus={onMayOpen}
          >
            {fullName(user)}
          </button>
          {user.is_active ? null : (
            <span className={styles['inactive']} title="Deactivated by the directory: unable to sign in">
              Inactive
            </span>
          )}
          {user.in_directory ? (
            <span className={styles['guest']} title="Provisioned by the directory of this account (SCIM)">
              Directory
            </span>
          ) : null}
          {user.home_pm_dsh_ud === accountId ? null : (
            <span className={styles['guest']} title="At home in another account">
              Guest
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'username',
      header: 'Username',
      kind: 'custom',
      width: 210,
      value: usernameText,
      render: user => (
        <span className={styles['names']} title={usernameText(user)}>
          <span>{user.username}</span>
          {user.new_username === null ? null : <span className={styles['next']}>soon {user.new_username}</span>}
        </span>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      kind: 'custom',
      width: 124,
      value: ({ role_id }) => roleName(role_id),
      render: user => (
        <span className={styles['held']}>
          {roleName(user.role_id)}
          {mayGiveRole(user) ? (
            <LazyMenu
              label={`Role of ${fullName(user)}`}
              items={OTHER_ROLES.filter(({ id }) => id !== String(user.role_id))}
              onAction={id => {
                const roleId = GUEST_ROLES.find(each => String(each) === id)
                if (roleId !== undefined) onGiveRole(user, roleId)
              }}
            >
              {trigger => (
                <AriaButton
                  {...trigger}
                  className={list['button']!}
                  aria-label={`Change the role of ${fullName(user)} here`}
                >
                  Change
                </AriaButton>
              )}
            </LazyMenu>
          ) : null}
        </span>
      ),
    },
    {
      id: 'manager',
      header: 'Project Manager',
      kind: 'text',
      width: 104,
      grow: 0,
      value: ({ is_consultant }) => (is_consultant ? 'Yes' : 'No'),
    },
    {
      id: 'zone',
      header: 'Timezone',
      kind: 'text',
      width: 230,
      value: ({ user_time_zone }) => zoneName(user_time_zone),
    },
    {
      id: 'factor',
      header: 'Second factor',
      kind: 'custom',
      width: onRemoveFactor === null ? 96 : 124,
      grow: 0,
      value: factorText,
      render: user => (
        <span className={styles['held']}>
          {factorText(user)}
          {onRemoveFactor === null || !user.second_factor_on || user.uid === uid ? null : (
            <button
              type="button"
              className={list['button']}
              aria-label={`Remove the second factor of ${fullName(user)}`}
              onClick={() => onRemoveFactor(user)}
            >
              Remove
            </button>
          )}
        </span>
      ),
    },
    {
      id: 'signIn',
      header: 'Last sign-in',
      kind: 'text',
      width: 160,
      grow: 0,
      value: ({ last_sign_in_at: last }) => (last === null ? 'Never' : dateTimeText(Date.parse(last), ownZone)),
    },
    {
      id: 'password',
      header: 'Password',
      headerTooltip: 'Whether the link to choose one was used',
      kind: 'text',
      width: 132,
      grow: 0,
      value: ({ has_password }) => (has_password ? 'Chosen' : 'Not chosen yet'),
    },
  ]
}
