import { isStreamed, UPLOAD_WITHIN_MS } from '@desk/api/body-limit'
import { loggedPath } from '@desk/api/logged-path'
import { tracedRoute } from '@desk/api/traced-route'
import { cutUnlessRead } from '@desk/schema/health/cut-unless-read'
import { serveMetrics } from '@desk/schema/health/serve-metrics'
import { transportSecurity } from '@desk/schema/config/transport-security'
import { startTelemetry } from '@desk/schema/telemetry/telemetry'
import type { TelemetrySettings } from '@desk/schema/telemetry/telemetry-settings'
import express, { type ErrorRequestHandler } from 'express'
import helmet from 'helmet'
import { Effect, Layer, ManagedRuntime } from 'effect'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { sweepConversations } from '#assistant/conversation-sweep'
import { sweepDefenderCounts } from '#defender/scorecards/sweep-counts'
import { directReads } from '#identity/direct-reads/direct-reads'
import { mountSignOnCallback } from '#identity/single-sign-on/callback-route'
import { sweepJournals } from '#journals/journal-sweep'
import { JOURNAL_DAYS_DEFAULT } from '#kernel/config/defaults'
import { PlatformConfig, type PlatformSettings } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { openEgress } from '#kernel/egress/egress'
import { clientAddressBehind } from '#kernel/http/client-address'
import { contractAdapter } from '#kernel/http/contract-adapter'
import { neverStored, sayNeverStored } from '#kernel/http/never-stored'
import { giveRequestId, identifyRequest, REQUEST_ID_HEADER } from '#kernel/http/request-id'
import { traceStart } from '#kernel/http/trace-start'
import { Mail, type Message } from '#kernel/mail/mail'
import { platformMetrics } from '#kernel/metrics/platform-metrics'
import { Adjustments } from '#ledger/batches/adjustments.service'
import { HOUR_MS } from '#ledger/facts/pacing'
import { mountPracticeSurvey } from '#ledger/links/practice-survey'
import { startRespondents } from '#ledger/links/start-respondents'
import { repeat } from '#kernel/background/repeat'
import type { SweepIntervals } from '#ledger/sweeps/sweeps'
import { directWatch } from '#ledger/watches/direct-watch'
import { startAlerts } from '#nouns/alerts/start-alerts'
import { sweepForecasts } from '#forecasts/sweep-forecasts'
import { sweepLinkChecks } from '#nouns/link-checks/sweep-link-checks'
import { openBytes } from '#nouns/documents/bytes/open-bytes'
import { sweepRetention } from '#nouns/retention/sweep-retention'
import { sweepDocuments } from '#nouns/documents/sweep-documents'
import { sweepBoosts } from '#nouns/sources/auto-boost/raise-prices'
import { keptSourceTable } from '#nouns/sources/kept-table'
import { keptSurveyList } from '#nouns/surveys/kept-list'
import { sweepErasures } from '#nouns/erasure/run-erasure'
import { sweepPeriods } from '#nouns/statements/close-period'
import { listClosingProjects as listClosing } from '#nouns/reconciliation/closing.store'
import { sweepDisputes } from '#nouns/reconciliation/disputes/sweep-disputes'
import { statementKey } from '#nouns/statements/statement-keys'
import { startWebhooks } from '#nouns/webhooks/start-webhooks'
import { startReportMail } from '#reports/reports/schedules/start-report-mail'
import { contractHandler } from './contract-handler.ts'
import { mountHealth } from './health.ts'

export interface PlatformOptions {
  readonly database: DeskDatabase
  readonly settings: PlatformSettings
  readonly log: Logger
  readonly host?: string
  readonly port: number
  /** The number of uncaught errors so far, for /healthz; unset: not counted. */
  readonly looseErrors?: () => number
  /** The age of the newest backup; null: there is none yet; unset: none are scheduled. */
  readonly backupAgeSeconds?: (() => number | null) | undefined
  /** Serves /metrics on this port of its own, 0: any free one; unset: not at all. */
  readonly metricsPort?: number | undefined
  /** Where traces and metrics are sent; unset: nowhere. */
  readonly telemetry?: TelemetrySettings | undefined
  /** How often this process sweeps for abandons, auto-pauses and due link checks (under a lock, one process at a time); null: never. */
  readonly sweeps: SweepIntervals | null
}

export interface RunningPlatform {
  readonly url: string
  readonly port: number
  /** Null: no metrics are served. */
  readonly metricsPort: number | null
  /** /readyz says 503 from now on, and answers end their connections; everything is still served. */
  startDraining(): void
  /** Accepts no new requests, finishes running ones, and writes the ledger's queue. */
  stop(): Promise<void>
}

