import type { SupplierRow } from '@desk/schema/suppliers/supplier'
import { may } from '@desk/schema/permissions/permissions'
import { Inbox } from 'lucide-react'
import { useMemo } from 'react'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { codeOptions, type ListFilter } from '#kit/tables/list-filter.ts'
import { ListTable } from '#kit/tables/list-table.tsx'
import { useListRows } from '#kit/tables/use-list-rows.ts'
import { supplierColumns } from './supplier-columns.tsx'
import { readSupplierFilters } from './supplier-search.ts'
import { SUPPLIERS } from './supplier-cache.ts'
import { useSupplierLists } from './use-supplier-lists.ts'

/** The suppliers of the account (§2.13): names, prices, redirects, and number of sources. */
export function SupplierListScreen() {
  const desk = useDesk()
  useAppTitle('Suppliers')
  const me = useUser()
  const mayWrite = me !== null && mayCall(me, 'suppliers.create')
  const seesPrices = me !== null && may(me, 'see the supply side')
  const [raw] = useUrlSearch()
  const { type, recruitment } = readSupplierFilters(raw)
  const { types, recruitments } = useSupplierLists()
  // api:L3
  const rows = useListRows<SupplierRow>({
    queryKey: [SUPPLIERS, 'list'],
    readPage: (query, signal) => desk.api.call('lookups.suppliers', { query, signal }),
    idOf: ({ pm_sup_ud }) => pm_sup_ud,
  })
  const columns = useMemo(() => supplierColumns({ types, recruitments, seesPrices }), [types, recruitments, seesPrices])
  const filters: readonly ListFilter<SupplierRow>[] = [
    {
      name: 'type',
      label: 'Type',
      options: codeOptions('All types', types),
      chosen: type,
      keeps: row => row.pm_supplier_type_code_ud === type,
    },
    {
      name: 'recruitment',
      label: 'Recruitment',
      options: codeOptions('All recruitment types', recruitments),
      chosen: recruitment,
      keeps: row => row.recruitment_type === recruitment,
    },
  ]

  const newSupplier = mayWrite ? (
    <a className={buttonClass('primary')} href="#/suppliers/new">
      New supplier
    </a>
  ) : null
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Suppliers" actions={newSupplier} />
      <ListTable
        name="suppliers"
        label="Suppliers"
        rows={rows}
        columns={columns}
        filters={filters}
        empty={
          <EmptyState title="No suppliers yet" icon={<Inbox aria-hidden />} action={newSupplier}>
            A supplier sends respondents to your sources and takes them back by outcome. The first one shows here as
            soon as it is made.
          </EmptyState>
        }
      />
    </div>
  )
}
