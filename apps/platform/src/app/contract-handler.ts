import { DeskApi } from '@desk/api/contract'
import { Context, Layer } from 'effect'
import { HttpRouter, HttpServer } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { AccountsHttp } from '#identity/accounts/accounts.http'
import { Confirmations } from '#identity/confirmation/confirmations'
import { PasswordResetHttp } from '#identity/password-reset/password-reset.http'
import { SecondFactorHttp } from '#identity/second-factor/second-factor.http'
import { SecondFactors } from '#identity/second-factor/second-factor.service'
import { OpenSessionsHttp } from '#identity/sessions/open-sessions.http'
import { SessionHttp, SignInHttp } from '#identity/sign-in/sessions.http'
import { Sessions } from '#identity/sign-in/sessions.service'
import { ServiceOnlyLive, SignedInLive } from '#identity/sign-in/signed-in'
import { SignInLimits } from '#identity/try-limits/sign-in-limits'
import { UsersHttp } from '#identity/users/users.http'
import { JournalsHttp } from '#journals/journals.http'
import type { PlatformConfig } from '#kernel/config/platform-config'
import type { Database } from '#kernel/db/database'
import { OPENAPI_PATH } from '#kernel/http/contract-adapter'
import { DecodeFaultsLive } from '#kernel/http/decode-faults'
import type { Mail } from '#kernel/mail/mail'
import { ChangesHttp } from '#ledger/feed/changes.http'
import { ReturnHashingHttp } from '#ledger/return-hashing/return-hashing.http'
import { WatchesHttp } from '#ledger/watches/watches.http'
import { HistoryHttp } from '#nouns/history/history.http'
import { LookupsHttp } from '#nouns/lookups/lookups.http'
import { ProjectsHttp } from '#nouns/projects/projects.http'
import { QualificationsHttp } from '#nouns/qualifications/qualifications.http'
import { QualityQuestionsHttp } from '#nouns/quality-questions/quality-questions.http'
import { SearchHttp } from '#nouns/search/search.http'
import { ClassicSourcesHttp } from '#nouns/sources/classic-sources.http'
import { SourceQuotasHttp } from '#nouns/sources/source-quotas.http'
import { SourceSuppliersHttp } from '#nouns/sources/source-suppliers.http'
import { SourceTemplatesHttp } from '#nouns/sources/source-templates.http'
import { SourcesHttp } from '#nouns/sources/sources.http'
import { SuppliersHttp } from '#nouns/suppliers/suppliers.http'
import { SurveysHttp } from '#nouns/surveys/surveys.http'
import { ReportsHttp } from '#reports/reports/reports.http'
import { StatisticsHttp } from '#reports/statistics/statistics.http'
import { StatusesHttp } from '#statuses/statuses.http'

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
