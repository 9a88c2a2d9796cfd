import { AccountType } from '@desk/schema/accounts/account'
import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import { Building2 } from 'lucide-react'
import { useMemo } from 'react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { ALL, type ListFilter } from '#kit/tables/list-filter.ts'
import { ListTable } from '#kit/tables/list-table.tsx'
import { useListRows } from '#kit/tables/use-list-rows.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { ACCOUNTS } from './account-cache.ts'
import { accountColumns } from './account-columns.tsx'
import { readAccountFilters } from './account-search.ts'

const TYPE_OPTIONS = [{ id: ALL, label: 'All types' }, ...AccountType.literals.map(type => ({ id: type, label: type }))]
const STATE_OPTIONS = [
  { id: ALL, label: 'Active and suspended' },
  { id: 'active', label: 'Active' },
  { id: 'suspended', label: 'Suspended' },
]

/** Every account of the installation (§2.25); for super admins. */
export function AccountsScreen() {
  const desk = useDesk()
  useAppTitle('Accounts')
  const zone = useZone()
  const me = useUser()
  const [raw] = useUrlSearch()
  const { type, state } = readAccountFilters(raw)
  const rows = useListRows<ManagedAccount>({
    queryKey: [ACCOUNTS, 'list'],
    readPage: (query, signal) => desk.api.call('managedAccounts.list', { query, signal }),
    idOf: ({ pm_dsh_ud }) => pm_dsh_ud,
  })
  const columns = useMemo(() => accountColumns(zone.name), [zone.name])
  const filters: readonly ListFilter<ManagedAccount>[] = [
    {
      name: 'type',
      label: 'Type',
      options: TYPE_OPTIONS,
      chosen: type,
      keeps: row => row.account_type === type,
    },
    {
      name: 'state',
      label: 'State',
      options: STATE_OPTIONS,
      chosen: state,
      keeps: row => (row.suspended_at === null) === (state === 'active'),
    },
  ]
  const newAccount =
    me !== null && mayCall(me, 'managedAccounts.create') ? (
      <a className={buttonClass('primary')} href="#/admin/accounts-creation">
        New account
      </a>
    ) : null
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Accounts" actions={newAccount} />
      <ListTable
        name="accounts"
        label="Accounts"
        rows={rows}
        columns={columns}
        filters={filters}
        empty={
          <EmptyState title="No accounts yet" icon={<Building2 aria-hidden />} action={newAccount}>
            Each client of the desk works in an account of its own, with its users, suppliers and projects.
          </EmptyState>
        }
      />
    </div>
  )
}
