import { COST_FACTS, type FactColumn } from '@desk/schema/columns/fact-columns'
import type { FigureColumnId } from '@desk/schema/columns/figure-columns'
import type { CostSummary, CostSummaryV2, SourceCost, SurveyCost } from '@desk/schema/reports/cost-summary'
import { SOURCE_TYPE_LABELS } from '@desk/schema/sources/source'
import { factHead } from '#kit/tables/fact-columns.ts'
import { integerText, moneyText, NO_FIGURE, percentText } from '#ui/format/figures.ts'

/** A column of text: figures but for the first ones. */
export interface CostColumn<Row, Total> {
  readonly header: string
  readonly meaning?: string
  readonly isFigure?: boolean
  /** The figure of live tables that it is, whose changes can be explained. */
  readonly figure?: FigureColumnId
  /** The column of the cost summary that it is, where it is no figure of live tables. */
  readonly cost?: 'revenue' | 'margin' | 'margin_share'
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
    { ...factHead(COST_FACTS.source), cell: ({ name }) => name, total: () => 'All sources' },
    { ...factHead(COST_FACTS.survey), cell: ({ pm_sy_name }) => pm_sy_name, total: nothing },
    { ...factHead(COST_FACTS.type), cell: ({ type }) => SOURCE_TYPE_LABELS[type], total: nothing },
    {
      ...factHead(COST_FACTS.completes),
      isFigure: true,
      figure: 'completes',
      cell: ({ completes }) => integerText(completes, '0'),
      total: ({ completes }) => integerText(completes, '0'),
    },
    ...('supplierCpi' in total
      ? [
          {
            ...factHead(COST_FACTS.supplyCpi),
            isFigure: true,
            figure: 'supplierCpi' as const,
            cell: ({ supplierCpi }: SourceCost) => money(supplierCpi),
            total: ({ supplierCpi }: CostSummary['total']) => money(supplierCpi),
          },
        ]
      : []),
    ...('expense' in total
      ? [
          {
            ...factHead(COST_FACTS.expense),
            isFigure: true,
            figure: 'expense' as const,
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
  const sums = (
    fact: FactColumn,
    isSeen: boolean,
    cell: (sums: Sums) => string,
    why: Pick<CostColumn<SurveyCost, Sums>, 'figure' | 'cost'>,
  ) => (isSeen ? [{ ...factHead(fact), isFigure: true, ...why, cell, total: cell }] : [])
  return [
    { ...factHead(COST_FACTS.survey), cell: ({ pm_sy_name }) => pm_sy_name, total: () => 'All surveys' },
    {
      ...factHead(COST_FACTS.completes),
      isFigure: true,
      figure: 'completes',
      cell: ({ completes }) => integerText(completes, '0'),
      total: ({ completes }) => integerText(completes, '0'),
    },
    {
      ...factHead(COST_FACTS.sellPrice),
      isFigure: true,
      cell: ({ pm_sy_client_cpi }) => money(pm_sy_client_cpi),
      total: nothing,
    },
    ...sums(COST_FACTS.revenue, true, ({ revenue }) => money(revenue), { cost: 'revenue' }),
    ...sums(COST_FACTS.expense, 'expense' in total, ({ expense }) => money(expense), { figure: 'expense' }),
    ...sums(COST_FACTS.margin, 'margin' in total, ({ margin }) => money(margin), { cost: 'margin' }),
    ...sums(COST_FACTS.marginShare, 'margin_share' in total, ({ margin_share }) => shareText(margin_share), {
      cost: 'margin_share',
    }),
  ]
}
