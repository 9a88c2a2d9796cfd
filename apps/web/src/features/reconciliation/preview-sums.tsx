import type { Choice } from '@desk/machines/reconciliation/reconciliation.setup'
import { RECONCILIATION_OUTCOMES } from '@desk/schema/reconciliation/outcomes'
import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { changeText, integerText } from '#ui/format/figures.ts'
import styles from './reconciliation.module.css'
import type { ReconciliationDesk } from './use-reconciliation.ts'

/** The rows by outcome, reason, supplier and source; reasons and suppliers can be left out. */
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
          { header: 'Rows', isFigure: true, cell: ({ rows }) => integerText(rows, '0') },
        ]}
        rows={outcomes}
        keyOf={row => `${row.outcome} ${'isRest' in row}`}
        totals={['All rows', integerText(request.rows + request.rest_rows, '0')]}
      />
      <FactsTable
        label="Reasons"
        columns={[
          {
            header: 'Reason',
            cell: ({ reason_code: code, label }) =>
              code === null ? (
                'No number'
              ) : (
                <Checkbox
                  isSelected={!choice.untickedReasons.includes(code)}
                  onChange={isTicked => send({ type: 'reconciliation.reasonTicked', reason: code, isTicked })}
                >
                  {`${code} ${label ?? 'unknown'}`}
                </Checkbox>
              ),
          },
          { header: 'Rows', isFigure: true, cell: ({ rows }) => integerText(rows, '0') },
          { header: 'Applied', isFigure: true, cell: ({ applied }) => integerText(applied, '0') },
          { header: 'Sell price', isFigure: true, cell: ({ sell_cents }) => changeText(sell_cents, currency) },
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
            { header: 'Rows', isFigure: true, cell: ({ rows }) => integerText(rows, '0') },
            { header: 'Applied', isFigure: true, cell: ({ applied }) => integerText(applied, '0') },
            { header: 'Expense', isFigure: true, cell: ({ supply_cents }) => changeText(supply_cents, currency) },
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
            { header: 'Target', isFigure: true, cell: ({ target }) => integerText(target, '0') },
            { header: 'Completes now', isFigure: true, cell: row => integerText(row.completes_before, '0') },
            { header: 'Completes after', isFigure: true, cell: row => integerText(row.completes_after, '0') },
          ]}
          rows={by_source}
          keyOf={({ stmid }) => stmid}
        />
      )}
    </div>
  )
}
