import { DeskApi } from '@desk/api/contract'
import { Context, Layer } from 'effect'
import { HttpRouter, HttpServer } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { AccountsHttp } from '../accounts/accounts.http.ts'
import { ChangesHttp } from '../changes/changes.http.ts'
import { Confirmations } from '../confirmation/confirmations.ts'
import type { PlatformConfig } from '../config/platform-config.ts'
import type { Database } from '../db/database.ts'
import { HistoryHttp } from '../history/history.http.ts'
import { JournalsHttp } from '../journals/journals.http.ts'
import { LookupsHttp } from '../lookups/lookups.http.ts'
import type { Mail } from '../mail/mail.ts'
import { PasswordResetHttp } from '../password-reset/password-reset.http.ts'
import { ProjectsHttp } from '../projects/projects.http.ts'
import { QualificationsHttp } from '../qualifications/qualifications.http.ts'
import { QualityQuestionsHttp } from '../quality-questions/quality-questions.http.ts'
import { ReportsHttp } from '../reports/reports.http.ts'
import { ReturnHashingHttp } from '../return-hashing/return-hashing.http.ts'
import { SearchHttp } from '../search/search.http.ts'
import { SecondFactorHttp } from '../second-factor/second-factor.http.ts'
import { SecondFactors } from '../second-factor/second-factor.service.ts'
import { OpenSessionsHttp } from '../sessions/open-sessions.http.ts'
import { SessionHttp, SignInHttp } from '../sessions/sessions.http.ts'
import { Sessions } from '../sessions/sessions.service.ts'
import { SignInLimits } from '../sessions/sign-in-limits.ts'
import { ServiceOnlyLive, SignedInLive } from '../sessions/signed-in.ts'
import { ClassicSourcesHttp } from '../sources/classic-sources.http.ts'
import { SourceQuotasHttp } from '../sources/source-quotas.http.ts'
import { SourceSuppliersHttp } from '../sources/source-suppliers.http.ts'
import { SourceTemplatesHttp } from '../sources/source-templates.http.ts'
import { SourcesHttp } from '../sources/sources.http.ts'
import { StatisticsHttp } from '../statistics/statistics.http.ts'
import { StatusesHttp } from '../statuses/statuses.http.ts'
import { SuppliersHttp } from '../suppliers/suppliers.http.ts'
import { SurveysHttp } from '../surveys/surveys.http.ts'
import { UsersHttp } from '../users/users.http.ts'
import { WatchesHttp } from '../watches/watches.http.ts'
import { OPENAPI_PATH } from './contract-adapter.ts'
import { DecodeFaultsLive } from './decode-faults.ts'

const groups = Layer.mergeAll(
  SignInHttp,
  SessionHttp,
  PasswordResetHttp,
  OpenSessionsHttp,
  SecondFactorHttp,
  AccountsHttp,
  UsersHttp,
  ProjectsHttp,
  SurveysHttp,
  SourcesHttp,
  SourceQuotasHttp,
  SourceSuppliersHttp,
  ClassicSourcesHttp,
  SourceTemplatesHttp,
  SuppliersHttp,
  QualificationsHttp,
  QualityQuestionsHttp,
  ReturnHashingHttp,
  StatusesHttp,
  HistoryHttp,
  ReportsHttp,
  StatisticsHttp,
  SearchHttp,
  LookupsHttp,
  ChangesHttp,
  WatchesHttp,
  JournalsHttp,
)

const sessions = Sessions.layer.pipe(
  Layer.provideMerge(SecondFactors.layer),
  Layer.provideMerge(Confirmations.layer),
  Layer.provideMerge(SignInLimits.layer),
)
const middleware = Layer.mergeAll(SignedInLive, ServiceOnlyLive, DecodeFaultsLive).pipe(Layer.provide(sessions))

// every request's own services come from the middleware, none from outside; the adapter's type asks for any
const NO_CONTEXT = Context.empty() as Parameters<ReturnType<typeof HttpRouter.toWebHandler>['handler']>[1]

/** The whole contract as one web handler, on these services. */
export function contractHandler(services: Layer.Layer<Database | PlatformConfig | Mail>): {
  handler: (request: Request) => Promise<Response>
  dispose: () => Promise<void>
} {
  const routes = HttpApiBuilder.layer(DeskApi, { openapiPath: OPENAPI_PATH }).pipe(
    Layer.provide(groups),
    Layer.provide(middleware),
    Layer.provide(sessions),
    Layer.provide(services),
    Layer.provide(HttpServer.layerServices),
  )
  const { handler, dispose } = HttpRouter.toWebHandler(routes, { disableLogger: true })
  return { handler: request => handler(request, NO_CONTEXT), dispose }
}
