import type { Caller } from '@desk/api/authorization'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { CostSummary, CostSummaryV2 } from '@desk/schema/reports/cost-summary'
import type { TrafficRequest } from '@desk/schema/reports/report'
import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { takePlace } from '#kernel/downloads/download-places'
import { giveFile } from '#kernel/downloads/give-file'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { unitCostOf } from '@desk/schema/columns/ratios'
import { earningsOf, expenseOf, type SupplyCost } from '@desk/schema/columns/supply-cost'
import { toView } from '#ledger/figures/view'
import { readReport, type AskedReport } from './account-report.ts'
import { explainReport } from './report-change.ts'
import { listReportRespondents } from './report-respondents.ts'
import { openReportFile } from './files/report-file.ts'
import { findProjectCosts, listSourceCosts, listSurveyCosts } from './cost-summary.store.ts'

const spent = (cost: SupplyCost) => ({
  completes: cost.completes,
  supplierCpi: unitCostOf(cost.expenseCents, cost.pricedCompletes),
  expense: expenseOf(cost),
  pricedCompletes: cost.pricedCompletes,
})

type Choice = number | readonly number[] | undefined
const listOf = (choice: Choice): readonly number[] | undefined => (typeof choice === 'number' ? [choice] : choice)

/** The choice of a body. */
function askedOf({ pm_proj_uds, pm_sy_ud, stmid, pm_sup_ud, pm_cy_cs_id, ...others }: TrafficRequest): AskedReport {
  const chosen = {
    projectIds: pm_proj_uds,
    pm_sy_ud: listOf(pm_sy_ud),
    stmid: listOf(stmid),
    pm_sup_ud: listOf(pm_sup_ud),
    pm_cy_cs_id: listOf(pm_cy_cs_id),
  }
  return { ...others, ...Object.fromEntries(Object.entries(chosen).filter(([, ids]) => ids !== undefined)) }
}

/** Reports on projects. */
export const reportHandlers = handlersOf(
  'reports',
  Effect.gen(function* () {
    const database = yield* Database

    const ofProject = <Row>(
      caller: Caller,
      projectId: number,
      list: (tx: Tx, accountId: number, projectId: number) => Promise<readonly Row[]>,
    ) =>
      Effect.gen(function* () {
        const found = yield* database.readAsAccount(caller.accountId, async tx => {
          const total = await findProjectCosts(tx, caller.accountId, projectId)
          return total && { total, rows: await list(tx, caller.accountId, projectId) }
        })
        return yield* orNotFound(found)
      })

    return {
      /** The costs of a project's sources (api:P11). */
      costSummary: Effect.fn('Reports.costSummary')(function* ({ query: { pm_proj_ud: projectId } }, caller) {
        const { rows, total } = yield* ofProject(caller, projectId, listSourceCosts)
        return {
          pm_proj_ud: projectId,
          currency: ACCOUNT_CURRENCY,
          rows: rows.map(source =>
            toView(
              {
                pm_sy_ud: source.surveyId,
                pm_sy_name: source.surveyName,
                stmid: source.sourceId,
                name: source.name,
                type: source.type,
                ...spent(source),
              },
              caller.view,
            ),
          ),
          total: toView(spent(total), caller.view),
        } satisfies CostSummary
      }),
      /** Revenue and cost of a project's surveys (api:P12). */
      costSummaryV2: Effect.fn('Reports.costSummaryV2')(function* ({ query: { pm_proj_ud: projectId } }, caller) {
        const { rows, total } = yield* ofProject(caller, projectId, listSurveyCosts)
        return {
          pm_proj_ud: projectId,
          currency: ACCOUNT_CURRENCY,
          rows: rows.map(survey =>
            toView(
              {
                pm_sy_ud: survey.surveyId,
                pm_sy_name: survey.name,
                pm_sy_client_cpi: survey.sellPriceCents === null ? null : survey.sellPriceCents / 100,
                ...earningsOf(survey),
              },
              caller.view,
            ),
          ),
          total: toView(earningsOf(total), caller.view),
        } satisfies CostSummaryV2
      }),
      /** Traffic by the dimensions of its lines, of the account or of a part of it (api:P6). */
      traffic: Effect.fn('Reports.traffic')(function* ({ query }, caller) {
        return yield* readReport(database, 'traffic', query, query, caller)
      }),
      /** The same of several projects (api:P7); those that the account does not have are left out. */
      trafficOf: Effect.fn('Reports.trafficOf')(function* ({ query, payload }, caller) {
        return yield* readReport(database, 'traffic', askedOf(payload), query, caller)
      }),
      /** Any other report (api:M14). */
      read: Effect.fn('Reports.read')(function* ({ params: { type }, query }, caller) {
        return yield* readReport(database, type, query, query, caller)
      }),
      /** Why a figure of a line, or of the total, changed (settlement.md §4). */
      change: Effect.fn('Reports.change')(function* ({ params: { type }, query }, caller) {
        return yield* explainReport(database, type, query, caller)
      }),
      /** Who makes up one part of it, newest first; each leads to Explain. */
      changedRespondents: Effect.fn('Reports.changedRespondents')(function* ({ params: { type }, query }, caller) {
        return yield* listReportRespondents(database, type, query, caller)
      }),
      /** Any report with all its lines, as a file that comes while it is made. */
      file: Effect.fn('Reports.file')(function* ({ params: { type }, query: { format, ...scope } }, caller) {
        const file = yield* openReportFile(database, type, scope, format, caller, takePlace(caller.accountId))
        return yield* giveFile(file)
      }),
    }
  }),
)
