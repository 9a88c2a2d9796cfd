import type { Caller } from '@desk/api/authorization'
import { LIST_LIMIT_MAX } from '@desk/api/lists'
import type { ProjectTotals } from '@desk/schema/figures/figures'
import type { ProjectFilters } from '@desk/schema/projects/project'
import { may } from '@desk/schema/permissions/permissions'
import { Clock, Effect } from 'effect'
import { sql } from 'kysely'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { plainJson } from '#kernel/http/plain-json'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { readProjectFigures, readSurveyFigures } from '#ledger/figures/figure-rows.store'
import { summedFiguresOf } from '#ledger/figures/figures'
import { toView } from '#ledger/figures/view'
import { hasStudy } from '../studies/studies.store.ts'
import { readHourlyCompletes } from './hourly-completes.ts'
import { readPerformance } from './project-performance.ts'
import { listProjects, sumProjects } from './projects.store.ts'
import { createProject, editProject, readDetail } from './save-project.ts'
import { makeWave, previewWave } from './make-wave.ts'

const WHOLE_LIST = { limit: LIST_LIMIT_MAX, offset: 0 }

/** Projects and their figures. */
export const projectHandlers = handlersOf(
  'projects',
  Effect.gen(function* () {
    const database = yield* Database
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    /** The account's projects that pass the filters (§3.30, api:P1). */
    const list = Effect.fn('Projects.list')(function* (caller: Caller, query: ProjectFilters & PageQuery) {
      return yield* database.readAsAccount(caller.accountId, tx =>
        listProjects(tx, caller.accountId, query, pageOf(query), may(caller.user, 'see the sell price')),
      )
    })

    /** The figures of all projects that pass the filters, added up (§3.30). */
    const totals = Effect.fn('Projects.totals')(function* (caller: Caller, filters: ProjectFilters) {
      const { target, ...counts } = yield* database.readAsAccount(caller.accountId, tx =>
        sumProjects(tx, caller.accountId, filters),
      )
      const sums = summedFiguresOf(counts)
      const last_complete_at = counts.lastCompleteAt?.toISOString() ?? null
      return toView<ProjectTotals>({ ...sums, last_complete_at, target }, caller.view)
    })

    /** Figures of the given projects (api:P8), else of all; ids of other accounts are left out. */
    const figures = Effect.fn('Projects.figures')(function* (
      caller: Caller,
      projectIds: readonly number[] | undefined,
    ) {
      const asked = projectIds === undefined ? sql`true` : sql`p.project_id = any(${projectIds}::int[])`
      const found = yield* database.readAsAccount(caller.accountId, tx =>
        readProjectFigures(tx, sql`p.account_id = ${caller.accountId} and ${asked}`, WHOLE_LIST),
      )
      return found.map(({ row }) => toView(row, caller.view))
    })

    /** Figures of a project's surveys (api:P8 with pm_proj_ud). */
    const surveyFigures = Effect.fn('Projects.surveyFigures')(function* (caller: Caller, projectId: number) {
      const found = yield* database.readAsAccount(caller.accountId, async tx =>
        (await hasStudy(tx, caller.accountId, 'project', projectId))
          ? readSurveyFigures(tx, sql`y.account_id = ${caller.accountId} and y.project_id = ${projectId}`, WHOLE_LIST)
          : undefined,
      )
      return (yield* orNotFound(found)).map(({ row }) => toView(row, caller.view))
    })

    return {
      list: ({ query }, caller) => plainJson(list(caller, query)),
      totals: ({ query }, caller) => plainJson(totals(caller, query)),
      /** One project with what its status menu allows (api:P2). */
      read: Effect.fn('Projects.read')(function* ({ params: { id: projectId } }, caller) {
        const at = yield* now
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => readDetail(tx, caller, projectId, at)),
        )
      }),
      /** Makes a project (api:P4). */
      create: ({ payload: form }, caller) =>
        actFor(database, caller, ['project', form], (tx, actor) => createProject(tx, actor, form)),
      /** Changes a project (api:P3). */
      update: ({ params: { id: projectId }, payload: changes }, caller) =>
        actFor(database, caller, ['project', projectId, changes], (tx, actor) =>
          editProject(tx, actor, projectId, changes),
        ),
      /** The contents of a new wave of a project, before it is made (docs/decisions/0098). */
      readWave: Effect.fn('Projects.readWave')(function* ({ params: { id: projectId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => previewWave(tx, caller, projectId)),
        )
      }),
      /** Makes a new wave of a project: a draft with its surveys and their sources (docs/decisions/0098). */
      makeWave: ({ params: { id: projectId }, payload: form }, caller) =>
        actFor(database, caller, ['wave', projectId, form], (tx, actor) => makeWave(tx, actor, projectId, form)),
      /** The performance of a project and of each of its surveys (api:P13). */
      performance: Effect.fn('Projects.performance')(function* ({ params: { id: projectId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => readPerformance(tx, caller.accountId, projectId)),
        )
      }),
      figures: ({ query: { pm_proj_ud: projectId }, payload }, caller) =>
        plainJson(projectId === undefined ? figures(caller, payload.pm_proj_uds) : surveyFigures(caller, projectId)),
      hourlyCompletes: ({ payload }, caller) => readHourlyCompletes(database, caller, payload),
    }
  }),
)
