import type { Caller } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { shareOf, unitCostOf } from '@desk/schema/columns/ratios'
import { refusalOf } from '@desk/schema/permissions/permissions'
import {
  REPORT_DIMENSIONS,
  REPORTS,
  type Report,
  type ReportDimension,
  type ReportType,
} from '@desk/schema/reports/report'
import { COLUMN_OF_STATE, RESPONDENT_STATES, type RespondentCode } from '@desk/schema/respondents/state'
import type { StreamViewType } from '@desk/schema/users/current-user'
import { Clock, Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { summedFiguresOf } from '#ledger/figures/figures'
import { toView } from '#ledger/figures/view'
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

const dimensionsOf = (type: ReportType, { by, and }: ReportScope): readonly ReportDimension[] => [
  ...new Set([by ?? REPORTS[type].by, ...(and === undefined ? [] : [and])]),
]

/** Reads a report of the caller's account; the supply side is for users who may see it, and other accounts' things are not found. */
export const readReport = Effect.fn('Reports.readReport')(function* (
  database: Database['Service'],
  type: ReportType,
  scope: ReportScope,
  page: PageQuery,
  caller: Caller,
) {
  const by = dimensionsOf(type, scope)
  if (scope.pm_sup_ud !== undefined || by.some(dimension => REPORT_DIMENSIONS[dimension].isOfSupplySide)) {
    const refusal = refusalOf(caller.user, 'see the supply side')
    if (refusal !== null) return yield* new Forbidden({ message: refusal })
  }
  const now = yield* Clock.currentTimeMillis
  const { accountId, view } = caller
  const found = yield* database.readAsAccount(accountId, async tx => {
    if (!(await hasAll(tx, accountId, scope))) return undefined
    const total = await readTotal(tx, accountId, scope)
    if (type === 'terminations') {
      const states = await listStates(tx, accountId, scope, by, lostStates(view), pageOf(page))
      return {
        total,
        lines: states.map(({ names, code, respondents, entrants }) => ({
          ...names,
          state: code,
          respondents,
          share: shareOf(respondents, entrants),
        })),
      }
    }
    const lines = await listLines(tx, accountId, scope, by, pageOf(page))
    return { total, lines: lines.map(({ names, ...counts }) => ({ ...names, ...toView(figuresOf(counts), view) })) }
  })
  const { total, lines } = yield* orNotFound(found)
  return {
    type,
    by,
    as_of: new Date(now).toISOString(),
    currency: ACCOUNT_CURRENCY,
    lines,
    total: toView(figuresOf(total), view),
  } satisfies Report
})
