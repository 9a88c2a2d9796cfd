import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { Loaded } from '#kit/errors/loaded.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { cents } from '#kit/tables/figure-columns.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { ClosesWithPage } from '#ui/closes-with-page.tsx'
import { countText, moneyText, NO_FIGURE, percentText } from '#ui/format/figures.ts'
import { isolated } from '#ui/format/isolated.ts'
import styles from './supplier-results.module.css'

type Supplier = SourceSuppliers['suppliers'][number]

const shareOf = (part: number, whole: number): string => (whole === 0 ? NO_FIGURE : percentText(part / whole))

const columnsOf = (sourcePrice: number | null): readonly FactColumn<Supplier>[] => [
  {
    header: 'Supplier',
    cell: ({ pm_sup_ud: id, name }) => <a href={`#/suppliers/${id}`}>{isolated(name)}</a>,
  },
  { header: 'Share', cell: ({ allocation_percent: percent }) => percentText(percent / 100), isFigure: true },
  {
    header: 'Price',
    cell: ({ supplier_cpi: own }) => {
      const price = cents(own ?? sourcePrice)
      return price === null ? NO_FIGURE : moneyText(price, ACCOUNT_CURRENCY)
    },
    isFigure: true,
  },
  { header: 'Entrants', cell: ({ entrants }) => countText(entrants), isFigure: true },
  { header: 'Completes', cell: ({ completes }) => countText(completes), isFigure: true },
  { header: 'Conversion', cell: ({ completes, entrants }) => shareOf(completes, entrants), isFigure: true },
  {
    header: 'Rejected',
    meaning: 'Completes that a reconciliation rejected, of those and the completes',
    cell: ({ rejected, completes }) => shareOf(rejected, completes + rejected),
    isFigure: true,
  },
]

export interface SupplierResultsProps {
  readonly source: { readonly stmid: number; readonly name: string }
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** The suppliers of a source with their results, below its row (day.md §3). */
export default function SupplierResults({ source: { stmid, name }, trigger, onClose }: SupplierResultsProps) {
  const desk = useDesk()
  const read = useQuery({ ...desk.query('sourceSuppliers.read', { params: { id: stmid } }), staleTime: 0 })
  const title = `Suppliers of ${isolated(name)}`
  return (
    <AriaPopover
      isOpen
      onOpenChange={isOpen => {
        if (!isOpen) onClose()
      }}
      triggerRef={trigger}
      placement="bottom start"
      aria-label={title}
      className={styles['results']!}
    >
      <ClosesWithPage />
      <Loaded query={read} title="The suppliers" lines={2}>
        {({ suppliers, supplier_cpi: price }) =>
          suppliers.length === 0 ? (
            <p>This source has no supplier.</p>
          ) : (
            <FactsTable label={title} columns={columnsOf(price)} rows={suppliers} keyOf={({ pm_sup_ud: id }) => id} />
          )
        }
      </Loaded>
    </AriaPopover>
  )
}
