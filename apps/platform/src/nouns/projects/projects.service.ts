import type { Caller } from '@desk/api/authorization'
import { LIST_LIMIT_MAX } from '@desk/api/lists'
import type { ProjectTotals } from '@desk/schema/figures/figures'
import type { ProjectFilters } from '@desk/schema/projects/project'
import type { ProjectChanges, ProjectForm } from '@desk/schema/projects/project-form'
import { Clock, Context, Effect, Layer } from 'effect'
import { sql } from 'kysely'
import { demandDesk, seesSellPrice } from '#identity/accounts/access'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { readProjectFigures, readSurveyFigures } from '#ledger/figures/figure-rows.store'
import { figuresOf } from '#ledger/figures/figures'
import { toView } from '#ledger/figures/view'
import { hasStudy } from '../studies/studies.store.ts'
import { readPerformance } from './project-performance.ts'
import { listProjects, sumProjects } from './projects.store.ts'
import { createProject, editProject, readDetail } from './save-project.ts'

const WHOLE_LIST = { limit: LIST_LIMIT_MAX, offset: 0 }

const make = Effect.gen(function* () {
  const database = yield* Database
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** The account's projects that pass the filters (§3.30, api:P1). */
  const list = Effect.fn('Projects.list')(function* (caller: Caller, query: ProjectFilters & PageQuery) {
    yield* demandDesk(caller)
    return yield* database.readAsAccount(caller.accountId, tx =>
      listProjects(tx, caller.accountId, query, pageOf(query), seesSellPrice(caller)),
    )
  })

  /** The figures of all projects that pass the filters, added up (§3.30). */
  const totals = Effect.fn('Projects.totals')(function* (caller: Caller, filters: ProjectFilters) {
    yield* demandDesk(caller)
    const { target, ...counts } = yield* database.readAsAccount(caller.accountId, tx =>
      sumProjects(tx, caller.accountId, filters),
    )
    const { loi: _noMedian, ...sums } = figuresOf({ ...counts, loiMedianSeconds: null }, target)
    return toView<ProjectTotals>(sums, caller.view)
  })

  /** One project with what its status menu allows (api:P2). */
  const read = Effect.fn('Projects.read')(function* (caller: Caller, projectId: number) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => readDetail(tx, caller, projectId, at)),
    )
  })

  /** Makes a project (api:P4). */
  const create = Effect.fn('Projects.create')(function* (caller: Caller, form: ProjectForm, key: string | undefined) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['project', JSON.stringify(form)], at }, tx =>
      createProject(tx, caller, form, at),
    )
  })

  /** Changes a project (api:P3). */
  const update = Effect.fn('Projects.update')(function* (
    caller: Caller,
    projectId: number,
    changes: ProjectChanges,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['project', projectId, JSON.stringify(changes)], at }, tx =>
      editProject(tx, caller, projectId, changes, at),
    )
  })

  /** How a project does, and each of its surveys (api:P13). */
  const performance = Effect.fn('Projects.performance')(function* (caller: Caller, projectId: number) {
    yield* demandDesk(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => readPerformance(tx, caller.accountId, projectId)),
    )
  })

  /** Figures of projects (api:P8): of those asked for, else of all; ids that the account does not have are left out. */
  const figures = Effect.fn('Projects.figures')(function* (caller: Caller, projectIds: readonly number[] | undefined) {
    yield* demandDesk(caller)
    const asked = projectIds === undefined ? sql`true` : sql`p.project_id = any(${projectIds}::int[])`
    const found = yield* database.readAsAccount(caller.accountId, tx =>
      readProjectFigures(tx, sql`p.account_id = ${caller.accountId} and ${asked}`, WHOLE_LIST),
    )
    return found.map(({ row }) => toView(row, caller.view))
  })

  /** Figures of a project's surveys (api:P8 with pm_proj_ud). */
  const surveyFigures = Effect.fn('Projects.surveyFigures')(function* (caller: Caller, projectId: number) {
    yield* demandDesk(caller)
    const found = yield* database.readAsAccount(caller.accountId, async tx =>
      (await hasStudy(tx, caller.accountId, 'project', projectId))
        ? readSurveyFigures(tx, sql`y.account_id = ${caller.accountId} and y.project_id = ${projectId}`, WHOLE_LIST)
        : undefined,
    )
    return (yield* orNotFound(found)).map(({ row }) => toView(row, caller.view))
  })

  return { list, totals, read, create, update, performance, figures, surveyFigures }
})

/** Projects and their figures. */
export class Projects extends Context.Service<Projects, Effect.Success<typeof make>>()('@desk/platform/Projects') {
  static readonly layer = Layer.effect(Projects, make)
}
