import type { Supplier } from '@desk/schema/suppliers/supplier'
import type { SupplierSource } from '@desk/schema/suppliers/supplier-source'
import { Inbox } from 'lucide-react'
import { FormSection } from '#kit/forms/form-page.tsx'
import { ListTable } from '#kit/tables/list-table.tsx'
import type { ListRows } from '#kit/tables/use-list-rows.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { SupplierFigures } from './supplier-figures.tsx'
import { SupplierNeeds } from './supplier-needs.tsx'
import { EXPORTED_OF_SUPPLIER_SOURCES, SUPPLIER_SOURCE_COLUMNS } from './supplier-source-columns.tsx'
import { DAY_OPTIONS, daysOf, supplierTabHref } from './supplier-tabs.ts'
import styles from './suppliers.module.css'

interface SupplierSourcesProps {
  readonly supplier: Supplier
  readonly rows: ListRows<SupplierSource>
}

/** The sources that buy from a supplier, its figures, the open decisions, and its own view. */
export function SupplierSources({ supplier, rows }: SupplierSourcesProps) {
  const [search, change] = useUrlSearch()
  const days = daysOf(search['days'])
  return (
    <>
      <SupplierFigures supplierId={supplier.pm_sup_ud} days={days} />
      <ListTable
        name="supplier sources"
        label="Sources"
        rows={rows}
        columns={SUPPLIER_SOURCE_COLUMNS}
        exported={EXPORTED_OF_SUPPLIER_SOURCES}
        filters={[]}
        tools={
          <NativeSelect
            label="Time of the figures"
            isLabelHidden
            options={DAY_OPTIONS}
            value={String(days)}
            onChange={id => change({ days: Number(id) }, true)}
          />
        }
        empty={
          <EmptyState title="No sources yet" icon={<Inbox aria-hidden />}>
            A source is listed here as soon as it buys from this supplier.
          </EmptyState>
        }
      />
      <div className={styles['cards']}>
        <SupplierNeeds supplier={supplier} />
        <FormSection title="The supplier’s view">
          <p className={styles['note']}>
            By a link without signing in: its live sources with their entry links and places left, its statements, and
            the outcomes of its completes. <a href={supplierTabHref(supplier.pm_sup_ud, 'statements')}>Links</a>
          </p>
        </FormSection>
      </div>
    </>
  )
}