const BOOST_SWEEP_MS = 60_000
const DOCUMENT_SWEEP_MS = 10 * 60_000
const PERIOD_SWEEP_MS = 10 * 60_000
const ERASURE_SWEEP_MS = 60_000
const DEFENDER_COUNT_MS = 15_000
const FORECAST_SWEEP_MS = 60_000
/** The time for a whole request other than an upload. */
const REQUEST_WITHIN_MS = 60_000

/** Starts the Desk API on this database: the contract, the respondents' redirects, health and the sweeps. */
export async function startPlatform(options: PlatformOptions): Promise<RunningPlatform> {
  const { database, settings, log } = options
  const telemetry =
    options.telemetry === undefined
      ? null
      : await startTelemetry({ settings: options.telemetry, service: 'platform', log, routeOf: tracedRoute })
  const requests = telemetry?.requests
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', 'simple')
  app.use(giveRequestId, neverStored)

  const respondents = await startRespondents(app, { database, settings, log, sweeps: options.sweeps })
  const contract = contractHandler(
    Layer.mergeAll(
      Layer.succeed(Database, Database.over(database)),
      Layer.succeed(PlatformConfig, settings),
      Layer.succeed(Adjustments, respondents.ledger),
      Mail.layer(settings.mail, log),
    ),
    requests,
  )
  mountPracticeSurvey(app, { database, log, isServed: settings.practiceSurvey === true })
  const stopJournalSweep =
    options.sweeps &&
    repeat(
      'journal sweep',
      HOUR_MS,
      () => sweepJournals({ database, nowMs: Date.now, days: settings.journalDays ?? JOURNAL_DAYS_DEFAULT }),
      log,
    )

  const stopConversationSweep =
    options.sweeps &&
    repeat(
      'sweep of conversations',
      HOUR_MS,
      () => sweepConversations({ database, nowMs: Date.now, days: settings.journalDays ?? JOURNAL_DAYS_DEFAULT }),
      log,
    )

  const stopRetention =
    options.sweeps &&
    repeat(
      'retention sweep',
      HOUR_MS,
      () =>
        sweepRetention({
          database,
          nowMs: Date.now,
          mailFolder: settings.mail.folder,
          journalDays: settings.journalDays ?? JOURNAL_DAYS_DEFAULT,
        }),
      log,
    )

  const stopBoosts =
    options.sweeps && repeat('Auto-Boost sweep', BOOST_SWEEP_MS, () => sweepBoosts({ database, nowMs: Date.now }), log)

  const { bytes } = openBytes(settings.documents)
  const stopDocuments =
    options.sweeps &&
    repeat('sweep of documents', DOCUMENT_SWEEP_MS, () => sweepDocuments({ database, bytes, nowMs: Date.now }), log)

  const key = statementKey(settings.secretKey)
  const stopPeriods =
    options.sweeps &&
    repeat('closing of periods', PERIOD_SWEEP_MS, () => sweepPeriods({ database, key, nowMs: Date.now }), log)

  const stopDefenderCounts =
    options.sweeps &&
    repeat('counting for scorecards', DEFENDER_COUNT_MS, () => sweepDefenderCounts({ database, nowMs: Date.now }), log)

  const stopDisputes =
    options.sweeps &&
    repeat('lapsing of disputes', PERIOD_SWEEP_MS, () => sweepDisputes({ database, nowMs: Date.now }), log)

  const stopErasures =
    options.sweeps &&
    repeat(
      'erasures',
      ERASURE_SWEEP_MS,
      () => sweepErasures({ database, nowMs: Date.now, log: settings.erasureLog }),
      log,
    )

  const stopForecasts =
    options.sweeps && repeat('forecasts', FORECAST_SWEEP_MS, () => sweepForecasts(database, Date.now), log)

  const egress = openEgress({ networks: settings.egressNetworks ?? [] })
  const mail = ManagedRuntime.make(Mail.layer(settings.mail, log))
  const { publicUrl, secretKey } = settings
  const send = (message: Message) => mail.runPromise(Effect.flatMap(Mail, mails => mails.send(message)))
  const linkCheckMs = options.sweeps?.linkCheckMs
  const stopLinkChecks =
    linkCheckMs !== undefined &&
    repeat(
      'link checks',
      linkCheckMs,
      () => sweepLinkChecks({ database, ledger: respondents.ledger, egress, publicUrl }, Date.now),
      log,
    )
  const webhooks = options.sweeps && startWebhooks({ database, egress, secretKey, log, publicUrl, send })
  const alerts = options.sweeps && startAlerts({ database, log, publicUrl, egress, secretKey, send, listClosing })

  const stopReports =
    options.sweeps &&
    startReportMail({
      database,
      log,
      publicUrl: settings.publicUrl,
      internalAccountId: settings.internalAccountId,
      deliver: message =>
        mail.runPromise(Effect.flatMap(Mail, ({ sendOnce }) => Effect.promise(() => sendOnce(message)))),
    })

  let isDraining = false
  mountHealth(app, {
    database,
    isDraining: () => isDraining,
    looseErrors: options.looseErrors,
    backupAgeSeconds: options.backupAgeSeconds,
  })

  // helmet's own directives would let styles run inline
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: transportSecurity(settings.publicUrl, settings.hstsIncludeSubDomains ?? false),
  })
  const logRequest = pinoHttp({
    logger: log,
    genReqId: request => String(request.headers[REQUEST_ID_HEADER]),
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'debug'),
    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        url: loggedPath(url),
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
  })
  app.use(protect, logRequest)
  mountSignOnCallback(app, { database, publicUrl: settings.publicUrl, log })
  app.use(contractAdapter(contract.handler, log, clientAddressBehind(settings.gateways ?? [])), lastResort(log))

  const direct = directReads({
    database,
    internalAccountId: settings.internalAccountId,
    reads: [keptSourceTable(database), keptSurveyList(database), directWatch],
    head(request, response) {
      identifyRequest(request, response)
      sayNeverStored(response)
      protect(request, response, () => {})
      logRequest(request, response)
    },
  })
  const metrics =
    options.metricsPort === undefined && telemetry === null
      ? null
      : platformMetrics({
          connections: () => database.connections,
          replica: database.replica,
          waitingRespondents: () => respondents.ledger.waiting,
          isDiskFull: () => database.disk.isFull,
          backupAgeSeconds: options.backupAgeSeconds,
          looseErrors: () => options.looseErrors?.() ?? 0,
          telemetry: telemetry?.figures,
        })
  if (metrics) telemetry?.sendMetrics(metrics.registry)
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: UPLOAD_WITHIN_MS }, (request, response) => {
    // with telemetry a streamed answer has eleven who wait for its end, where Node warns of a leak
    response.setMaxListeners(20)
    if (isDraining) response.shouldKeepAlive = false
    if (!isStreamed(request.method, request.url?.split('?', 1)[0] ?? '')) cutUnlessRead(request, REQUEST_WITHIN_MS)
    metrics?.observe(request, response)
    requests?.observe(request, response, traceStart(request))
    if (!respondents.takes(request, response)) direct(request, response, () => app(request, response))
  })
  await listen(server, options.port, options.host ?? '127.0.0.1')
  const metricsServer =
    metrics === null || options.metricsPort === undefined
      ? null
      : await serveMetrics(metrics.registry, options.host ?? '127.0.0.1', options.metricsPort)
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  return {
    url: `http://${options.host ?? '127.0.0.1'}:${port}`,
    port,
    metricsPort: metricsServer?.port ?? null,
    startDraining: () => void (isDraining = true),
    async stop() {
      isDraining = true
      await close(server)
      metricsServer?.close()
      await stopJournalSweep?.()
      await stopConversationSweep?.()
      await stopRetention?.()
      await stopBoosts?.()
      if (stopLinkChecks !== false) await stopLinkChecks()
      await stopForecasts?.()
      await stopDocuments?.()
      await stopPeriods?.()
      await stopErasures?.()
      await stopDisputes?.()
      await stopDefenderCounts?.()
      await webhooks?.stop()
      await stopReports?.()
      await alerts?.stop()
      await mail.dispose()
      await egress.close()
      await respondents.stop()
      await contract.dispose()
      await telemetry?.stop()
    },
  }
}

function lastResort(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    log.error({ err: error, id: request.headers[REQUEST_ID_HEADER] }, 'A request failed unexpectedly')
    response.status(500).json({
      message: 'Encountered an error. Please try again later.',
      request_id: request.headers[REQUEST_ID_HEADER],
    })
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

const DRAIN_MS = 5_000

function close(server: Server): Promise<void> {
  return new Promise(resolve => {
    const hurry = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    server.close(() => {
      clearTimeout(hurry)
      resolve()
    })
    server.closeIdleConnections()
  })
}
