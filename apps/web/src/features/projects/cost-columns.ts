import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import type { CostSummary, CostSummaryV2, SourceCost, SurveyCost } from '@desk/schema/reports/cost-summary'
import { SOURCE_TYPE_LABELS } from '@desk/schema/sources/source'
import { integerText, moneyText, NO_FIGURE, percentText } from '#ui/format/figures.ts'

/** A column of text: figures but for the first ones. */
export interface CostColumn<Row, Total> {
  readonly header: string
  readonly meaning?: string
  readonly isFigure?: boolean
  readonly cell: (row: Row) => string
  readonly total: (total: Total) => string
}

type Money = number | null | undefined

/** Money on the wire is in units; a loss keeps its sign. */
export function amountText(amount: Money, currency: string): string {
  if (amount === null || amount === undefined) return NO_FIGURE
  const text = moneyText(Math.round(Math.abs(amount) * 100), currency)
  return amount < 0 ? `−${text}` : text
}

const shareText = (share: Money): string =>
  share === null || share === undefined ? NO_FIGURE : share < 0 ? `−${percentText(-share)}` : percentText(share)

const nothing = () => ''

/** The costs of a project's sources (api:P11); hidden data has no column (domain.md §4). */
export function sourceCostColumns({
  currency,
  total,
}: CostSummary): readonly CostColumn<SourceCost, CostSummary['total']>[] {
  const money = (amount: Money) => amountText(amount, currency)
  return [
    { header: 'Source', cell: ({ stream_name }) => stream_name, total: () => 'All sources' },
    { header: 'Survey', cell: ({ pm_sy_name }) => pm_sy_name, total: nothing },
    { header: 'Type', cell: ({ type }) => SOURCE_TYPE_LABELS[type], total: nothing },
    {
      header: 'Completes',
      isFigure: true,
      cell: ({ completes }) => integerText(completes, '0'),
      total: ({ completes }) => integerText(completes, '0'),
    },
    ...('supplierCpi' in total
      ? [
          {
            header: 'Supply CPI',
            meaning: FIGURE_COLUMNS.supplierCpi.formula,
            isFigure: true,
            cell: ({ supplierCpi }: SourceCost) => money(supplierCpi),
            total: ({ supplierCpi }: CostSummary['total']) => money(supplierCpi),
          },
        ]
      : []),
    ...('expense' in total
      ? [
          {
            header: 'Expense',
            isFigure: true,
            cell: ({ expense }: SourceCost) => money(expense),
            total: ({ expense }: CostSummary['total']) => money(expense),
          },
        ]
      : []),
  ]
}

/** Revenue and cost of a project's surveys (api:P12); hidden data has no column (domain.md §4). */
export function surveyCostColumns({
  currency,
  total,
}: CostSummaryV2): readonly CostColumn<SurveyCost, CostSummaryV2['total']>[] {
  type Sums = CostSummaryV2['total']
  const money = (amount: Money) => amountText(amount, currency)
  const sums = (header: string, isSeen: boolean, cell: (sums: Sums) => string) =>
    isSeen ? [{ header, isFigure: true, cell, total: cell }] : []
  return [
    { header: 'Survey', cell: ({ pm_sy_name }) => pm_sy_name, total: () => 'All surveys' },
    {
      header: 'Completes',
      isFigure: true,
      cell: ({ completes }) => integerText(completes, '0'),
      total: ({ completes }) => integerText(completes, '0'),
    },
    { header: 'Sell Price', isFigure: true, cell: ({ pm_sy_client_cpi }) => money(pm_sy_client_cpi), total: nothing },
    ...sums('Revenue', true, ({ revenue }) => money(revenue)),
    ...sums('Expense', 'expense' in total, ({ expense }) => money(expense)),
    ...sums('Margin', 'margin' in total, ({ margin }) => money(margin)),
    ...sums('Margin %', 'margin_share' in total, ({ margin_share }) => shareText(margin_share)),
  ]
}
