import type { Period, StatementSummary } from '@desk/schema/statements/statement'
import type { Supplier } from '@desk/schema/suppliers/supplier'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#kit/errors/loaded.tsx'
import { amountText } from '#kit/money/cost-text.tsx'
import { StatementLinks } from '#kit/statement-links/statement-links.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { countText } from '#ui/format/figures.ts'
import { monthText } from '#ui/format/times.ts'
import styles from './suppliers.module.css'

const MONTHS_MAX = 24

interface OwnMonth {
  readonly period: Period
  readonly own: StatementSummary
}

const columns = (supplierId: number): readonly FactColumn<OwnMonth>[] => [
  {
    header: 'Month',
    cell: ({ period: { month } }) => <a href={`#/statements/${month}?supplier=${supplierId}`}>{monthText(month)}</a>,
  },
  { header: 'State', cell: ({ period: { state } }) => (state === 'open' ? 'Open' : 'Closed') },
  { header: 'Completes', isFigure: true, cell: ({ own }) => countText(own.completes) },
  { header: 'Adjustments', isFigure: true, cell: ({ own }) => countText(own.adjustments) },
  {
    header: 'Total',
    isFigure: true,
    cell: ({ own, period }) => amountText(own.total_cents / 100, period.currency),
  },
]

/** A supplier's statements of the last two years, and the links by which it sees them. */
export function SupplierStatements({ supplier: { pm_sup_ud: id, name } }: { readonly supplier: Supplier }) {
  const desk = useDesk()
  const read = useQuery(desk.query('statements.list', { query: { search: String(id), limit: MONTHS_MAX } }))
  return (
    <>
      <Loaded query={read} title="The statements">
        {({ periods }) => {
          const months = periods.flatMap(period => {
            const own = period.statements.find(({ pm_sup_ud }) => pm_sup_ud === id)
            return own === undefined ? [] : [{ period, own }]
          })
          return months.length === 0 ? (
            <p className={styles['note']}>A statement begins with the supplier’s first complete.</p>
          ) : (
            <FactsTable
              label="Statements"
              columns={columns(id)}
              rows={months}
              keyOf={({ period: { month } }) => month}
            />
          )
        }}
      </Loaded>
      <StatementLinks supplier={{ id, name }} month={null} />
    </>
  )
}
