import type { Caller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import type { RequestSpans } from '@desk/schema/telemetry/request-spans'
import { Context, Layer, Tracer } from 'effect'
import { HttpMiddleware, HttpRouter, HttpServer } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import type { IncomingMessage } from 'node:http'
import { assistantHandlers } from '#assistant/handlers'
import { Desk, type AnswerAs } from '#assistant/desk'
import { mcpRoutes } from '#assistant/mcp/mcp-routes'
import { accountHandlers } from '#identity/accounts/handlers'
import { ApiKeys } from '#identity/api-keys/api-keys.service'
import { apiKeyHandlers } from '#identity/api-keys/handlers'
import { auditHandlers } from '#identity/audit/handlers'
import { managedAccountHandlers } from '#identity/managed-accounts/handlers'
import { accountMemberHandlers } from '#identity/managed-accounts/members-handlers'
import { Confirmations } from '#identity/confirmation/confirmations'
import { featureHandlers } from '#identity/features/handlers'
import { passwordResetHandlers } from '#identity/password-reset/handlers'
import { ResetLimits } from '#identity/password-reset/reset-limits'
import { platformHandlers, platformSettingsHandlers } from '#identity/platform/handlers'
import { scimRoutes } from '#identity/provisioning/scim-routes'
import { secondFactorHandlers } from '#identity/second-factor/handlers'
import { SecondFactors } from '#identity/second-factor/second-factor.service'
import { openSessionHandlers } from '#identity/sessions/handlers'
import { sessionHandlers, signInHandlers } from '#identity/sign-in/handlers'
import { ActingCaller } from '#identity/sign-in/acting-caller'
import { Sessions } from '#identity/sign-in/sessions.service'
import { ServiceOnlyLive, SignedInLive } from '#identity/sign-in/signed-in'
import { SignInLimits } from '#identity/try-limits/sign-in-limits'
import { signOnAgainHandlers, signOnHandlers, singleSignOnHandlers } from '#identity/single-sign-on/handlers'
import { SignOnAgain } from '#identity/single-sign-on/sign-on-again.service'
import { SignOnProviders } from '#identity/single-sign-on/sign-on-providers'
import { SingleSignOn } from '#identity/single-sign-on/sign-on.service'
import { userHandlers } from '#identity/users/handlers'
import { userSessionHandlers } from '#identity/users/session-handlers'
import { defenderExportHandlers } from '#defender/export/handlers'
import { defenderViewHandlers } from '#defender/handlers'
import { markListHandlers } from '#defender/marks/handlers'
import { journalHandlers } from '#journals/handlers'
import { reviewHandlers } from '#defender/review/handlers'
import { scorecardHandlers } from '#defender/scorecards/handlers'
import type { PlatformConfig } from '#kernel/config/platform-config'
import type { Database } from '#kernel/db/database'
import { OPENAPI_PATH } from '#kernel/http/contract-adapter'
import { DecodeFaultsLive } from '#kernel/http/decode-faults'
import type { Mail } from '#kernel/mail/mail'
import type { Adjustments } from '#ledger/batches/adjustments.service'
import { ChangeFeed } from '#ledger/feed/change-feed'
import { changeHandlers } from '#ledger/feed/handlers'
import { returnHashingHandlers } from '#ledger/return-hashing/handlers'
import { watchHandlers } from '#ledger/watches/handlers'
import { alertChannelHandlers } from '#nouns/alerts/channels/handlers'
import { alertMuteHandlers } from '#nouns/alerts/mutes-handlers'
import { alertRuleHandlers } from '#nouns/alerts/rules-handlers'
import { alertHandlers } from '#nouns/alerts/handlers'
import { businessUnitHandlers } from '#nouns/business-units/handlers'
import { defenderHandlers } from '#nouns/defender/handlers'
import { exclusionHandlers } from '#nouns/exclusions/handlers'
import { documentFileHandlers, documentHandlers } from '#nouns/documents/handlers'
import { forecastsHandlers } from '#forecasts/handlers'
import { retentionHandlers } from '#nouns/retention/handlers'
import { reversalsHandlers } from '#nouns/reversals/handlers'
import { historyHandlers } from '#nouns/history/handlers'
import { lookupHandlers } from '#nouns/lookups/handlers'
import { objectionHandlers } from '#nouns/objections/handlers'
import { processingRecordHandlers } from '#nouns/processing-record/handlers'
import { projectHandlers } from '#nouns/projects/handlers'
import { qualificationHandlers } from '#nouns/qualifications/handlers'
import { qualityQuestionHandlers } from '#nouns/quality-questions/handlers'
import { rateCardHandlers } from '#nouns/rate-cards/handlers'
import { reconciliationHandlers } from '#nouns/reconciliation/handlers'
import { recontactHandlers } from '#nouns/recontact/handlers'
import { searchHandlers } from '#nouns/search/handlers'
import { classicSourceHandlers } from '#nouns/sources/classic-handlers'
import { sourceHandlers } from '#nouns/sources/handlers'
import { sourceQuotaHandlers } from '#nouns/sources/quotas-handlers'
import { sourceSupplierHandlers } from '#nouns/sources/suppliers-handlers'
import { sourceTemplateHandlers } from '#nouns/sources/templates-handlers'
import { disputeHandlers } from '#nouns/reconciliation/disputes/handlers'
import { erasureHandlers } from '#nouns/erasure/handlers'
import { statementLinkHandlers } from '#nouns/statement-links/handlers'
import { supplierPrivacyHandlers } from '#nouns/statement-links/supplier-privacy-handlers'
import { supplierStatementHandlers } from '#nouns/statement-links/supplier-handlers'
import { asItWasHandlers } from '#nouns/as-it-was/handlers'
import { figureChangeHandlers } from '#nouns/figure-changes/handlers'
import { sellStatementHandlers, statementHandlers, statementKeyHandlers } from '#nouns/statements/handlers'
import { subjectAccessHandlers } from '#nouns/subject-access/handlers'
import { supplierHandlers } from '#nouns/suppliers/handlers'
import { surveyHandlers } from '#nouns/surveys/handlers'
import { supplierAccountHandlers } from '#nouns/supplier-accounts/handlers'
import { todayHandlers } from '#nouns/today/handlers'
import { webhookHandlers } from '#nouns/webhooks/handlers'
import { embeddedReportHandlers } from '#reports/embedded/handlers'
import { reportHandlers } from '#reports/reports/handlers'
import { reportScheduleHandlers } from '#reports/reports/schedules/handlers'
import { reportViewHandlers } from '#reports/reports/views/handlers'
import { dashboardHandlers } from '#reports/dashboard/handlers'
import { statisticsHandlers } from '#reports/statistics/handlers'
import { statusHandlers } from '#statuses/handlers'

const groups = Layer.mergeAll(
  signInHandlers.layer,
  sessionHandlers.layer,
  passwordResetHandlers.layer.pipe(Layer.provide(ResetLimits.layer)),
  signOnHandlers.layer,
  signOnAgainHandlers.layer,
  singleSignOnHandlers.layer,
  openSessionHandlers.layer,
  secondFactorHandlers.layer,
  apiKeyHandlers.layer,
  auditHandlers.layer,
  processingRecordHandlers.layer,
  retentionHandlers.layer,
  subjectAccessHandlers.layer,
  objectionHandlers.layer,
  accountHandlers.layer,
  businessUnitHandlers.layer,
  managedAccountHandlers.layer,
  accountMemberHandlers.layer,
  rateCardHandlers.layer,
  documentHandlers.layer,
  documentFileHandlers.layer,
  featureHandlers.layer,
  platformHandlers.layer,
  platformSettingsHandlers.layer,
  userHandlers.layer,
  userSessionHandlers.layer,
  projectHandlers.layer,
  surveyHandlers.layer,
  sourceHandlers.layer,
  sourceQuotaHandlers.layer,
  sourceSupplierHandlers.layer,
  defenderHandlers.layer,
  defenderViewHandlers.layer,
  defenderExportHandlers.layer,
  markListHandlers.layer,
  scorecardHandlers.layer,
  reviewHandlers.layer,
  exclusionHandlers.layer,
  recontactHandlers.layer,
  classicSourceHandlers.layer,
  sourceTemplateHandlers.layer,
  supplierHandlers.layer,
  qualificationHandlers.layer,
  qualityQuestionHandlers.layer,
  returnHashingHandlers.layer,
  alertHandlers.layer,
  alertRuleHandlers.layer,
  alertMuteHandlers.layer,
  alertChannelHandlers.layer,
  webhookHandlers.layer,
  supplierAccountHandlers.layer,
  statusHandlers.layer,
  historyHandlers.layer,
  forecastsHandlers.layer,
  reversalsHandlers.layer,
  reconciliationHandlers.layer,
  statementHandlers.layer,
  sellStatementHandlers.layer,
  figureChangeHandlers.layer,
  asItWasHandlers.layer,
  statementKeyHandlers.layer,
  statementLinkHandlers.layer,
  erasureHandlers.layer,
  supplierStatementHandlers.layer,
  supplierPrivacyHandlers.layer,
  disputeHandlers.layer,
  reportHandlers.layer,
  reportViewHandlers.layer,
  reportScheduleHandlers.layer,
  embeddedReportHandlers.layer,
  statisticsHandlers.layer,
  dashboardHandlers.layer,
  todayHandlers.layer,
  searchHandlers.layer,
  assistantHandlers.layer,
  lookupHandlers.layer,
  changeHandlers.layer.pipe(Layer.provide(ChangeFeed.layer)),
  watchHandlers.layer,
  journalHandlers.layer,
)

const sessions = Layer.mergeAll(SingleSignOn.layer, SignOnAgain.layer).pipe(
  Layer.provideMerge(SignOnProviders.layer),
  Layer.provideMerge(Sessions.layer),
  Layer.provideMerge(SecondFactors.layer),
  Layer.provideMerge(Confirmations.layer),
  Layer.provideMerge(SignInLimits.layer),
  Layer.provideMerge(ApiKeys.layer),
)
const middleware = Layer.mergeAll(SignedInLive, ServiceOnlyLive, DecodeFaultsLive).pipe(Layer.provide(sessions))

// every request's own services come from the middleware, none from outside; the adapter's type asks for any
type RequestContext = Parameters<ReturnType<typeof HttpRouter.toWebHandler>['handler']>[1]
const NO_CONTEXT = Context.empty() as RequestContext

// its span would hold the whole address and join a trace of any header; requests have spans of ours
const withoutOwnSpans = Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true)

