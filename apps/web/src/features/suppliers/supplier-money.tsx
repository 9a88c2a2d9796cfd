import { COST_UNKNOWN } from '@desk/schema/columns/supply-cost'
import { fullName } from '@desk/schema/names/distinct-names'
import type { TrafficLine } from '@desk/schema/reports/report'
import { Loaded } from '#kit/errors/loaded.tsx'
import { OpenReversals } from '#kit/money/after-reversals.tsx'
import { amountText, costText } from '#kit/money/cost-text.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { countText } from '#ui/format/figures.ts'
import { DAY_OPTIONS, daysOf } from './supplier-tabs.ts'
import { useSupplierTraffic } from './use-supplier-traffic.ts'
import styles from './suppliers.module.css'

type Line = Pick<TrafficLine, 'source' | 'completes' | 'supplierCpi' | 'expense' | 'epc' | 'rejected_since'>

const money = (amount: number | null | undefined, currency: string): React.ReactNode =>
  costText(amountText(amount ?? null, currency))

const columns = (currency: string): readonly FactColumn<Line>[] => [
  { header: 'Source', cell: ({ source }) => (source == null ? 'No source' : fullName(source.name, source.detail)) },
  { header: 'Completes', isFigure: true, cell: ({ completes }) => countText(completes) },
  { header: 'CPI', isFigure: true, meaning: 'Expense ÷ completes', cell: line => money(line.supplierCpi, currency) },
  { header: 'Expense', isFigure: true, meaning: COST_UNKNOWN, cell: line => money(line.expense, currency) },
  {
    header: 'EPC',
    isFigure: true,
    meaning: 'Earnings per click: expense ÷ entrants',
    cell: line => money(line.epc, currency),
  },
  { header: 'Rejected', isFigure: true, cell: ({ rejected_since: rejected }) => countText(rejected ?? 0) },
]

/** The cost of a supplier’s completes in some days, by source. */
export function SupplierMoney({ supplierId }: { readonly supplierId: number }) {
  const [search, change] = useUrlSearch()
  const days = daysOf(search['days'])
  const { now } = useSupplierTraffic(supplierId, days)
  const seesReversals = useMayCall('reversals.read')
  return (
    <>
      {seesReversals ? <OpenReversals of={{ pm_sup_ud: supplierId }} figure="margin" /> : null}
      <div>
        <NativeSelect
          label="Time"
          isLabelHidden
          options={DAY_OPTIONS}
          value={String(days)}
          onChange={id => change({ days: Number(id) }, true)}
        />
      </div>
      <Loaded query={now} title="The money">
        {({ lines, currency }) => {
          // the supplier report has lines of traffic alone
          const own = lines as readonly Line[]
          if (own.length === 0)
            return <p className={styles['note']}>No respondent of this supplier came in this time.</p>
          return (
            <FactsTable
              label={`Money of ${days} days`}
              columns={columns(currency)}
              rows={own}
              keyOf={({ source }) => source?.id ?? 0}
            />
          )
        }}
      </Loaded>
    </>
  )
}
