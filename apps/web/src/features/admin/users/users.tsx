import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { GuestRoleId } from '@desk/schema/users/guest-roles'
import { ROLES, type User } from '@desk/schema/users/user'
import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useTimeZones } from '#runtime/hooks/use-time-zones.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { zoneLabelOf } from '#kit/forms/lookup-options.ts'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ALL, codeOptions, type ListFilter } from '#kit/tables/list-filter.ts'
import { ClearFilters } from '#kit/tables/filter-chips.tsx'
import { ListTable } from '#kit/tables/list-table.tsx'
import { useListRows } from '#kit/tables/use-list-rows.ts'
import { GiveRole } from '../member-role/give-role.tsx'
import { rolesQuery } from '../user-dialog/use-dialog-lists.ts'
import { preloadUserDialog, UserDialogOverlay } from '../user-dialog/user-dialog-overlay.tsx'
import { DefaultZone } from './default-zone.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import { RequiredFactor } from './required-factor.tsx'
import { exportedOfUsers, userColumns } from './user-columns.tsx'
import styles from './users.module.css'
import { readUserFilters, type UserListFilters } from './user-search.ts'

const HOUR_MS = 3_600_000

const FACTOR_OPTIONS = [
  { id: ALL, label: 'With and without' },
  { id: 'on', label: 'On' },
  { id: 'off', label: 'Off' },
]

const STATE_OPTIONS = [
  { id: ALL, label: 'Active and inactive' },
  { id: 'active', label: 'Active' },
  { id: 'inactive', label: 'Inactive' },
  { id: 'directory', label: 'Provisioned by directory' },
]

const isInState = ({ is_active, in_directory }: User, state: UserListFilters['state']): boolean =>
  state === 'directory' ? in_directory : is_active === (state === 'active')

/** The users of the account who have this role (api:M1), or all of them. */
const useUserRows = (role: UserListFilters['role']) => {
  const desk = useDesk()
  return useListRows<User>({
    queryKey: ['users.list', { role: role ?? ALL }],
    readPage: (page, signal) =>
      desk.api.call('users.list', {
        query: { ...(role === undefined ? {} : { role_id: String(role) as '1' | '2' | '3' | '4' | '5' }), ...page },
        signal,
      }),
    idOf: ({ uid }) => uid,
  })
}

/** The users of the account (§2.25): who they are and what they may, for its admins. */
export function UsersScreen() {
  const desk = useDesk()
  useAppTitle('Users')
  const me = useUser()
  const [raw] = useUrlSearch()
  const { role, factor, state } = readUserFilters(raw)
  const rows = useUserRows(role)
  const roles = useQuery(rolesQuery(desk))
  const { zones, ownName: ownZone } = useTimeZones()
  const nowMs = useNowMs(HOUR_MS)
  /** Whom the dialog edits; null: a new user; undefined: it is closed. */
  const [dialogOf, setDialogOf] = useState<number | null | undefined>(undefined)
  /** Whose second factor is to be removed. */
  const [withoutFactor, setWithoutFactor] = useState<User | null>(null)
  /** The guest who is to have another role here. */
  const [toGiveRole, setToGiveRole] = useState<{ readonly user: User; readonly roleId: GuestRoleId } | null>(null)
  const closeRemoval = useCallback(() => setWithoutFactor(null), [])
  const closeDialog = useCallback(() => setDialogOf(undefined), [])
  const mayOpen = useCallback(() => preloadUserDialog(desk), [desk])

  const accountId = me?.pm_dsh_ud ?? 0
  const [uid, isSuperAdmin, isStaff] = [
    me?.uid ?? 0,
    me?.is_super_admin === true,
    me?.isRepdataUser === true || me?.is_super_admin === true,
  ]
  const columns = useMemo(
    () =>
      userColumns({
        accountId,
        ownZone,
        zoneName: code => zoneLabelOf(zones, code, nowMs) ?? '',
        onOpen: setDialogOf,
        onMayOpen: mayOpen,
        onRemoveFactor: isSuperAdmin ? setWithoutFactor : null,
        onGiveRole: (user, roleId) => setToGiveRole({ user, roleId }),
        isStaff,
        uid,
      }),
    [accountId, zones, ownZone, nowMs, uid, isSuperAdmin, isStaff, mayOpen],
  )
  const exported = useMemo(() => exportedOfUsers(accountId), [accountId])
  const filters: readonly ListFilter<User>[] = [
    {
      name: 'role',
      label: 'Role',
      options: codeOptions(
        'All roles',
        roles.data?.data ?? ROLES.filter(({ pm_code }) => pm_code !== ROLE_IDS.superAdmin),
      ),
      chosen: role,
    },
    {
      name: 'factor',
      label: 'Second factor',
      options: FACTOR_OPTIONS,
      chosen: factor,
      keeps: user => user.second_factor_on === (factor === 'on'),
    },
    {
      name: 'state',
      label: 'State',
      options: STATE_OPTIONS,
      chosen: state,
      keeps: user => isInState(user, state),
    },
  ]

  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title="Users"
        actions={
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden />}
            onPress={() => setDialogOf(null)}
            onHoverStart={mayOpen}
          >
            New User
          </Button>
        }
      />
      <ListTable
        name="users"
        label="Users"
        rows={rows}
        columns={columns}
        exported={exported}
        filters={filters}
        empty={
          <EmptyState icon={<Users aria-hidden />} action={<ClearFilters filters={filters} />}>
            Other users of this account have another role.
          </EmptyState>
        }
      />
      {me === null ? null : (
        <div className={styles['rules']}>
          <RequiredFactor accountId={accountId} uid={uid} users={role === undefined ? rows.read.data : undefined} />
          <DefaultZone accountId={accountId} users={role === undefined ? rows.read.data : undefined} />
        </div>
      )}
      {withoutFactor === null ? null : <RemoveFactor user={withoutFactor} onClosed={closeRemoval} />}
      {toGiveRole === null || me === null ? null : (
        <GiveRole
          account={{ id: accountId, name: me.dashboard_name }}
          member={{
            uid: toGiveRole.user.uid,
            name: `${toGiveRole.user.firstname} ${toGiveRole.user.lastname}`,
            roleId: toGiveRole.user.role_id,
            isHome: false,
          }}
          roleId={toGiveRole.roleId}
          onClosed={() => setToGiveRole(null)}
        />
      )}
      {dialogOf === undefined ? null : <UserDialogOverlay uid={dialogOf} onClosed={closeDialog} />}
    </div>
  )
}
