import { ROLES, type User } from '@desk/schema/users/user'
import { useQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ApiError, failureMessage } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { useAppTitle } from '../../runtime/hooks/use-app-title.ts'
import { useUser } from '../../runtime/hooks/use-session.ts'
import { useSingleKey } from '../../runtime/hooks/use-single-key.ts'
import { useTimeZones } from '../../runtime/hooks/use-time-zones.ts'
import { useUrlSearch } from '../../runtime/hooks/use-url-search.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DataTable, type DataTableHandle } from '../../ui/table/data-table.tsx'
import { createRowStore } from '../../ui/table/row-store.ts'
import { PageHead } from '../../widgets/heads/page-head.tsx'
import screen from '../../widgets/heads/screen.module.css'
import { readPages } from '../../widgets/tables/read-pages.ts'
import { readTableSearch, sortFromText, sortToText } from '../../widgets/tables/table-search.ts'
import { rolesQuery } from '../../widgets/user-dialog/use-dialog-lists.ts'
import { preloadUserDialog, UserDialogOverlay } from '../../widgets/user-dialog/user-dialog-overlay.tsx'
import { userColumns } from './user-columns.tsx'
import { ALL, filterChange, readUserFilters, type UserListFilters } from './user-search.ts'
import styles from './users.module.css'

const FACTOR_OPTIONS = [
  { id: ALL, label: 'With and without' },
  { id: 'on', label: 'On' },
  { id: 'off', label: 'Off' },
]

/** The users of the account who have this role (api:M1), or all of them. */
const usersQuery = (role: UserListFilters['role']) => ({
  queryKey: ['users.list', { role: role ?? ALL }],
  queryFn: ({ signal }: { signal: AbortSignal }) => readPages((page) => desk.api.call('users.list', { query: { ...(role === undefined ? {} : { role_id: String(role) as '1' | '2' | '3' }), ...page }, signal })),
})

/** Rows outside React, at what was read last; those of another filter stay until the new ones are here. */
function useUserRows(role: UserListFilters['role']) {
  const [store] = useState(() => createRowStore<User>({ idOf: ({ uid }) => String(uid) }))
  const query = useQuery(usersQuery(role))
  useLayoutEffect(() => {
    if (query.data) store.setAll(query.data)
  }, [store, query.data])
  return { store, query }
}

/** The users of the account (§2.25): who they are and what they may, for its admins. */
export function UsersScreen() {
  useAppTitle('Users')
  const me = useUser()
  const [raw, change] = useUrlSearch()
  const filters = readUserFilters(raw)
  const table = readTableSearch(raw)
  const { store, query } = useUserRows(filters.role)
  const roles = useQuery(rolesQuery())
  const { zones } = useTimeZones()
  /** Whom the dialog edits; null: a new user; undefined: it is closed. */
  const [dialogOf, setDialogOf] = useState<number | null | undefined>(undefined)
  const closeDialog = useCallback(() => setDialogOf(undefined), [])
  const handle = useRef<DataTableHandle<User>>(null)

  const accountId = me?.pm_dsh_ud ?? 0
  const columns = useMemo(
    () =>
      userColumns({
        accountId,
        roleName: (id) => ROLES.find(({ pm_code }) => pm_code === id)?.pm_code_name ?? String(id),
        zoneName: (code) => zones.find(({ pm_code }) => pm_code === code)?.pm_code_name ?? '',
        onOpen: setDialogOf,
        onMayOpen: preloadUserDialog,
      }),
    [accountId, zones],
  )
  const columnIds = useMemo(() => columns.map(({ id }) => id), [columns])
  const { factor } = filters
  const rowFilter = useMemo(() => (factor === undefined ? undefined : { key: `factor ${factor}`, keeps: (user: User) => user.second_factor_on === (factor === 'on') }), [factor])
  const isFiltered = Object.keys(filters).length > 0
  const clear = () => change({ role: undefined, factor: undefined })

  const moveRow = (by: 1 | -1) => {
    // What lies over the table has its own keys.
    if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) handle.current?.moveRow(by)
  }
  useSingleKey('j', () => moveRow(1))
  useSingleKey('k', () => moveRow(-1))

  const roleOptions = [{ id: ALL, label: 'All roles' }, ...(roles.data?.data ?? ROLES.slice(0, 2)).map(({ pm_code, pm_code_name }) => ({ id: String(pm_code), label: pm_code_name }))]
  const isOutdated = query.isPending && store.ids().length > 0

  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Users" />
      <div className={styles['list']}>
        <div className={styles['tools']} role="group" aria-label="Users: tools">
          <SearchField label="Search users" value={table.q ?? ''} onChange={(q) => change({ q: q === '' ? undefined : q })} />
          <div className={styles['filter']}>
            <NativeSelect label="Role" options={roleOptions} value={String(filters.role ?? ALL)} onChange={(chosen) => change(filterChange('role', chosen))} />
          </div>
          <div className={styles['filter']}>
            <NativeSelect label="Second factor" options={FACTOR_OPTIONS} value={factor ?? ALL} onChange={(chosen) => change(filterChange('factor', chosen))} />
          </div>
          {isFiltered ? (
            <Button variant="ghost" onPress={clear}>
              Clear filters
            </Button>
          ) : null}
          <span className={styles['make']}>
            <Button variant="primary" icon={<UserPlus aria-hidden />} onPress={() => setDialogOf(null)} onHoverStart={preloadUserDialog}>
              New User
            </Button>
          </span>
        </div>
        {query.data === undefined && query.error !== null ? (
          <ErrorState
            title="The users did not load"
            requestId={query.error instanceof ApiError ? (query.error.requestId ?? undefined) : undefined}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          >
            {failureMessage(query.error)}
          </ErrorState>
        ) : query.data?.length === 0 ? (
          <EmptyState title="No users with this role" icon={<Users aria-hidden />} action={<Button onPress={clear}>Clear filters</Button>}>
            Other users of this account have another role.
          </EmptyState>
        ) : (
          <DataTable
            ref={handle}
            label="Users"
            store={store}
            columns={columns}
            columnIds={columnIds}
            search={table.q ?? ''}
            filter={rowFilter}
            sort={sortFromText(table.sort, columnIds)}
            onSortChange={(sort) => change({ sort: sortToText(sort) })}
            isLoading={query.isPending}
            isDimmed={isOutdated}
            totalsPosition="none"
          />
        )}
      </div>
      {dialogOf === undefined ? null : <UserDialogOverlay uid={dialogOf} onClosed={closeDialog} />}
    </div>
  )
}
