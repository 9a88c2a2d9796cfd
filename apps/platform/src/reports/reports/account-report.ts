import type { Caller } from '@desk/api/authorization'
import { Forbidden, Refused } from '@desk/api/errors'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { shareOf } from '@desk/schema/columns/ratios'
import { earnedPerEntrant, earningsOf, expenseOf } from '@desk/schema/columns/supply-cost'
import { refusalOf } from '@desk/schema/permissions/permissions'
import {
  dimensionsOfReport,
  isOfMoves,
  REPORT_DIMENSIONS,
  reportDimensions,
  REPORTS,
  REPORTS_WITHOUT_DATES,
  REPORTS_WITHOUT_SUPPLIERS,
  type Report,
  type ReportDimension,
  type ReportFilters,
  type ReportType,
} from '@desk/schema/reports/report'
import {
  COLUMN_OF_STATE,
  RESPONDENT_CODES,
  RESPONDENT_STATES,
  type RespondentCode,
} from '@desk/schema/respondents/state'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Clock, Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import type { Detail } from '#kernel/http/refusal'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { SUM_READS } from '#ledger/sums/moves-within'
import { summedFiguresOf } from '#ledger/figures/figures'
import { toView } from '#ledger/figures/view'
import { linesFrom, type LineSource } from './line-source.ts'
import { readHoursTotal, selectHours } from './report-hours.store.ts'
import { readAdjusted, selectAdjustments, type Adjusted } from './report-reconciliation.store.ts'
import { selectQuotas } from './report-quotas.store.ts'
import {
  namesOf,
  readTotal,
  selectLines,
  type LineCounts,
  type MoveCounts,
  type ReportScope,
} from './report-lines.store.ts'
import { findNarrowing } from './report-narrowing.store.ts'
import { findTimes } from './report-times.store.ts'
import { readMovesTotal, selectMoves, selectTerminations, type AskedMoves } from './report-moves.store.ts'

const isShown = (code: RespondentCode, view: StreamViewType): boolean =>
  view === 'internal' || FIGURE_COLUMNS[COLUMN_OF_STATE[code]].seenBy === 'everybody'

/** The states whose column a view has; of others it learns nothing (domain.md §4). */
export const shownStates = (view: StreamViewType): readonly RespondentCode[] =>
  Object.values(RESPONDENT_CODES).filter(code => isShown(code, view))

/** The states whose column a view does not have. */
export const hiddenStates = (view: StreamViewType): readonly RespondentCode[] =>
  Object.values(RESPONDENT_CODES).filter(code => !isShown(code, view))

/** The view's states that turned a respondent away or lost them. */
export const lostStates = (view: StreamViewType): readonly RespondentCode[] =>
  Object.values(RESPONDENT_STATES).flatMap(({ code, tone }) =>
    (tone === 'refused' || tone === 'lost') && isShown(code, view) ? [code] : [],
  )

/** Reports that say more than rollups know, whatever they are narrowed to. */
const ALWAYS_OF_MOVES: ReadonlySet<ReportType> = new Set(['suppliers', 'terminations', 'costs'])

/** Whether a report of traffic is a sum of what happened; else it is one of rollups, which know no times, states and reasons. */
export const isReadOfMoves = (type: ReportType, { from, to }: ReportScope, by: readonly ReportDimension[]): boolean =>
  ALWAYS_OF_MOVES.has(type) || from !== undefined || to !== undefined || by.some(isOfMoves)

const figuresOf = (counts: LineCounts) => ({
  ...summedFiguresOf({ ...counts, lastCompleteAt: null }),
  drop_off: shareOf(counts.abandons, counts.entrants),
  epc: earnedPerEntrant(counts),
})

/** The further figures of supplier performance. */
const performanceOf = (counts: MoveCounts) => ({
  ...figuresOf(counts),
  loi_ratio: shareOf(counts.interviewSeconds, counts.statedSeconds),
  rejected_since: counts.rejected,
  reject_rate: shareOf(counts.rejected, counts.made),
})

