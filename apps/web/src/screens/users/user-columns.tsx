import type { User } from '@desk/schema/users/user'
import type { DataColumn } from '../../ui/table/column.ts'
import styles from './users.module.css'

export interface UserColumnFacts {
  /** The account whose users these are. */
  readonly accountId: number
  readonly roleName: (id: number) => string
  readonly zoneName: (code: number) => string
  readonly onOpen: (uid: number) => void
  readonly onMayOpen: () => void
}

const fullName = ({ firstname, lastname }: User): string => `${firstname} ${lastname}`

/** The columns of the user list; what opens the dialog is the name. */
export function userColumns({ accountId, roleName, zoneName, onOpen, onMayOpen }: UserColumnFacts): DataColumn<User>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      kind: 'custom',
      width: 190,
      value: fullName,
      render: (user) => (
        <span className={styles['name']}>
          <button type="button" className={styles['open']} title={fullName(user)} onClick={() => onOpen(user.uid)} onPointerEnter={onMayOpen} onFocus={onMayOpen}>
            {fullName(user)}
          </button>
          {user.home_pm_dsh_ud === accountId ? null : (
            <span className={styles['guest']} title="At home in another account">
              Guest
            </span>
          )}
        </span>
      ),
    },
    { id: 'username', header: 'Username', kind: 'text', width: 210, value: ({ username }) => username },
    { id: 'role', header: 'Role', kind: 'text', width: 96, value: ({ role_id }) => roleName(role_id) },
    { id: 'manager', header: 'Project Manager', kind: 'text', width: 104, grow: 0, value: ({ is_consultant }) => (is_consultant ? 'Yes' : 'No') },
    { id: 'zone', header: 'Timezone', kind: 'text', width: 230, value: ({ user_time_zone }) => zoneName(user_time_zone) },
    { id: 'factor', header: 'Second factor', kind: 'text', width: 96, grow: 0, value: ({ second_factor_on }) => (second_factor_on ? 'On' : 'Off') },
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
