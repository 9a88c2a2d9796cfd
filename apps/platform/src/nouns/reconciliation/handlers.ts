import { Refused } from '@desk/api/errors'
import type { Caller } from '@desk/api/authorization'
import { RECONCILIATION_REASONS } from '@desk/schema/reconciliation/reasons'
import {
  RECONCILIATION_FILE_BYTES_MAX,
  RECONCILIATION_ROWS_MAX,
} from '@desk/schema/reconciliation/reconciliation-forms'
import type { RowFilter } from '@desk/schema/reconciliation/row-filter'
import type { ReconciliationChoice } from '@desk/schema/reconciliation/reconciliation-choice'
import { Clock, Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { Database } from '#kernel/db/database'
import { giveFile } from '#kernel/downloads/give-file'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import type { Tx } from '#kernel/db/tx'
import { Adjustments } from '#ledger/batches/adjustments.service'
import * as choices from './choice.store.ts'
import { openEventsFile } from './events-file.ts'
import { requestOnWire, seesSupplySide } from './on-wire.ts'
import { PREVIEW_WAITED_OF_WORKED, previewForm, upload, workOf } from './preview-once.ts'
import { WorkInProgress } from './progress.ts'
import { findProject, findRequest, findWindow, listRequests, type AccountWindow } from './requests.store.ts'
import { respondentsAsCsv } from './respondents-file.ts'
import { openRowsFile } from './rows-file.ts'
import { countRows, listRows } from './rows.store.ts'
import { findStatementMonths } from './statement-months.store.ts'
import { storeOnce } from './store-once.ts'
import { listIndicators, readSummary } from './summary.store.ts'

const SECOND_MS = 1_000

const now = Effect.map(Clock.currentTimeMillis, atMs => new Date(atMs))

const csv = (bytes: Buffer, filename: string) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${filename}"` },
  })