const earnedWith = (counts: MoveCounts) => ({
  ...earningsOf(counts),
  revenue_adjusted: counts.adjustedRevenueCents / 100,
  expense_adjusted: expenseOf({
    completes: counts.adjustedCompletes,
    pricedCompletes: counts.adjustedPriced,
    expenseCents: counts.adjustedExpenseCents,
  }),
  adjusted_completes: counts.adjustedCompletes,
  adjusted_priced: counts.adjustedPriced,
})

const moneyOf = ({ rejected, accepted, revenueCents, expenseCents, pricedCompletes }: Adjusted) => ({
  rejected,
  accepted,
  revenue: revenueCents / 100,
  expense: expenseOf({ completes: rejected + accepted, pricedCompletes, expenseCents }),
  pricedCompletes,
})

/** A report as it is asked for; a period by the calendar has no moments yet. */
export type AskedReport = ReportScope & Pick<ReportFilters, 'period'>

/** The choices that a report does not have. */
function unfitFor(
  type: ReportType,
  scope: AskedReport,
  by: readonly ReportDimension[],
  view: StreamViewType,
): Detail | undefined {
  const { label } = REPORTS[type]
  if (REPORTS_WITHOUT_SUPPLIERS.has(type) && scope.pm_sup_ud !== undefined)
    return { path: ['pm_sup_ud'], message: `${label} is not counted by supplier` }
  const time = (['period', 'from', 'to'] as const).find(name => scope[name] !== undefined)
  if (REPORTS_WITHOUT_DATES.has(type) && time !== undefined) return { path: [time], message: `${label} is as of now` }
  if (scope.period !== undefined && (scope.from !== undefined || scope.to !== undefined))
    return { path: ['period'], message: 'Ask for a period or for two moments, not for both' }
  if (scope.from !== undefined && scope.to !== undefined && Date.parse(scope.from) >= Date.parse(scope.to))
    return { path: ['to'], message: 'The end must be after the beginning' }
  // of suppliers the permission decides
  const had = dimensionsOfReport(type, view, true)
  const unfit = by.find(dimension => !had.includes(dimension))
  if (unfit === undefined) return undefined
  const message = `${label} is not counted by ${REPORT_DIMENSIONS[unfit].label.toLowerCase()}`
  return { path: [scope.and === unfit ? 'and' : 'by'], message }
}

/** The lines of a report. */
function linesOf(type: ReportType, asked: AskedMoves, view: StreamViewType): LineSource {
  const { accountId, scope, by } = asked
  switch (type) {
    case 'hours':
      return linesFrom(selectHours(accountId, scope, by), ({ hour, entrants, completes, ...keys }) => ({
        ...namesOf(by, keys),
        hour: hour.toISOString(),
        entrants,
        completes,
      }))
    case 'reconciliation':
      return linesFrom(selectAdjustments(accountId, scope, by), row => ({
        ...namesOf(by, row),
        month: row.month,
        reason_code: row.reasonCode,
        ...toView(moneyOf(row), view),
      }))
    case 'quotas':
      return linesFrom(selectQuotas(accountId, scope, by), row => {
        const { quota, quotaNo: quota_no, target, completes, inflight } = row
        const progress = { quota, quota_no, target, completes, inflight, progress: shareOf(completes, target) }
        return {
          ...namesOf(by, row),
          ...toView(progress, view),
          ...(row.fullBy === null ? {} : { full_by: row.fullBy.toISOString() }),
          ...(row.fullPerMille === null ? {} : { full_chance: row.fullPerMille / 1000 }),
        }
      })
    case 'terminations':
      return linesFrom(
        selectTerminations(asked, lostStates(view), view === 'internal'),
        ({ code, rule, respondents, entrants, ...keys }) => ({
          ...namesOf(by, keys),
          state: code,
          ...(view === 'internal' ? { rule } : {}),
          respondents,
          share: shareOf(respondents, entrants),
        }),
      )
    case 'costs':
      return linesFrom(selectMoves(asked), row => ({ ...namesOf(by, row), ...toView(earnedWith(row), view) }))
    case 'suppliers':
      return linesFrom(selectMoves(asked), row => ({ ...namesOf(by, row), ...toView(performanceOf(row), view) }))
    default:
      return linesFrom(
        isReadOfMoves(type, scope, by) ? selectMoves(asked) : selectLines(accountId, scope, by),
        row => ({ ...namesOf(by, row), ...toView(figuresOf(row), view) }),
      )
  }
}

