import type { Caller } from '@desk/api/authorization'
import type { Source } from '@desk/schema/sources/source'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandDesk, orNotFound } from '../accounts/access.ts'
import { Database, query } from '../db/database.ts'
import { toView } from '../figures/view.ts'
import { pageOf, type PageQuery } from '../lists/page.ts'
import { explainRespondent } from '../respondents/explain.store.ts'
import { allowedOf } from '../statuses/status-row.ts'
import { findStatus } from '../statuses/statuses.store.ts'
import { readSourceTable } from './source-table.store.ts'
import { findSource, findSourceSurvey } from './sources.store.ts'

const make = Effect.gen(function* () {
  const database = yield* Database

  /** One source with what its status menu allows (api:T10). */
  const read = Effect.fn('Sources.read')(function* (caller: Caller, sourceId: number) {
    yield* demandDesk(caller)
    const now = new Date(yield* Clock.currentTimeMillis)
    const found = yield* database.readAsAccount(caller.accountId, async (tx): Promise<Source | undefined> => {
      const source = await findSource(tx, caller.accountId, sourceId)
      const status = await findStatus(tx, caller.accountId, 'source', sourceId)
      return source && status && { ...source, allowed: allowedOf('source', status, now) }
    })
    return toView(yield* orNotFound(found), caller.view)
  })

  /** The survey above a source (api:T7). */
  const survey = Effect.fn('Sources.survey')(function* (caller: Caller, sourceId: number) {
    yield* demandDesk(caller)
    return yield* orNotFound(yield* database.readAsAccount(caller.accountId, tx => findSourceSurvey(tx, caller.accountId, sourceId)))
  })

  /** The source table of a survey (§3.9–3.23, api:U2), and how to tell that it is still so. */
  const table = Effect.fn('Sources.table')(function* (caller: Caller, surveyId: number, page: PageQuery) {
    yield* demandDesk(caller)
    const found = yield* query(() => readSourceTable(database.core, caller.accountId, surveyId, pageOf(page)))
    const { rows, truth } = yield* orNotFound(found)
    return { rows: rows.map(row => toView(row, caller.view)), truth }
  })

  /** One respondent's path through a source, by RDUD or the supplier's rid; the supplier's name is not for every view. */
  const explain = Effect.fn('Sources.explain')(function* (caller: Caller, sourceId: number, find: string) {
    yield* demandDesk(caller)
    const path = yield* database.readAsAccount(caller.accountId, tx => explainRespondent(tx, caller.accountId, sourceId, find))
    return toView(yield* orNotFound(path ?? undefined), caller.view)
  })

  return { read, survey, table, explain }
})

/** Sources and the source table. */
export class Sources extends Context.Service<Sources, Effect.Success<typeof make>>()('@desk/platform/Sources') {
  static readonly layer = Layer.effect(Sources, make)
}
