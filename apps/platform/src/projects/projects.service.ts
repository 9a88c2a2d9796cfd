import type { Caller } from '@desk/api/authorization'
import { LIST_LIMIT_MAX } from '@desk/api/lists'
import type { ProjectDetail, ProjectFilters } from '@desk/schema/projects/project'
import { Clock, Context, Effect, Layer } from 'effect'
import { sql } from 'kysely'
import { demandDesk, orNotFound, seesSellPrice } from '../accounts/access.ts'
import { Database } from '../db/database.ts'
import { readProjectFigures, readSurveyFigures } from '../figures/figure-rows.store.ts'
import { toView } from '../figures/view.ts'
import { pageOf, type PageQuery } from '../lists/page.ts'
import { allowedOf } from '../statuses/status-row.ts'
import { findStatus } from '../statuses/statuses.store.ts'
import { hasStudy } from '../studies/studies.store.ts'
import { findProject, listProjects } from './projects.store.ts'

const WHOLE_LIST = { limit: LIST_LIMIT_MAX, offset: 0 }

const make = Effect.gen(function* () {
  const database = yield* Database

  /** The account's projects that pass the filters (§3.30, api:P1). */
  const list = Effect.fn('Projects.list')(function* (caller: Caller, query: ProjectFilters & PageQuery) {
    yield* demandDesk(caller)
    return yield* database.readAsAccount(caller.accountId, tx => listProjects(tx, caller.accountId, query, pageOf(query), seesSellPrice(caller)))
  })

  /** One project with what its status menu allows (api:P2). */
  const read = Effect.fn('Projects.read')(function* (caller: Caller, projectId: number) {
    yield* demandDesk(caller)
    const now = new Date(yield* Clock.currentTimeMillis)
    const found = yield* database.readAsAccount(caller.accountId, async (tx): Promise<ProjectDetail | undefined> => {
      const project = await findProject(tx, caller.accountId, projectId, seesSellPrice(caller))
      const status = await findStatus(tx, caller.accountId, 'project', projectId)
      return project && status && { ...project, allowed: allowedOf('project', status, now) }
    })
    return yield* orNotFound(found)
  })

  /** Figures of projects (api:P8): of those asked for, else of all; ids that the account does not have are left out. */
  const figures = Effect.fn('Projects.figures')(function* (caller: Caller, projectIds: readonly number[] | undefined) {
    yield* demandDesk(caller)
    const asked = projectIds === undefined ? sql`true` : sql`p.project_id = any(${projectIds}::int[])`
    const found = yield* database.readAsAccount(caller.accountId, tx => readProjectFigures(tx, sql`p.account_id = ${caller.accountId} and ${asked}`, WHOLE_LIST))
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

  return { list, read, figures, surveyFigures }
})

/** Projects and their figures. */
export class Projects extends Context.Service<Projects, Effect.Success<typeof make>>()('@desk/platform/Projects') {
  static readonly layer = Layer.effect(Projects, make)
}