/** The total of all lines. */
async function totalOf(tx: Tx, type: ReportType, asked: AskedMoves, view: StreamViewType): Promise<Report['total']> {
  const { accountId, scope, by } = asked
  if (type === 'hours') return readHoursTotal(tx, accountId, scope)
  if (type === 'reconciliation') return toView(moneyOf(await readAdjusted(tx, accountId, scope)), view)
  if (!isReadOfMoves(type, scope, by)) return toView(figuresOf(await readTotal(tx, accountId, scope)), view)
  const counts = await readMovesTotal(tx, asked)
  if (type === 'suppliers') return toView(performanceOf(counts), view)
  const total = toView(figuresOf(counts), view)
  return type === 'costs' ? { ...total, ...toView(earnedWith(counts), view) } : total
}

/** A report that its reader may see, before it is read. */
export interface OpenReport {
  readonly by: readonly ReportDimension[]
  readonly asked: AskedMoves
  readonly lines: LineSource
  /** When it was opened. */
  readonly at: Date
}

/** Who reads a report: the account, and what the user may see of it. */
export interface ReportReader extends Pick<Caller, 'accountId' | 'view' | 'user'> {
  /** As of when it is read; left out: as of now. */
  readonly asOf?: Date
}

/**
 * The dimensions of a report's lines and their origin; refused where it has no suppliers, or the user may not see
 * them.
 */
export const openReport = Effect.fn('Reports.openReport')(function* (
  database: Database['Service'],
  type: ReportType,
  report: AskedReport,
  { accountId, view, user, asOf }: ReportReader,
) {
  const by = reportDimensions(type, report)
  const unfit = unfitFor(type, report, by, view)
  if (unfit !== undefined) return yield* new Refused({ message: unfit.message, details: [unfit] })
  if (report.pm_sup_ud !== undefined || by.some(dimension => REPORT_DIMENSIONS[dimension].isOfSupplySide)) {
    const refusal = refusalOf(user, 'see the supply side')
    if (refusal !== null) return yield* new Forbidden({ message: refusal })
  }
  const at = asOf ?? new Date(yield* Clock.currentTimeMillis)
  const { period, ...choices } = report
  const zoneCode = user.user_time_zone
  const times =
    period === undefined ? {} : yield* database.readAsAccount(accountId, tx => findTimes(tx, period, zoneCode, at))
  const asked = { accountId, scope: { ...choices, ...times }, by, zoneCode, hiddenCodes: hiddenStates(view) }
  return { by, asked, lines: linesOf(type, asked, view), at } satisfies OpenReport
})

/** Reads a report of the caller's account; the supply side is for users who may see it, and other accounts' things are not found. */
export const readReport = Effect.fn('Reports.readReport')(function* (
  database: Database['Service'],
  type: ReportType,
  report: AskedReport,
  page: PageQuery,
  caller: Caller,
) {
  const { by, asked, lines, at } = yield* openReport(database, type, report, caller)
  const { accountId, view } = caller
  const { from, to } = asked.scope
  const found = yield* database.readAsAccount(
    accountId,
    async (tx, behindMs) => {
      const narrowedTo = await findNarrowing(tx, accountId, asked.scope)
      return narrowedTo === undefined
        ? undefined
        : {
            ...(narrowedTo.length === 0 ? {} : { narrowed_to: narrowedTo }),
            as_of: new Date(at.getTime() - behindMs).toISOString(),
            lines: await lines.page(tx, pageOf(page)),
            total: await totalOf(tx, type, asked, view),
          }
    },
    { ...SUM_READS, mayBeBehind: true },
  )
  return {
    type,
    by,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    currency: ACCOUNT_CURRENCY,
    ...(yield* orNotFound(found)),
  } satisfies Report
})
