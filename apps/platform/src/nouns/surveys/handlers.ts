import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import { STATUS_CODES, StatusCode } from '@desk/schema/statuses/status'
import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import { may } from '@desk/schema/permissions/permissions'
import { Clock, Effect, Schema } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { plainJson } from '#kernel/http/plain-json'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { readOneSurvey } from '#ledger/figures/figure-rows.store'
import { toView } from '#ledger/figures/view'
import { findEffects, findStatus } from '#statuses/statuses.store'
import { readBuyerPricing } from '../rate-cards/buyer-pricing.ts'
import { hasStudy } from '../studies/studies.store.ts'
import { createSurvey, editSurvey, readDetail } from './save-survey.ts'
import { editLimits, readPerformance } from './survey-limits.ts'
import { listSurveys } from './survey-list.store.ts'
import { readEngageLanguage, readTestStatus } from './survey-tests.store.ts'

const isStatusCode = Schema.is(StatusCode)

/** Surveys and their figures. */
export const surveyHandlers = handlersOf(
  'surveys',
  Effect.gen(function* () {
    const database = yield* Database
    const { practiceSurvey: isPracticeServed = false } = yield* PlatformConfig
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    /** A project's surveys, of one status when a state is given other than 'all' (§2.18, §3.30, api:P5). */
    const list = Effect.fn('Surveys.list')(function* (
      caller: Caller,
      asked: PageQuery & { readonly pm_proj_ud: number; readonly state?: number | 'all' },
    ) {
      const { pm_proj_ud: projectId, state = 'all' } = asked
      const of = state === 'all' ? { projectId } : { projectId, state }
      const found = yield* query(() =>
        listSurveys(database.core, caller.accountId, of, pageOf(asked), may(caller.user, 'see the sell price')),
      )
      return yield* orNotFound(found)
    })

    /** How many live sources stop if the survey goes to a status (api:S10), by default to Paused; none when it stays or goes live. */
    const liveSources = Effect.fn('Surveys.liveSources')(function* (
      caller: Caller,
      surveyId: number,
      statusId: number = STATUS_CODES.paused,
    ) {
      if (!isStatusCode(statusId)) {
        const message = 'There is no such status.'
        return yield* new Refused({ message, details: [{ path: ['statusid'], message }] })
      }
      const effects = yield* database.readAsAccount(caller.accountId, async tx => {
        const row = await findStatus(tx, caller.accountId, 'survey', surveyId)
        return row && findEffects(tx, caller.accountId, 'survey', row)
      })
      const { live_sources } = yield* orNotFound(effects)
      return {
        pm_sy_ud: surveyId,
        statusid: statusId,
        live_stream_count: statusId === STATUS_CODES.live ? 0 : live_sources,
      }
    })

    return {
      list: ({ query }, caller) => plainJson(list(caller, query)),
      /** One survey with what its status menu allows (api:S1). */
      read: Effect.fn('Surveys.read')(function* ({ params: { id: surveyId } }, caller) {
        const at = yield* now
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => readDetail(tx, caller, surveyId, at)),
        )
      }),
      /** Makes a survey, or a duplicate of one (api:S3). */
      create: ({ payload: survey }, caller) =>
        actFor(database, caller, ['survey', survey], (tx, actor) => createSurvey(tx, actor, survey)),
      /** Changes a survey (api:S2). */
      update: ({ params: { id: surveyId }, payload: changes }, caller) =>
        actFor(database, caller, ['survey', surveyId, changes], (tx, actor) =>
          editSurvey(tx, actor, surveyId, changes),
        ),
      /** The language in which respondents are addressed (api:S5). */
      engageLanguage: Effect.fn('Surveys.engageLanguage')(function* ({ params: { id: surveyId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => readEngageLanguage(tx, caller.accountId, surveyId)),
        )
      }),
      /** The tests of the survey (api:S6). */
      testStatus: Effect.fn('Surveys.testStatus')(function* ({ params: { id: surveyId } }, caller) {
        const found = yield* database.readAsAccount(caller.accountId, async tx =>
          (await hasStudy(tx, caller.accountId, 'survey', surveyId))
            ? readTestStatus(tx, caller.accountId, surveyId)
            : undefined,
        )
        return yield* orNotFound(found)
      }),
      /** Stated and measured LOI and IR, and the limits (api:S7). */
      performance: Effect.fn('Surveys.performance')(function* ({ params: { id: surveyId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => readPerformance(tx, caller.accountId, surveyId)),
        )
      }),
      /** Changes the limits and the auto-pause rules (api:S8). */
      updateLimits: ({ params: { id: surveyId }, payload: changes }, caller) =>
        actFor(database, caller, ['survey limits', surveyId, changes], (tx, actor) =>
          editLimits(tx, actor, surveyId, changes),
        ),
      /** The practice survey's URL. */
      practiceSurvey: () => Effect.succeed({ survey_url: isPracticeServed ? PRACTICE_SURVEY_URL : null }),
      /** The rate card's price (api:S9). */
      buyerPricing: Effect.fn('Surveys.buyerPricing')(function* ({ query: asked }, caller) {
        const at = yield* now
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => readBuyerPricing(tx, caller.accountId, asked, at)),
        )
      }),
      /** A survey's figures (api:S4). */
      figures: Effect.fn('Surveys.figures')(function* ({ params: { id: surveyId } }, caller) {
        const found = yield* query(() => readOneSurvey(database.core, caller.accountId, surveyId))
        return toView((yield* orNotFound(found)).row, caller.view)
      }),
      liveSources: ({ params, query }, caller) => liveSources(caller, params.id, query.statusid),
    }
  }),
)
