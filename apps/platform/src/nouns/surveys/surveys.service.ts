import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import { STATUS_CODES, StatusCode } from '@desk/schema/statuses/status'
import { PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import type { NewSurvey, SurveyChanges } from '@desk/schema/surveys/survey-form'
import type { SurveyLimitsChanges } from '@desk/schema/surveys/survey-limits'
import { Clock, Context, Effect, Layer, Schema } from 'effect'
import { demandDesk, seesSellPrice } from '#identity/accounts/access'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { readOneSurvey } from '#ledger/figures/figure-rows.store'
import { toView } from '#ledger/figures/view'
import { findEffects, findStatus } from '#statuses/statuses.store'
import { readBuyerPricing, type PriceAsked } from '../rate-cards/buyer-pricing.ts'
import { hasStudy } from '../studies/studies.store.ts'
import { createSurvey, editSurvey, readDetail } from './save-survey.ts'
import { editLimits, readPerformance } from './survey-limits.ts'
import { listSurveys } from './survey-list.store.ts'
import { readEngageLanguage, readTestStatus } from './survey-tests.store.ts'

const isStatusCode = Schema.is(StatusCode)

const make = Effect.gen(function* () {
  const database = yield* Database
  const { practiceSurvey: isPracticeServed = false } = yield* PlatformConfig
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** A project's surveys, of one status when a state is given other than 'all' (§2.18, §3.30, api:P5). */
  const list = Effect.fn('Surveys.list')(function* (
    caller: Caller,
    asked: PageQuery & { readonly pm_proj_ud: number; readonly state?: number | 'all' },
  ) {
    yield* demandDesk(caller)
    const { pm_proj_ud: projectId, state = 'all' } = asked
    const of = state === 'all' ? { projectId } : { projectId, state }
    const found = yield* query(() =>
      listSurveys(database.core, caller.accountId, of, pageOf(asked), seesSellPrice(caller)),
    )
    return yield* orNotFound(found)
  })

  /** One survey with what its status menu allows (api:S1). */
  const read = Effect.fn('Surveys.read')(function* (caller: Caller, surveyId: number) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => readDetail(tx, caller, surveyId, at)),
    )
  })

  /** Makes a survey, or a duplicate of one (api:S3). */
  const create = Effect.fn('Surveys.create')(function* (caller: Caller, survey: NewSurvey, key: string | undefined) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['survey', JSON.stringify(survey)], at }, tx =>
      createSurvey(tx, caller, survey, at),
    )
  })

  /** Changes a survey (api:S2). */
  const update = Effect.fn('Surveys.update')(function* (
    caller: Caller,
    surveyId: number,
    changes: SurveyChanges,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['survey', surveyId, JSON.stringify(changes)], at }, tx =>
      editSurvey(tx, caller, surveyId, changes, at),
    )
  })

  /** A survey's figures (api:S4). */
  const figures = Effect.fn('Surveys.figures')(function* (caller: Caller, surveyId: number) {
    yield* demandDesk(caller)
    const found = yield* query(() => readOneSurvey(database.core, caller.accountId, surveyId))
    return toView((yield* orNotFound(found)).row, caller.view)
  })

  /** How many live sources stop if the survey goes to a status (api:S10), by default to Paused; none when it stays or goes live. */
  const liveSources = Effect.fn('Surveys.liveSources')(function* (
    caller: Caller,
    surveyId: number,
    statusId: number = STATUS_CODES.paused,
  ) {
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
    return {
      pm_sy_ud: surveyId,
      statusid: statusId,
      live_stream_count: statusId === STATUS_CODES.live ? 0 : live_sources,
    }
  })

  /** In which language respondents are spoken to (api:S5). */
  const engageLanguage = Effect.fn('Surveys.engageLanguage')(function* (caller: Caller, surveyId: number) {
    yield* demandDesk(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => readEngageLanguage(tx, caller.accountId, surveyId)),
    )
  })

  /** What was tried of the survey (api:S6). */
  const testStatus = Effect.fn('Surveys.testStatus')(function* (caller: Caller, surveyId: number) {
    yield* demandDesk(caller)
    const found = yield* database.readAsAccount(caller.accountId, async tx =>
      (await hasStudy(tx, caller.accountId, 'survey', surveyId))
        ? readTestStatus(tx, caller.accountId, surveyId)
        : undefined,
    )
    return yield* orNotFound(found)
  })

  /** Stated and measured LOI and IR, and the limits (api:S7). */
  const performance = Effect.fn('Surveys.performance')(function* (caller: Caller, surveyId: number) {
    yield* demandDesk(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => readPerformance(tx, caller.accountId, surveyId)),
    )
  })

  /** Changes the limits and the auto-pause rules (api:S8). */
  const updateLimits = Effect.fn('Surveys.updateLimits')(function* (
    caller: Caller,
    surveyId: number,
    changes: SurveyLimitsChanges,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(
      database,
      caller,
      { key, request: ['survey limits', surveyId, JSON.stringify(changes)], at },
      tx => editLimits(tx, caller, surveyId, changes, at),
    )
  })

  /** What the rate card says (api:S9). */
  const buyerPricing = Effect.fn('Surveys.buyerPricing')(function* (caller: Caller, asked: PriceAsked) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => readBuyerPricing(tx, caller.accountId, asked, at)),
    )
  })

  /** What a survey can be tried with. */
  const practiceSurvey = Effect.fn('Surveys.practiceSurvey')(function* (caller: Caller) {
    yield* demandDesk(caller)
    return { survey_url: isPracticeServed ? PRACTICE_SURVEY_URL : null }
  })

  return {
    list,
    read,
    create,
    update,
    figures,
    practiceSurvey,
    engageLanguage,
    testStatus,
    performance,
    updateLimits,
    buyerPricing,
    liveSources,
  }
})

/** Surveys and their figures. */
export class Surveys extends Context.Service<Surveys, Effect.Success<typeof make>>()('@desk/platform/Surveys') {
  static readonly layer = Layer.effect(Surveys, make)
}
