import type { Caller } from '@desk/api/authorization'
import { Forbidden, Refused } from '@desk/api/errors'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { shareOf, unitCostOf } from '@desk/schema/columns/ratios'
import { refusalOf } from '@desk/schema/permissions/permissions'
import {
  REPORT_DIMENSIONS,
  reportDimensions,
  REPORTS,
  REPORTS_WITHOUT_SUPPLIERS,
  type Report,
  type ReportDimension,
  type ReportType,
} from '@desk/schema/reports/report'
import { COLUMN_OF_STATE, RESPONDENT_STATES, type RespondentCode } from '@desk/schema/respondents/state'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Clock, Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import type { Detail } from '#kernel/http/refusal'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type Page, type PageQuery } from '#kernel/lists/page'
import { summedFiguresOf } from '#ledger/figures/figures'
import { toView } from '#ledger/figures/view'
import { earned } from './earned.ts'
import { listHours, readHoursTotal } from './report-hours.store.ts'
import { listAdjustments, readAdjusted, type Adjusted } from './report-reconciliation.store.ts'
import { listQuotas } from './report-quotas.store.ts'
import { hasAll, listLines, listStates, readTotal, type LineCounts, type ReportScope } from './report-lines.store.ts'

/** The states that turned somebody away or lost them; of those that a view has no column for it learns nothing (domain.md §4). */
const lostStates = (view: StreamViewType): readonly RespondentCode[] =>
  Object.values(RESPONDENT_STATES).flatMap(({ code, tone }) =>
    (tone === 'refused' || tone === 'lost') &&
    (view === 'internal' || FIGURE_COLUMNS[COLUMN_OF_STATE[code]].seenBy === 'everybody')
      ? [code]
      : [],
  )

const figuresOf = (counts: LineCounts) => ({
  ...summedFiguresOf({ ...counts, lastCompleteAt: null }),
  drop_off: shareOf(counts.abandons, counts.entrants),
  epc: unitCostOf(counts.expenseCents, counts.entrants),
})

const moneyOf = ({ rejected, accepted, revenueCents, expenseCents }: Adjusted) => ({
  rejected,
  accepted,
  revenue: revenueCents / 100,
  expense: expenseCents / 100,
})

/** A report that is kept by source has no suppliers. */
function unfitFor(type: ReportType, scope: ReportScope, by: readonly ReportDimension[]): Detail | undefined {
  const message = `${REPORTS[type].label} is not counted by supplier`
  if (!REPORTS_WITHOUT_SUPPLIERS.has(type)) return undefined
  if (scope.pm_sup_ud !== undefined) return { path: ['pm_sup_ud'], message }
  if (!by.includes('supplier')) return undefined
  return { path: [scope.and === 'supplier' ? 'and' : 'by'], message }
}

/** The lines of a report and the total of all. */
async function readLines(
  tx: Tx,
  accountId: number,
  type: ReportType,
  scope: ReportScope,
  by: readonly ReportDimension[],
  page: Page,
  view: StreamViewType,
): Promise<Pick<Report, 'lines' | 'total'>> {
  if (type === 'hours') {
    const hours = await listHours(tx, accountId, scope, by, page)
    return {
      lines: hours.map(({ names, hour, ...counts }) => ({ ...names, hour: hour.toISOString(), ...counts })),
      total: await readHoursTotal(tx, accountId, scope),
    }
  }
  if (type === 'reconciliation') {
    const adjustments = await listAdjustments(tx, accountId, scope, by, page)
    return {
      lines: adjustments.map(({ names, month, reasonCode, ...adjusted }) => ({
        ...names,
        month,
        reason_code: reasonCode,
        ...toView(moneyOf(adjusted), view),
      })),
      total: toView(moneyOf(await readAdjusted(tx, accountId, scope)), view),
    }
  }
  const counts = await readTotal(tx, accountId, scope)
  const total = toView(figuresOf(counts), view)
  if (type === 'quotas') {
    const quotas = await listQuotas(tx, accountId, scope, by, page)
    return {
      lines: quotas.map(({ names, ...quota }) => ({
        ...names,
        ...toView(quota, view),
        progress: shareOf(quota.completes, quota.target),
      })),
      total,
    }
  }
  if (type === 'terminations') {
    const states = await listStates(tx, accountId, scope, by, lostStates(view), page)
    return {
      lines: states.map(({ names, code, respondents, entrants }) => ({
        ...names,
        state: code,
        respondents,
        share: shareOf(respondents, entrants),
      })),
      total,
    }
  }
  const lines = await listLines(tx, accountId, scope, by, page)
  if (type === 'costs')
    return {
      lines: lines.map(({ names, ...line }) => ({ ...names, ...toView(earned(line), view) })),
      total: { ...total, ...toView(earned(counts), view) },
    }
  return { lines: lines.map(({ names, ...line }) => ({ ...names, ...toView(figuresOf(line), view) })), total }
}

/** Reads a report of the caller's account; the supply side is for users who may see it, and other accounts' things are not found. */
export const readReport = Effect.fn('Reports.readReport')(function* (
  database: Database['Service'],
  type: ReportType,
  scope: ReportScope,
  page: PageQuery,
  caller: Caller,
) {
  const by = reportDimensions(type, scope)
  const unfit = unfitFor(type, scope, by)
  if (unfit !== undefined) return yield* new Refused({ message: unfit.message, details: [unfit] })
  if (scope.pm_sup_ud !== undefined || by.some(dimension => REPORT_DIMENSIONS[dimension].isOfSupplySide)) {
    const refusal = refusalOf(caller.user, 'see the supply side')
    if (refusal !== null) return yield* new Forbidden({ message: refusal })
  }
  const now = yield* Clock.currentTimeMillis
  const { accountId, view } = caller
  const found = yield* database.readAsAccount(accountId, async tx =>
    (await hasAll(tx, accountId, scope)) ? readLines(tx, accountId, type, scope, by, pageOf(page), view) : undefined,
  )
  return {
    type,
    by,
    as_of: new Date(now).toISOString(),
    currency: ACCOUNT_CURRENCY,
    ...(yield* orNotFound(found)),
  } satisfies Report
})
