import type { Choice } from '@desk/machines/reconciliation/reconciliation.setup'
import { knownFor } from '@desk/schema/columns/supply-cost'
import { RECONCILIATION_OUTCOMES } from '@desk/schema/reconciliation/outcomes'
import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import { COST_NOT_KNOWN } from '#kit/money/cost-text.tsx'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { WhyFigureButton } from '#kit/figure-changes/why-figure.tsx'
import { changeText, countText } from '#ui/format/figures.ts'
import styles from './reconciliation.module.css'
import { RowsButton } from './rows-button.tsx'
import type { ReconciliationDesk } from './use-reconciliation.ts'

const reasonText = ({ reason_code: code, label }: ReconciliationPreview['by_reason'][number]): string =>
  code === null ? 'no number' : `${code} ${label ?? 'unknown'}`
const supplierText = (name: string): string => (name === '' ? 'without a supplier' : name)

/** The rows by outcome, reason, supplier and source; reasons and suppliers can be left out. Each sum leads to its rows. */
export function PreviewSums({
  at,
  preview: { request, by_reason, by_supplier, by_source },
  choice,
}: {
  readonly at: ReconciliationDesk
  readonly preview: ReconciliationPreview
  readonly choice: Choice
}) {
  const { send } = at.reconciliation
  const { currency } = request.money
  const outcomes = [...request.outcomes, ...request.rest_outcomes.map(each => ({ ...each, isRest: true }))]
  return (
    <div className={styles['sums']}>
      <FactsTable
        label="Outcomes"
        columns={[
          {
            header: 'Outcome',
            cell: row => (
              <>
                {RECONCILIATION_OUTCOMES[row.outcome].label}
                {'isRest' in row ? ' (not in the list)' : ''}
                <span className={styles['under']}>{RECONCILIATION_OUTCOMES[row.outcome].meaning}</span>
              </>
            ),
          },
          {
            header: 'Rows',
            isFigure: true,
            cell: row => (
              <RowsButton
                of={`${RECONCILIATION_OUTCOMES[row.outcome].label}${'isRest' in row ? ' (not in the list)' : ''}`}
                rows={{ outcome: row.outcome, rest: 'isRest' in row ? 'true' : 'false' }}
              >
                {countText(row.rows)}
              </RowsButton>
            ),
          },
        ]}
        rows={outcomes}
        keyOf={row => `${row.outcome} ${'isRest' in row}`}
        totals={[
          'All rows',
          <RowsButton key="all" of="All rows" rows={{}}>
            {countText(request.rows + request.rest_rows)}
          </RowsButton>,
        ]}
      />
      <FactsTable
        label="Reasons"
        columns={[
          {
            header: 'Reason',
            cell: ({ reason_code: code, label }) =>
              code === null ? (
                'No reason code'
              ) : (
                <Checkbox
                  isSelected={!choice.untickedReasons.includes(code)}
                  onChange={isTicked => send({ type: 'reconciliation.reasonTicked', reason: code, isTicked })}
                >
                  {`${code} ${label ?? 'unknown'}`}
                </Checkbox>
              ),
          },
          {
            header: 'Rows',
            isFigure: true,
            cell: row => (
              <RowsButton of={`Rows, ${reasonText(row)}`} rows={{ reason: row.reason_code ?? 'none' }}>
                {countText(row.rows)}
              </RowsButton>
            ),
          },
          {
            header: 'Applied',
            isFigure: true,
            cell: row => (
              <RowsButton
                of={`Applied, ${reasonText(row)}`}
                rows={{ reason: row.reason_code ?? 'none', applied: 'true' }}
              >
                {countText(row.applied)}
              </RowsButton>
            ),
          },
          {
            header: 'Sell price',
            isFigure: true,
            cell: row => (
              <RowsButton
                of={`Sell price, ${reasonText(row)}`}
                rows={{ reason: row.reason_code ?? 'none', applied: 'true' }}
              >
                {changeText(row.sell_cents, currency)}
              </RowsButton>
            ),
          },
        ]}
        rows={by_reason}
        keyOf={({ reason_code }) => String(reason_code)}
      />
      {by_supplier === undefined || by_supplier.length === 0 ? null : (
        <FactsTable
          label="Suppliers"
          columns={[
            {
              header: 'Supplier',
              cell: ({ pm_sup_ud: id, name }) =>
                id === null ? (
                  name
                ) : (
                  <Checkbox
                    isSelected={!choice.untickedSuppliers.includes(id)}
                    onChange={isTicked => send({ type: 'reconciliation.supplierTicked', supplierId: id, isTicked })}
                  >
                    {name}
                  </Checkbox>
                ),
            },
            {
              header: 'Rows',
              isFigure: true,
              cell: ({ rows, name, pm_sup_ud: id }) => (
                <RowsButton of={`Rows, ${supplierText(name)}`} rows={{ sup: id ?? 'none' }}>
                  {countText(rows)}
                </RowsButton>
              ),
            },
            {
              header: 'Applied',
              isFigure: true,
              cell: ({ applied, name, pm_sup_ud: id }) => (
                <RowsButton of={`Applied, ${supplierText(name)}`} rows={{ sup: id ?? 'none', applied: 'true' }}>
                  {countText(applied)}
                </RowsButton>
              ),
            },
            {
              header: 'Expense',
              isFigure: true,
              cell: ({ supply_cents: cents, priced_completes: priced, applied, name, pm_sup_ud: id }) =>
                cents === null ? (
                  COST_NOT_KNOWN
                ) : (
                  <span
                    title={knownFor('Expense', { completes: applied, pricedCompletes: priced ?? applied }) ?? undefined}
                  >
                    <RowsButton of={`Expense, ${supplierText(name)}`} rows={{ sup: id ?? 'none', applied: 'true' }}>
                      {changeText(cents, currency)}
                    </RowsButton>
                  </span>
                ),
            },
          ]}
          rows={by_supplier}
          keyOf={({ pm_sup_ud }) => String(pm_sup_ud)}
        />
      )}
      {by_source.length === 0 ? null : (
        <FactsTable
          label="Sources"
          columns={[
            { header: 'Source', cell: ({ name }) => name },
            { header: 'Target', isFigure: true, cell: ({ target }) => countText(target) },
            {
              header: 'Completes now',
              isFigure: true,
              cell: row => (
                <WhyFigureButton of={{ scope: 'source', id: row.stmid, figure: 'completes' }}>
                  {countText(row.completes_before)}
                </WhyFigureButton>
              ),
            },
            {
              header: 'Completes after',
              isFigure: true,
              cell: row => (
                <RowsButton of={`Completes after, ${row.name}`} rows={{ stmid: row.stmid, applied: 'true' }}>
                  {countText(row.completes_after)}
                </RowsButton>
              ),
            },
          ]}
          rows={by_source}
          keyOf={({ stmid }) => stmid}
        />
      )}
    </div>
  )
}
