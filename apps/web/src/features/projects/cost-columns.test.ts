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
      total: { completes: 1200, supplierCpi: 1.15, expense: 1380.29 },
    }
    expect(
      table(sourceCostColumns(summary), { ...SOURCE, supplierCpi: null, expense: 1380.29 }, summary.total),
    ).toEqual([
      ['Source', 'North', 'All sources'],
      ['Survey', 'Wave 3', ''],
      ['Type', 'DIY', ''],
      ['Completes', '1,200', '1,200'],
      ['Supply CPI', '-', '$1.15'],
      ['Expense', '$1,380.29', '$1,380.29'],
    ])
  })

  test('the total’s CPI is over the priced completes, and its column says so (§3.21)', () => {
    const columns = sourceCostColumns({
      pm_proj_ud: 1,
      currency: 'USD',
      rows: [],
      total: { completes: 3, supplierCpi: 2.5, expense: 2.5 },
    })
    expect(columns.flatMap(({ header, meaning }) => (meaning === undefined ? [] : [[header, meaning]]))).toEqual([
      [
        'Supply CPI',
        'Buyer unit cost per complete: expense ÷ completes; of a whole survey or project, ÷ the completes that have a price',
      ],
    ])
  })

  test('by survey with revenue and margin; a loss keeps its sign (api:P12)', () => {
    const sums = { completes: 2, revenue: 9, expense: 10.5, margin: -1.5, margin_share: -1.5 / 9 }
    const summary: CostSummaryV2 = { pm_proj_ud: 1, currency: 'USD', rows: [], total: sums }
    expect(table(surveyCostColumns(summary), { ...SURVEY, ...sums }, summary.total)).toEqual([
      ['Survey', 'Wave 3', 'All surveys'],
      ['Completes', '2', '2'],
      ['Sell Price', '$4.50', ''],
      ['Revenue', '$9.00', '$9.00'],
      ['Expense', '$10.50', '$10.50'],
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
