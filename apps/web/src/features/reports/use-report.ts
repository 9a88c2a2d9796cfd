import type { NarrowedTo, Report, ReportType } from '@desk/schema/reports/report'
import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import type { ApiClient } from '#runtime/api/api-client.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { createRowStore, type Totals } from '#ui/table/row-store.ts'
import { figureTotals, figureValue } from '#kit/tables/figure-columns.ts'
import { readPages, type PageOfRows } from '#kit/tables/read-pages.ts'
import type { ListRows } from '#kit/tables/use-list-rows.ts'
import { changeText, type ReportRow } from './report-columns.tsx'
import { defaultDays, type ReportChoices } from './report-search.ts'

type CostTotal = Extract<Report['total'], { readonly revenue: number; readonly entrants: number }>

type SupplierTotal = Extract<Report['total'], { readonly loi_ratio?: unknown }>

interface WholeReport {
  readonly rows: readonly ReportRow[]
  readonly total: Report['total']
  readonly asOf: string
  readonly from: string | undefined
  readonly to: string | undefined
  readonly narrowedTo: readonly NarrowedTo[]
}

const SUMMED: ReadonlySet<string> = new Set(
  FIGURE_COLUMN_LIST.filter(({ isOfOneAlone }) => isOfOneAlone !== true).map(({ id }) => id),
)

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** The query of a report: its choices, and of the last days the moment at which they begin. */
export function queryOf(type: ReportType, { days = defaultDays(type), ...choices }: ReportChoices, nowMs: number) {
  const { period, from, to } = choices
  return days === undefined || period !== undefined || from !== undefined || to !== undefined
    ? choices
    : { ...choices, from: new Date(nowMs - days * DAY_MS).toISOString() }
}

function readOne(
  api: ApiClient,
  type: ReportType,
  query: ReturnType<typeof queryOf> & PageOfRows,
  signal: AbortSignal,
) {
  if (type === 'traffic') return api.call('reports.traffic', { query, signal })
  return api.call('reports.read', { params: { type }, query, signal })
}

async function readReport(
  api: ApiClient,
  type: ReportType,
  choices: ReportChoices,
  nowMs: number,
  signal: AbortSignal,
): Promise<WholeReport> {
  const query = queryOf(type, choices, nowMs)
  let first: Report | undefined
  const lines = await readPages(async page => {
    const report = await readOne(api, type, { ...query, ...page }, signal)
    first ??= report
    return report.lines
  })
  if (first === undefined) throw new TypeError('A report has at least one page.')
  return {
    rows: lines.map((line, at) => ({ ...line, line: at + 1 })),
    total: first.total,
    asOf: first.as_of,
    from: first.from,
    to: first.to,
    narrowedTo: first.narrowed_to ?? [],
  }
}

/** Null: it is not known; its cell says so. */
const changeTotal = (amount: number | null | undefined): string | null => (amount === null ? null : changeText(amount))

/** The totals by column, in the unit of each. */
function totalsOf(total: Report['total']): Totals {
  if ('rejected' in total) {
    const { rejected, accepted, revenue, expense, pricedCompletes = null } = total
    return { rejected, accepted, revenue: changeText(revenue), expense: changeTotal(expense), pricedCompletes }
  }
  const {
    drop_off,
    epc,
    revenue,
    margin,
    margin_share,
    revenue_adjusted,
    expense_adjusted,
    adjusted_completes,
    adjusted_priced,
    ...figures
  }: Partial<CostTotal> = total
  const { loi_ratio, rejected_since, reject_rate }: Partial<SupplierTotal> = figures
  return {
    ...Object.fromEntries(Object.entries(figureTotals(figures)).filter(([id]) => SUMMED.has(id))),
    drop_off: figureValue('percent', drop_off),
    epc: figureValue('money', epc),
    revenue: figureValue('money', revenue),
    margin: figureValue('money', margin),
    margin_share: figureValue('percent', margin_share),
    ...(revenue_adjusted === undefined ? {} : { revenue_adjusted: changeText(revenue_adjusted) }),
    ...(expense_adjusted === undefined ? {} : { expense_adjusted: changeTotal(expense_adjusted) }),
    adjusted_completes: adjusted_completes ?? null,
    adjusted_priced: adjusted_priced ?? null,
    loi_ratio: figureValue('percent', loi_ratio),
    rejected_since: rejected_since ?? null,
    reject_rate: figureValue('percent', reject_rate),
  }
}

/** A report's lines, and what it says of itself once it is here. */
export interface ReportRead extends ListRows<ReportRow> {
  readonly whole: Pick<WholeReport, 'asOf' | 'from' | 'to' | 'narrowedTo'> | undefined
}

/** A report whole, with its total, as of the moment that it was read; that of other choices stays until the new one is here. */
export function useReport(type: ReportType, choices: ReportChoices): ReportRead {
  const { api } = useDesk()
  const nowMs = useNowMs(MINUTE_MS)
  const [store] = useState(() => createRowStore<ReportRow>({ idOf: row => String(row.line) }))
  const query = {
    queryKey: ['reports', type, choices],
    queryFn: ({ signal }: { signal: AbortSignal }) => readReport(api, type, choices, nowMs, signal),
  }
  const whole = useQuery(query)
  const read = useQuery({ ...query, select: ({ rows }: WholeReport) => rows })
  useLayoutEffect(() => {
    if (whole.data === undefined) return
    store.setAll(whole.data.rows)
    store.setTotals(type === 'terminations' || type === 'quotas' ? null : totalsOf(whole.data.total))
  }, [store, type, whole.data])
  return { store, read, whole: whole.data }
}
