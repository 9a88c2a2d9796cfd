import type { SupplierAccount } from '@desk/schema/supplier-accounts/supplier-account'
import { Unlink } from 'lucide-react'
import type { DataColumn } from '#ui/table/column.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import list from '#kit/tables/list-table.module.css'
import cell from '#kit/tables/name-link.module.css'
import { NameLink } from '#kit/tables/name-link.tsx'

export interface ColumnFacts {
  /** IANA name. */
  readonly zone: string
  /** Super admins see the account, its keys, and may unlink. */
  readonly mayLink: boolean
  readonly onOpen: (link: SupplierAccount) => void
  readonly onUnlink: (link: SupplierAccount) => void
}

const accountText = ({ account_name, is_suspended }: SupplierAccount): string =>
  is_suspended ? `${account_name} (suspended)` : account_name

/** The columns of the list; the supplier's name opens its contacts. */
export function supplierAccountColumns({
  zone,
  mayLink,
  onOpen,
  onUnlink,
}: ColumnFacts): DataColumn<SupplierAccount>[] {
  const shared: DataColumn<SupplierAccount>[] = [
    {
      id: 'supplier',
      header: 'Supplier',
      kind: 'custom',
      width: 200,
      grow: 2,
      value: ({ supplier_name }) => supplier_name,
      uses: ['supplier_name', 'contacts', 'version'],
      render: link => (
        <span className={cell['cell']}>
          <button type="button" className={list['button']} title={link.supplier_name} onClick={() => onOpen(link)}>
            <span className={list['words']}>{link.supplier_name}</span>
          </button>
        </span>
      ),
    },
    {
      id: 'account',
      header: 'Account',
      kind: 'custom',
      width: 180,
      grow: 2,
      value: accountText,
      uses: ['account_name', 'is_suspended', 'pm_dsh_ud'],
      render: link =>
        mayLink ? (
          <NameLink href={`#/admin/accounts-management/${link.pm_dsh_ud}`} name={accountText(link)} />
        ) : (
          <span className={list['words']}>{accountText(link)}</span>
        ),
    },
    {
      id: 'contacts',
      header: 'Contacts',
      kind: 'text',
      width: 240,
      grow: 2,
      value: ({ contacts }) => contacts.map(({ name, email }) => `${name} <${email}>`).join(', '),
    },
    {
      id: 'sources',
      header: 'Sources',
      headerTooltip: 'Sources of the supplier that have not ended',
      kind: 'integer',
      width: 88,
      grow: 0,
      value: ({ sources_count }) => sources_count,
    },
    {
      id: 'linked',
      header: 'Linked',
      kind: 'text',
      width: 170,
      grow: 0,
      value: ({ linked_at }) => dateTimeText(Date.parse(linked_at), zone),
    },
  ]
  if (!mayLink) return shared
  return [
    ...shared,
    {
      id: 'keys',
      header: 'API keys',
      headerTooltip: 'Working API keys of the supplier’s account: they are listed in it',
      kind: 'integer',
      width: 88,
      grow: 0,
      value: ({ keys_count = 0 }) => keys_count,
    },
    {
      id: 'unlink',
      header: 'Unlink',
      kind: 'custom',
      width: 76,
      grow: 0,
      sortable: false,
      isExported: false,
      value: () => '',
      render: link => (
        <IconButton label={`Unlink ${link.supplier_name}`} size="small" onPress={() => onUnlink(link)}>
          <Unlink aria-hidden />
        </IconButton>
      ),
    },
  ]
}