/** Reconciliation of completes (§2.22, §7.16, settlement.md §1). */
export const reconciliationHandlers = handlersOf(
  'reconciliation',
  Effect.gen(function* () {
    const database = yield* Database
    const adjustments = yield* Adjustments
    const progress = new WorkInProgress()
    /** Reads something of a project; undefined: the account has no such project. */
    const ofProject = <A>(accountId: number, projectId: number, read: (tx: Tx, window: AccountWindow) => Promise<A>) =>
      database.readAsAccount(accountId, async tx => {
        if ((await findProject(tx, accountId, projectId)) === undefined) return undefined
        return { answer: await read(tx, await findWindow(tx, accountId)) }
      })

    /** The rows of a request, as a file that comes while it is made. */
    const rowsFile = ({ accountId, user }: Caller, projectId: number, requestId: number, filter: RowFilter) =>
      Effect.flatMap(
        openRowsFile(database, { accountId, projectId, requestId, filter, isSupplySeen: seesSupplySide(user) }),
        giveFile,
      )

    return {
      user: Effect.fn('Reconciliation.user')(function* (_sent, { accountId }) {
        const { zone, day } = yield* database.readAsAccount(accountId, tx => findWindow(tx, accountId))
        return {
          can_use_v2: true,
          default_reason_code: RECONCILIATION_REASONS.noneGiven.code,
          reasons: Object.values(RECONCILIATION_REASONS).map(({ code, label }) => ({ code, label })),
          rows_max: RECONCILIATION_ROWS_MAX,
          file_bytes_max: RECONCILIATION_FILE_BYTES_MAX,
          window_day: day,
          time_zone: zone,
        }
      }),
      list: Effect.fn('Reconciliation.list')(function* ({ params: { project }, query: page }, { accountId, user }) {
        const at = yield* now
        const found = yield* ofProject(accountId, project, async (tx, window) => {
          const rows = await listRequests(tx, accountId, project, pageOf(page))
          const monthsOf = await findStatementMonths(tx, accountId, window, rows)
          return rows.map(row => requestOnWire(row, seesSupplySide(user), at, monthsOf.get(row.id)))
        })
        return (yield* orNotFound(found)).answer
      }),
      report: Effect.fn('Reconciliation.report')(function* (
        { params: { project }, query: { reconciliation_ud: id, format, ...query } },
        caller,
      ) {
        const { accountId, user } = caller
        const at = yield* now
        const isSupplySeen = seesSupplySide(user)
        // a filter's remaining rows must not reveal who supplied a row
        if (query.sup !== undefined && !isSupplySeen) return yield* orNotFound<never>(undefined)
        if (format === 'csv') return yield* rowsFile(caller, project, id, query)
        const found = yield* database.readAsAccount(accountId, async tx => {
          const request = await findRequest(tx, accountId, id)
          if (request === undefined || request.projectId !== project) return undefined
          const window = await findWindow(tx, accountId)
          const monthsOf = await findStatementMonths(tx, accountId, window, [request])
          return {
            request: requestOnWire(request, isSupplySeen, at, monthsOf.get(id)),
            total: await countRows(tx, accountId, id, query),
            rows: await listRows(tx, accountId, id, query, pageOf(query), window, isSupplySeen),
          }
        })
        return yield* orNotFound(found)
      }),
      upload: Effect.fn('Reconciliation.upload')(function* ({ params: { project }, payload }, caller) {
        return yield* upload(
          database,
          progress,
          adjustments.bulkWork(PREVIEW_WAITED_OF_WORKED),
          caller,
          project,
          payload,
        )
      }),
      summary: Effect.fn('Reconciliation.summary')(function* ({ params: { project } }, { accountId, user }) {
        const at = yield* now
        return yield* orNotFound(
          yield* database.readAsAccount(accountId, tx => readSummary(tx, accountId, project, seesSupplySide(user), at)),
        )
      }),
      progress: Effect.fn('Reconciliation.progress')(function* ({ params: { project }, query }, caller) {
        const { accountId } = caller
        yield* orNotFound(yield* ofProject(accountId, project, () => Promise.resolve(true)))
        const { after, wait = 0 } = query
        return yield* Effect.promise(signal => progress.next(workOf(caller, project), after, wait * SECOND_MS, signal))
      }),
      filterDates: Effect.fn('Reconciliation.filterDates')(function* ({ params: { project }, query }, { accountId }) {
        const at = yield* now
        const found = yield* ofProject(accountId, project, (tx, window) =>
          choices.listDates(tx, accountId, project, window, at, pageOf(query)),
        )
        return (yield* orNotFound(found)).answer
      }),
      filterStreams: Effect.fn('Reconciliation.filterStreams')(function* (
        { params: { project }, query },
        { accountId },
      ) {
        const at = yield* now
        const found = yield* ofProject(accountId, project, (tx, window) =>
          choices.listSources(tx, accountId, project, window, at, pageOf(query)),
        )
        return (yield* orNotFound(found)).answer
      }),
      /** Nothing in a view without the supply side (domain.md §4). */
      filterSuppliers: Effect.fn('Reconciliation.filterSuppliers')(function* (
        { params: { project }, query },
        { accountId, user },
      ) {
        const at = yield* now
        const found = yield* ofProject(accountId, project, async (tx, window) =>
          seesSupplySide(user) ? choices.listSuppliers(tx, accountId, project, window, at, pageOf(query)) : [],
        )
        return (yield* orNotFound(found)).answer
      }),
      eventExport: Effect.fn('Reconciliation.eventExport')(function* ({ payload }, { accountId, user }) {
        const file = yield* openEventsFile(database, accountId, payload, seesSupplySide(user))
        return yield* giveFile(file)
      }),
      retrieve: Effect.fn('Reconciliation.retrieve')(function* ({ payload, query }, { accountId, user }) {
        const at = yield* now
        const isSupplySeen = seesSupplySide(user)
        const choice = isSupplySeen ? payload : withoutSuppliers(payload)
        const found = yield* ofProject(accountId, payload.pm_proj_ud, (tx, window) =>
          choices.retrieve(tx, accountId, choice, window, at, isSupplySeen, pageOf(query)),
        )
        return (yield* orNotFound(found)).answer
      }),
      preview: Effect.fn('Reconciliation.preview')(function* ({ payload }, caller) {
        return yield* previewForm(database, progress, adjustments.bulkWork(PREVIEW_WAITED_OF_WORKED), caller, payload)
      }),
      store: Effect.fn('Reconciliation.store')(function* ({ payload }, caller) {
        return yield* storeOnce(database, adjustments, progress, caller, payload)
      }),
      mainDownload: Effect.fn('Reconciliation.mainDownload')(function* ({ payload }, caller) {
        const { accountId, user } = caller
        const at = yield* now
        const isSupplySeen = seesSupplySide(user)
        const { pm_proj_ud: project, reconciliation_ud: id, outcome, choice, rduds } = payload
        if (choice !== undefined && choice.pm_proj_ud !== project)
          return yield* new Refused({
            message: 'The choice is of another project.',
            details: [{ path: ['choice', 'pm_proj_ud'], message: 'The choice is of another project.' }],
          })
        if (id !== undefined) return yield* rowsFile(caller, project, id, outcome === undefined ? {} : { outcome })
        const found = yield* ofProject(accountId, project, (tx, window) =>
          respondentsAsCsv(
            page =>
              choice === undefined
                ? choices.findRespondents(tx, accountId, project, rduds ?? [], window, at, isSupplySeen, page)
                : choices.retrieve(
                    tx,
                    accountId,
                    isSupplySeen ? choice : withoutSuppliers(choice),
                    window,
                    at,
                    isSupplySeen,
                    page,
                  ),
            isSupplySeen,
          ),
        )
        return csv((yield* orNotFound(found)).answer, `reconciliation-${project}.csv`)
      }),
      projectIndicator: Effect.fn('Reconciliation.projectIndicator')(function* (
        { payload: { pm_proj_uds: ids = [] }, query },
        { accountId },
      ) {
        const at = yield* now
        return yield* database.readAsAccount(accountId, tx => listIndicators(tx, accountId, ids, pageOf(query), at))
      }),
    }
  }),
)

/** A filter by what the caller does not see would show it. */
const withoutSuppliers = (choice: ReconciliationChoice): ReconciliationChoice => {
  const { pm_sup_uds: unseen, ...others } = choice
  return unseen === undefined ? choice : others
}
