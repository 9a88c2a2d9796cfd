import type { CostSummary, CostSummaryV2 } from '@desk/schema/reports/cost-summary'
import { describe, expect, test } from 'vitest'
import { sourceCostColumns, surveyCostColumns } from './cost-columns.ts'

const SOURCE = {
  pm_sy_ud: 2,
  pm_sy_name: 'Wave 3',
  stmid: 5,
  name: 'North',
  type: 'diy' as const,
  completes: 1200,
}
const SURVEY = { pm_sy_ud: 2, pm_sy_name: 'Wave 3', pm_sy_client_cpi: 4.5, completes: 2, revenue: 9 }
const table = <Row, Total>(
  columns: readonly { header: string; cell: (row: Row) => string; total: (total: Total) => string }[],
  row: Row,
  total: Total,
) => columns.map(column => [column.header, column.cell(row), column.total(total)])

describe('the costs of a project', () => {
  test('by source, to the cent (api:P11)', () => {
    const summary: CostSummary = {
      pm_proj_ud: 1,
      currency: 'USD',
      rows: [],
      total: { completes: 1400, supplierCpi: 1.15, expense: 1380.29, pricedCompletes: 1200 },
    }
    expect(
      table(
        sourceCostColumns(summary),
        { ...SOURCE, supplierCpi: 1.15, expense: 1380.29, pricedCompletes: 1200 },
        summary.total,
      ),
    ).toEqual([
      ['Source', 'North', 'Total'],
      ['Survey', 'Wave 3', ''],
      ['Type', 'DIY', ''],
      ['Completes', '1,200', '1,400'],
      ['Supply CPI', '$1.15', '$1.15'],
      ['Expense', '$1,380.29', '$1,380.29'],
      ['Priced', '1,200', '1,200'],
    ])
  })

  test('what an exchange’s completes cost is not known; without completes nothing was spent (0092)', () => {
    const none = { completes: 0, supplierCpi: null, expense: 0, pricedCompletes: 0 }
    const columns = sourceCostColumns({ pm_proj_ud: 1, currency: 'USD', rows: [], total: none })
    const exchange = { ...SOURCE, supplierCpi: null, expense: null, pricedCompletes: 0 }
    expect(table(columns, exchange, none).slice(4)).toEqual([
      ['Supply CPI', '–', '-'],
      ['Expense', '–', '$0.00'],
      ['Priced', '0', '0'],
    ])
    const sums = { completes: 2, revenue: 9, expense: null, pricedCompletes: 0, margin: null, margin_share: null }
    const bySurvey = surveyCostColumns({ pm_proj_ud: 1, currency: 'USD', rows: [], total: sums })
    expect(table(bySurvey, { ...SURVEY, ...sums }, sums).slice(3)).toEqual([
      ['Revenue', '$9.00', '$9.00'],
      ['Expense', '–', '–'],
      ['Priced', '0', '0'],
      ['Margin', '–', '–'],
      ['Margin %', '–', '–'],
    ])
  })

  test('by survey with revenue and margin; a loss keeps its sign (api:P12)', () => {
    const sums = { completes: 2, revenue: 9, expense: 10.5, pricedCompletes: 2, margin: -1.5, margin_share: -1.5 / 9 }
    const summary: CostSummaryV2 = { pm_proj_ud: 1, currency: 'USD', rows: [], total: sums }
    expect(table(surveyCostColumns(summary), { ...SURVEY, ...sums }, summary.total)).toEqual([
      ['Survey', 'Wave 3', 'All surveys'],
      ['Completes', '2', '2'],
      ['Sell Price', '$4.50', ''],
      ['Revenue', '$9.00', '$9.00'],
      ['Expense', '$10.50', '$10.50'],
      ['Priced', '2', '2'],
      ['Margin', '−$1.50', '−$1.50'],
      ['Margin %', '−16.7%', '−16.7%'],
    ])
  })

  test('hidden data has no column', () => {
    const headers = [
      sourceCostColumns({ pm_proj_ud: 1, currency: 'USD', rows: [], total: { completes: 0 } }).map(
        ({ header }) => header,
      ),
      surveyCostColumns({ pm_proj_ud: 1, currency: 'USD', rows: [], total: { completes: 0, revenue: 0 } }).map(
        ({ header }) => header,
      ),
    ]
    expect(headers).toEqual([
      ['Source', 'Survey', 'Type', 'Completes'],
      ['Survey', 'Completes', 'Sell Price', 'Revenue'],
    ])
  })
})
