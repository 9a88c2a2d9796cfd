import { knownFor } from '@desk/schema/columns/supply-cost'
import type { CostSummary } from '@desk/schema/reports/cost-summary'
import { useQuery } from '@tanstack/react-query'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { whyFigure } from '#kit/figure-changes/why-figure.tsx'
import { whyOfReport } from '#kit/figure-changes/why-line-figure.tsx'
import type { WhyObject } from '#kit/figure-changes/why-search.ts'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { sourceCostColumns, surveyCostColumns, type CostColumn } from './cost-columns.ts'
import styles from './project-details.module.css'
import { ProjectPanel } from './project-panel.tsx'

/** The columns and totals of a table, whose figures tell why they changed where they can. */
function telling<Row, Total>(
  columns: readonly CostColumn<Row, Total>[],
  objectOf: (row: Row) => WhyObject,
  total: Total,
  projectUID: number,
) {
  const why = ({ figure, cost, header }: CostColumn<Row, Total>, of: WhyObject, text: string) => {
    if (cost === undefined) return whyFigure(of, figure, text)
    const query = { pm_proj_ud: projectUID, pm_sy_ud: of.scope === 'survey' ? of.id : undefined }
    return whyOfReport({ report: 'costs', figure: cost, label: header, query }, text)
  }
  return {
    columns: columns.map(column => ({ ...column, cell: (row: Row) => why(column, objectOf(row), column.cell(row)) })),
    totals: columns.map(column => why(column, { scope: 'project', id: projectUID }, column.total(total))),
  }
}

/** Of how many completes a table's cost is known, where that is not all. */
function KnownFor({ what, of }: { readonly what: 'Margin' | 'Expense'; readonly of: CostSummary['total'] }) {
  const text = knownFor(what, of)
  return text === null ? null : <p className={styles['none']}>{text}.</p>
}

/** Revenue and cost of a project's surveys, and the cost of each source (api:P11, api:P12), in the viewer's columns. */
export function ProjectCosts({ projectUID }: { projectUID: number }) {
  const desk = useDesk()
  const query = { pm_proj_ud: projectUID }
  const bySurvey = useQuery({ ...desk.query('reports.costSummaryV2', { query }), staleTime: 0 })
  const bySource = useQuery({ ...desk.query('reports.costSummary', { query }), staleTime: 0 })
  const seesCost = bySurvey.data === undefined || 'expense' in bySurvey.data.total
  const ofSurveys = seesCost ? 'Revenue and cost by survey' : 'Revenue by survey'
  return (
    <>
      <ProjectPanel title={ofSurveys} what="the revenue" read={bySurvey}>
        {summary => {
          const table = telling(
            surveyCostColumns(summary),
            ({ pm_sy_ud }) => ({ scope: 'survey', id: pm_sy_ud }),
            summary.total,
            projectUID,
          )
          return summary.rows.length === 0 ? (
            <p className={styles['none']}>It has no surveys yet.</p>
          ) : (
            <>
              <FactsTable label={ofSurveys} {...table} rows={summary.rows} keyOf={({ pm_sy_ud }) => pm_sy_ud} />
              <KnownFor what="Margin" of={summary.total} />
              <a href={`#/statements?of=project&search=${projectUID}`}>Charges by month</a>
            </>
          )
        }}
      </ProjectPanel>
      {bySource.data !== undefined && !('expense' in bySource.data.total) ? null : (
        <ProjectPanel title="Cost by source" what="the costs" read={bySource}>
          {summary => {
            const table = telling(
              sourceCostColumns(summary),
              ({ stmid }) => ({ scope: 'source', id: stmid }),
              summary.total,
              projectUID,
            )
            return summary.rows.length === 0 ? (
              <p className={styles['none']}>It has no sources yet.</p>
            ) : (
              <>
                <FactsTable label="Cost by source" {...table} rows={summary.rows} keyOf={({ stmid }) => stmid} />
                <KnownFor what="Expense" of={summary.total} />
              </>
            )
          }}
        </ProjectPanel>
      )}
    </>
  )
}