/**
 * The whole contract as one web handler, on these services.
 * @param requests the spans of recorded requests, below which the steps of their handling have spans of their own
 */
export function contractHandler(
  services: Layer.Layer<Database | PlatformConfig | Mail | Adjustments>,
  requests: RequestSpans | undefined,
): {
  handler: (request: Request, incoming: IncomingMessage) => Promise<Response>
  dispose: () => Promise<void>
} {
  // the assistant calls the contract that it is a part of
  const answerAs: AnswerAs = (request, caller) => web.handler(request, actingAs(caller))
  const routes = Layer.mergeAll(
    HttpApiBuilder.layer(DeskApi, { openapiPath: OPENAPI_PATH }),
    scimRoutes,
    mcpRoutes,
  ).pipe(
    Layer.provide(groups),
    Layer.provide(Layer.effect(Desk, Desk.over(answerAs))),
    Layer.provide(middleware),
    Layer.provide(sessions),
    Layer.provide(services),
    Layer.provide(HttpServer.layerServices),
    Layer.provideMerge(withoutOwnSpans),
  )
  const web = HttpRouter.toWebHandler(routes, { disableLogger: true })
  return { handler: (request, incoming) => web.handler(request, contextOf(incoming, requests)), dispose: web.dispose }
}

const actingAs = (caller: Caller): RequestContext => Context.make(ActingCaller, caller) as RequestContext // as NO_CONTEXT

function contextOf(incoming: IncomingMessage, requests: RequestSpans | undefined): RequestContext {
  const span = requests?.of(incoming)
  if (requests === undefined || span === undefined) return NO_CONTEXT
  return Context.make(Tracer.Tracer, requests.tracer).pipe(Context.add(Tracer.ParentSpan, span)) as RequestContext // as NO_CONTEXT
}
