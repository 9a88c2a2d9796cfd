import type { SupplierContact } from '@desk/schema/supplier-accounts/supplier-account'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#kit/errors/loaded.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { readPages } from '#kit/tables/read-pages.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import styles from './suppliers.module.css'

const COLUMNS: readonly FactColumn<SupplierContact>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Role', cell: ({ role }) => role },
  { header: 'Mail', cell: ({ email }) => <a href={`mailto:${email}`}>{email}</a> },
  { header: 'Phone', cell: ({ phone }) => phone },
]

/** The people to talk to at a supplier that has an account of its own. */
export function SupplierContacts({ supplierId }: { readonly supplierId: number }) {
  const { api } = useDesk()
  const read = useQuery({
    queryKey: ['supplierAccounts.list', 'of a supplier'],
    queryFn: ({ signal }) => readPages(page => api.call('supplierAccounts.list', { query: page, signal })),
  })
  return (
    <Loaded query={read} title="The contacts">
      {accounts => {
        const contacts = accounts.find(({ pm_sup_ud: id }) => id === supplierId)?.contacts ?? []
        return (
          <>
            {contacts.length === 0 ? (
              <p className={styles['note']}>This supplier has no contacts.</p>
            ) : (
              <FactsTable label="Contacts" columns={COLUMNS} rows={contacts} keyOf={({ email }) => email} />
            )}
            <p className={styles['note']}>
              Contacts belong to the supplier’s own account. <a href="#/admin/supplier-accounts">Supplier accounts</a>
            </p>
          </>
        )
      }}
    </Loaded>
  )
}
