import { COST_FACTS, type FactColumn } from '@desk/schema/columns/fact-columns'
import type { FigureColumnId } from '@desk/schema/columns/figure-columns'
import type { CostSummary, CostSummaryV2, SourceCost, SurveyCost } from '@desk/schema/reports/cost-summary'
import { SOURCE_TYPE_LABELS } from '@desk/schema/sources/source'
import { isCostUnknown } from '@desk/schema/columns/supply-cost'
import { amountText } from '#kit/money/cost-text.tsx'
import { factHead } from '#kit/tables/fact-columns.ts'
import { countText, NO_FIGURE, percentText, UNKNOWN, withMinus } from '#ui/format/figures.ts'

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

/** Null is an unknown cost: the supply price of some completes is not known. */
function costsIn(currency: string) {
  const unless = (of: object, text: string): string => (isCostUnknown(of) ? UNKNOWN : text)
  return {
    money: (of: object, amount: number | null | undefined): string =>
      amount === null || amount === undefined ? unless(of, NO_FIGURE) : amountText(amount, currency),
    share: (of: object, share: number | null | undefined): string =>
      share === null || share === undefined ? unless(of, NO_FIGURE) : withMinus(percentText(share)),
  }
}

const nothing = () => ''

/** The costs of a project's sources (api:P11); hidden data has no column (domain.md §4). */
export function sourceCostColumns({
  currency,
  total,
}: CostSummary): readonly CostColumn<SourceCost, CostSummary['total']>[] {
  const { money } = costsIn(currency)
  return [
    { ...factHead(COST_FACTS.source), cell: ({ name }) => name, total: () => 'Total' },
    { ...factHead(COST_FACTS.survey), cell: ({ pm_sy_name }) => pm_sy_name, total: nothing },
    { ...factHead(COST_FACTS.type), cell: ({ type }) => SOURCE_TYPE_LABELS[type], total: nothing },
    {
      ...factHead(COST_FACTS.completes),
      isFigure: true,
      figure: 'completes',
      cell: ({ completes }) => countText(completes),
      total: ({ completes }) => countText(completes),
    },
    ...('supplierCpi' in total
      ? [
          {
            ...factHead(COST_FACTS.supplyCpi),
            isFigure: true,
            figure: 'supplierCpi' as const,
            cell: (row: SourceCost) => money(row, row.supplierCpi),
            total: (row: CostSummary['total']) => money(row, row.supplierCpi),
          },
        ]
      : []),
    ...('expense' in total
      ? [
          {
            ...factHead(COST_FACTS.expense),
            isFigure: true,
            figure: 'expense' as const,
            cell: (row: SourceCost) => money(row, row.expense),
            total: (row: CostSummary['total']) => money(row, row.expense),
          },
          {
            ...factHead(COST_FACTS.priced),
            isFigure: true,
            figure: 'pricedCompletes' as const,
            cell: ({ pricedCompletes }: SourceCost) => countText(pricedCompletes),
            total: ({ pricedCompletes }: CostSummary['total']) => countText(pricedCompletes),
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
  const { money, share } = costsIn(currency)
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
      cell: ({ completes }) => countText(completes),
      total: ({ completes }) => countText(completes),
    },
    {
      ...factHead(COST_FACTS.sellPrice),
      isFigure: true,
      cell: ({ pm_sy_client_cpi }) => money({}, pm_sy_client_cpi),
      total: nothing,
    },
    ...sums(COST_FACTS.revenue, true, row => money(row, row.revenue), { cost: 'revenue' }),
    ...sums(COST_FACTS.expense, 'expense' in total, row => money(row, row.expense), { figure: 'expense' }),
    ...sums(COST_FACTS.priced, 'expense' in total, ({ pricedCompletes }) => countText(pricedCompletes), {
      figure: 'pricedCompletes',
    }),
    ...sums(COST_FACTS.margin, 'margin' in total, row => money(row, row.margin), { cost: 'margin' }),
    ...sums(COST_FACTS.marginShare, 'margin_share' in total, row => share(row, row.margin_share), {
      cost: 'margin_share',
    }),
  ]
}
