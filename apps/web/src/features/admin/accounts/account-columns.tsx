import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import { dateTimeText } from '#ui/format/times.ts'
import type { DataColumn } from '#ui/table/column.ts'
import { NameLink } from '#kit/tables/name-link.tsx'
import { AccountState } from './account-state.tsx'

/** The path of an account's page. */
export const accountPath = (accountId: number): string => `/admin/accounts-management/${accountId}`

const yes = (flag: boolean): string => (flag ? 'Yes' : 'No')

/** The columns of the list of accounts. @param zone IANA name, for dates */
export function accountColumns(zone: string): DataColumn<ManagedAccount>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      kind: 'custom',
      width: 170,
      value: ({ name }) => name,
      uses: ['name'],
      render: ({ pm_dsh_ud, name }) => <NameLink href={`#${accountPath(pm_dsh_ud)}`} name={name} />,
    },
    {
      id: 'state',
      header: 'State',
      kind: 'custom',
      width: 104,
      grow: 0,
      value: ({ suspended_at }) => (suspended_at === null ? 'Active' : 'Suspended'),
      uses: ['suspended_at'],
      render: account => <AccountState account={account} />,
    },
    { id: 'id', header: 'ID', kind: 'text', width: 52, grow: 0, value: ({ pm_dsh_ud }) => String(pm_dsh_ud) },
    { id: 'type', header: 'Type', kind: 'text', width: 92, grow: 0, value: ({ account_type }) => account_type },
    { id: 'parent', header: 'Parent account', kind: 'text', width: 122, value: ({ parent_name }) => parent_name ?? '' },
    { id: 'members', header: 'Members', kind: 'integer', width: 90, grow: 0, value: ({ members }) => members },
    {
      id: 'external',
      header: 'External id',
      headerTooltip: 'Its id in the CRM',
      kind: 'text',
      width: 102,
      value: ({ salesforce_account_id }) => salesforce_account_id ?? '',
    },
    {
      id: 'staff',
      header: 'Staff',
      headerTooltip: 'It belongs to the provider’s staff',
      kind: 'text',
      width: 72,
      grow: 0,
      value: ({ isRepData }) => yes(isRepData),
    },
    {
      id: 'units',
      header: 'Unit invoices',
      headerTooltip: 'Invoices by business unit: each project belongs to one',
      kind: 'text',
      width: 88,
      grow: 0,
      value: ({ inv_by_business_unit_flg }) => yes(inv_by_business_unit_flg),
    },
    {
      id: 'cpi',
      header: 'Client CPI',
      headerTooltip: 'It charges its clients per complete',
      kind: 'text',
      width: 82,
      grow: 0,
      value: ({ client_cpi_flg }) => yes(client_cpi_flg),
    },
    {
      id: 'window',
      header: 'Reconcile by day',
      headerTooltip: 'The day of the next month on which completes can be reconciled last',
      kind: 'integer',
      width: 88,
      grow: 0,
      value: ({ reconciliation_window_day: day }) => day,
    },
    {
      id: 'created',
      header: 'Created',
      kind: 'text',
      width: 158,
      grow: 0,
      value: ({ created_at }) => dateTimeText(Date.parse(created_at), zone),
    },
  ]
}
