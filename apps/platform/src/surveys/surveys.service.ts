import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import { STATUS_CODES, StatusCode } from '@desk/schema/statuses/status'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { Clock, Context, Effect, Layer, Schema } from 'effect'
import { demandDesk, orNotFound, seesSellPrice } from '../accounts/access.ts'
import { Database, query } from '../db/database.ts'
import { readOneSurvey } from '../figures/figure-rows.store.ts'
import { toView } from '../figures/view.ts'
import { pageOf, type PageQuery } from '../lists/page.ts'
import { allowedOf } from '../statuses/status-row.ts'
import { findEffects, findStatus } from '../statuses/statuses.store.ts'
import { hasStudy } from '../studies/studies.store.ts'
import { findSurvey, listSurveys } from './surveys.store.ts'

const isStatusCode = Schema.is(StatusCode)

const make = Effect.gen(function* () {
  const database = yield* Database

  /** A project's surveys, of one status when a state is given (§2.18, api:P5). */
  const list = Effect.fn('Surveys.list')(function* (caller: Caller, query: PageQuery & { readonly pm_proj_ud: number; readonly state?: number }) {
    yield* demandDesk(caller)
    const { pm_proj_ud: projectId, state } = query
    const found = yield* database.readAsAccount(caller.accountId, async tx =>
      (await hasStudy(tx, caller.accountId, 'project', projectId))
        ? listSurveys(tx, caller.accountId, state === undefined ? { projectId } : { projectId, state }, pageOf(query), seesSellPrice(caller))
        : undefined,
    )
    return yield* orNotFound(found)
  })

  /** One survey with what its status menu allows (api:S1). */
  const read = Effect.fn('Surveys.read')(function* (caller: Caller, surveyId: number) {
    yield* demandDesk(caller)
    const now = new Date(yield* Clock.currentTimeMillis)
    const found = yield* database.readAsAccount(caller.accountId, async (tx): Promise<SurveyDetail | undefined> => {
      const survey = await findSurvey(tx, caller.accountId, surveyId, seesSellPrice(caller))
      const status = await findStatus(tx, caller.accountId, 'survey', surveyId)
      return survey && status && { ...survey, allowed: allowedOf('survey', status, now) }
    })
    return yield* orNotFound(found)
  })

  /** A survey's figures (api:S4). */
  const figures = Effect.fn('Surveys.figures')(function* (caller: Caller, surveyId: number) {
    yield* demandDesk(caller)
    const found = yield* query(() => readOneSurvey(database.core, caller.accountId, surveyId))
    return toView((yield* orNotFound(found)).row, caller.view)
  })

  /** How many live sources stop if the survey goes to a status (api:S10), by default to Paused; none when it stays or goes live. */
  const liveSources = Effect.fn('Surveys.liveSources')(function* (caller: Caller, surveyId: number, statusId: number = STATUS_CODES.paused) {
    yield* demandDesk(caller)
    if (!isStatusCode(statusId)) {
      const message = 'There is no such status.'
      return yield* new Refused({ message, details: [{ path: ['statusid'], message }] })
    }
    const effects = yield* database.readAsAccount(caller.accountId, async tx => {
      const row = await findStatus(tx, caller.accountId, 'survey', surveyId)
      return row && findEffects(tx, caller.accountId, 'survey', row)
    })
    const { live_sources } = yield* orNotFound(effects)
    return { pm_sy_ud: surveyId, statusid: statusId, live_stream_count: statusId === STATUS_CODES.live ? 0 : live_sources }
  })

  return { list, read, figures, liveSources }
})

/** Surveys and their figures. */
export class Surveys extends Context.Service<Surveys, Effect.Success<typeof make>>()('@desk/platform/Surveys') {
  static readonly layer = Layer.effect(Surveys, make)
}
