import type { Restart } from '@desk/schema/health/restarts'
import { isStreamed, UPLOAD_WITHIN_MS } from '@desk/api/body-limit'
import { cutUnlessRead } from '@desk/schema/health/cut-unless-read'
import { serveMetrics } from '@desk/schema/health/serve-metrics'
import type { TelemetrySettings } from '@desk/schema/telemetry/telemetry-settings'
import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { makeApp } from './app.ts'
import { makeLog } from './kernel/log.ts'
import { gatewayMetrics } from './kernel/metrics.ts'
import { PlatformClient } from './platform/platform-client.ts'
import { askHealth } from './platform/platform-health.ts'
import { PlatformFollower, type FollowMode } from './poll/platform-follower.ts'
import { openBackend } from './proxy/backend.ts'
import { drain, trackConnections } from './drain.ts'
import { BodyReader } from './proxy/body-reader.ts'
import { proxiesOf } from './proxy/client-address.ts'
import { front, guardUpgrades, limitConnections } from './proxy/front.ts'
import { bodyLimits, FRONT_LIMITS, type FrontLimits } from './proxy/front-limits.ts'
import { passOn, pathOf, type PassOn } from './proxy/pass-on.ts'
import { boundPipelines } from './proxy/pipelines.ts'
import { openTraces } from './proxy/traces.ts'
import { systemClock } from './push/clock.ts'
import { Push } from './push/push.ts'
import { linkRedis } from './push/redis-link.ts'
import { metricsJudge, platformJudge } from './push/watch-judge.ts'

export interface GatewayOptions {
  /** 127.0.0.1 by default. */
  readonly host?: string
  /** 0: any free port. */
  readonly port: number
  readonly platformUrl: string
  /** The service token that reads the change feed. */
  readonly feedToken: string
  /** The folder of the web build. */
  readonly webRoot: string
  /** Overrides the build's own date in /version.json. */
  readonly buildDate?: string | undefined
  /** The password policy that the platform applies, passed to the browser. `desk` by default. */
  readonly passwordPolicy?: PasswordPolicy | undefined
  /** 'changes' reads the change feed, and the metric calls where there is none; 'metrics' reads only the metric calls. */
  readonly feed?: FollowMode | undefined
  readonly metricsIntervalMs?: number | undefined
  /** Other gateways are reached over this Redis. */
  readonly redisUrl?: string | undefined
  /** The desk's address as the world sees it: its origin may connect. */
  readonly publicUrl?: string | undefined
  /** Where a vulnerability is reported, by security.txt; unset: there is none. */
  readonly securityContacts?: readonly string[] | undefined
  /** Strict-Transport-Security includes subdomains; unset: no. */
  readonly hstsIncludeSubDomains?: boolean | undefined
  /** The networks of the balancers in front, which write X-Forwarded-For. */
  readonly trustedProxies?: readonly string[] | undefined
  /** Without networks: every sender’s X-Forwarded-For is believed. */
  readonly trustForwardedFor?: boolean | undefined
  /** The limit of push connections; that of all connections is twice as high. */
  readonly maxConnectionsPerAddress?: number | undefined
  /** The resources that one client may use before it is refused. */
  readonly limits?: Partial<FrontLimits> | undefined
  readonly frameOrigins?: readonly string[] | undefined
  /** A local mock server for /mock-api/ (§7.3). */
  readonly mockApiUrl?: string | undefined
  /** Serves /metrics for Prometheus on this port. */
  readonly metricsPort?: number | undefined
  /** Where traces and metrics are sent; unset: nowhere. */
  readonly telemetry?: TelemetrySettings | undefined
  /** The restarted processes of the desk, for /healthz; unset: unknown. */
  readonly restarts?: (() => readonly Restart[] | undefined) | undefined
  readonly log?: Logger | undefined
}

export interface RunningGateway {
  readonly url: string
  readonly port: number
  readonly metricsPort: number | null
  /** Counts an uncaught error. */
  countLoose(): void
  /** /readyz says 503 from now on, and answers end their connections; everything is still served. */
  startDraining(): void
  /** Accepts no new connections, finishes the running requests, then closes the sockets; within 8 s. */
  stop(): Promise<void>
}

const METRICS_INTERVAL_MS = 2_000
const MAX_CONNECTIONS_PER_ADDRESS = 2_000
const MAX_PASSED_ON_AT_ONCE = 512
/** An upload holds a connection to the platform while it arrives: it has its own. */
const MAX_UPLOADS_AT_ONCE = 64
const MAX_UPLOADS_OF_ADDRESS = 8
const MAX_QUESTIONS_AT_ONCE = 48
/** How many connections to the platform one address may hold at once for the API, and as many for the respondents' links. */
const MAX_PASSED_ON_OF_ADDRESS = 64
/** The platform counts as failed when it sends nothing for this long. */
const PLATFORM_SILENCE_MS = 30_000
/** A client that neither reads its answer nor sends anything for this long is disconnected. */
const CLIENT_SILENCE_MS = 60_000
/**
 * How long a connection at rest stays open: longer than balancers (60 s) and programs keep theirs, so that none reuses
 * a closed one.
 */
const CLIENT_REST_MS = 65_000
const RESPONDENT_PATHS = /^\/(?:entry|return|practice-survey)(?:[/?]|$)/
/** Another program may read the path differently. */
const WINDING_PATH = /^[^?]*(?:\.\.|%2e|\\|%5c)/i
const SOCKET_PATH = /^\/socket\.io\/?(?:\?|$)/

/** Starts the gateway: it serves the web build, passes on the API and the respondents' links, and pushes live figures. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const host = options.host ?? '127.0.0.1'
  const log = options.log ?? makeLog('info')
  const isProxy = proxiesOf(options, log)
  const publicUrl = options.publicUrl
  let isDraining = false
  let isStopping = false

  const backends = {
    // respondents never wait for the API's connections
    links: openBackend(options.platformUrl, MAX_PASSED_ON_AT_ONCE),
    api: openBackend(options.platformUrl, MAX_PASSED_ON_AT_ONCE),
    uploads: openBackend(options.platformUrl, MAX_UPLOADS_AT_ONCE),
    questions: openBackend(options.platformUrl, MAX_QUESTIONS_AT_ONCE),
    // the long poll has its own connection
    feed: openBackend(options.platformUrl, 2),
    mock: options.mockApiUrl === undefined ? null : openBackend(options.mockApiUrl, MAX_PASSED_ON_AT_ONCE),
  }
  const client = new PlatformClient(backends.questions)
  const redis = options.redisUrl === undefined ? null : linkRedis(options.redisUrl, log)
  const traces = await openTraces(options.telemetry, log)
  const metrics = gatewayMetrics(
    () => ({
      connections: () => push.connectionCount,
      rooms: () => push.rooms.size,
      backlogBytes: () => push.backlogBytes,
      feedDelayMs: () => follower.delayMs(),
      platformLooseErrors: () => looseErrorsOf(client),
    }),
    traces?.figures,
  )
  traces?.sendMetrics(metrics.registry)

  const limits = { ...FRONT_LIMITS, ...options.limits }
  const { linkLimits, callLimits } = bodyLimits(limits)
  const passOptions = {
    maxOfAddress: MAX_PASSED_ON_OF_ADDRESS,
    bodies: new BodyReader(limits.bodies),
    isProxy,
    silenceMs: PLATFORM_SILENCE_MS,
    log,
    count: (status: number) => metrics.passedOn(status),
    traceparent: traces?.traceparent,
  }
  const toLinks = passOn({ ...passOptions, backend: backends.links, limitsOf: linkLimits })
  const toCalls = passOn({ ...passOptions, backend: backends.api, limitsOf: callLimits })
  const toUploads = passOn({
    ...passOptions,
    maxOfAddress: MAX_UPLOADS_OF_ADDRESS,
    backend: backends.uploads,
    limitsOf: callLimits,
    isStreamed: true,
  })
  const toPlatform: PassOn = (request, response) =>
    isStreamed(request.method, pathOf(request.url)) ? toUploads(request, response) : toCalls(request, response)
  const toMock =
    backends.mock &&
    passOn({
      ...passOptions,
      backend: backends.mock,
      limitsOf: callLimits,
      count: () => undefined,
    })
  const app = makeApp({
    client,
    toPlatform,
    toMock,
    securityContacts: options.securityContacts ?? [],
    isDraining: () => isDraining,
    restarts: options.restarts ?? (() => undefined),
    log,
    publicUrl,
    hstsIncludeSubDomains: options.hstsIncludeSubDomains ?? false,
    frameOrigins: options.frameOrigins ?? [],
    webRoot: options.webRoot,
    buildDate: options.buildDate,
    passwordPolicy: options.passwordPolicy ?? 'desk',
  })

  const answering = front((request, response) => {
    if (isDraining) response.shouldKeepAlive = false
    if (!isStreamed(request.method, pathOf(request.url))) cutUnlessRead(request, limits.requestWithinMs)
    // the hot path passes no other middleware
    return isRespondents(request) ? toLinks(request, response) : app(request, response)
  }, log)
  // the front checks the Host header itself, and names its fault
  const server = createServer(
    {
      headersTimeout: limits.headersWithinMs,
      requestTimeout: Math.max(limits.requestWithinMs, UPLOAD_WITHIN_MS),
      connectionsCheckingInterval: limits.lookEveryMs,
      keepAliveTimeout: CLIENT_REST_MS,
      requireHostHeader: false,
    },
    traces?.follow(answering) ?? answering,
  )
  server.setTimeout(CLIENT_SILENCE_MS)
  guardUpgrades(server, url => SOCKET_PATH.test(url), log)
  const maxConnectionsPerAddress = options.maxConnectionsPerAddress ?? MAX_CONNECTIONS_PER_ADDRESS
  limitConnections(server, 2 * maxConnectionsPerAddress, isProxy)

  const judges = { changes: platformJudge(client), metrics: metricsJudge(client) }
  const push: Push = new Push({
    server,
    client,
    async judge() {
      await follower.firstHeard
      return judges[follower.mode]
    },
    feedDelayMs: () => follower.delayMs(),
    admission: { publicUrl, isProxy, maxConnectionsPerAddress },
    redis,
    clock: systemClock,
    metrics,
    log,
  })
  const follower: PlatformFollower = new PlatformFollower({
    mode: options.feed ?? 'changes',
    feedClient: new PlatformClient(backends.feed),
    feedToken: options.feedToken,
    listener: {
      changed(changes) {
        push.endSessions(changes.ended_sessions)
        push.doubt(changes.doubted_accounts ?? [])
        push.alert(changes.alerted ?? [])
        push.rooms.apply(changes)
      },
      reset(changes) {
        push.endSessions(changes.ended_sessions)
        push.reset()
      },
    },
    metrics: {
      client,
      intervalMs: options.metricsIntervalMs ?? METRICS_INTERVAL_MS,
      rooms: () => push.rooms.all(),
      viewersIn: room => push.viewersIn(room.key),
      put: (room, rows) => push.rooms.put(room, rows),
      sessionEnded: sessionId => push.endSessionEverywhere(sessionId),
      log,
    },
    modeChanged: () => push.reset(),
    log,
  })

  boundPipelines(server, log)
  const connections = trackConnections(server)
  await listen(server, options.port, host)
  const { port } = server.address() as AddressInfo // a listening TCP server has one
  const metricsServer =
    options.metricsPort === undefined ? null : await serveMetrics(metrics.registry, host, options.metricsPort)
  const following = new AbortController()
  const followed = follower
    .run(following.signal)
    .catch((error: unknown) => log.fatal({ err: error }, 'The platform is no longer followed'))
  log.info({ port }, 'The gateway answers')

  return {
    url: `http://${host}:${port}`,
    port,
    metricsPort: metricsServer?.port ?? null,
    countLoose: () => metrics.failed('process'),
    startDraining: () => void (isDraining = true),
    async stop() {
      if (isStopping) return
      isDraining = isStopping = true
      following.abort()
      await followed
      await drain(server, push, connections)
      metricsServer?.close()
      await traces?.stop()
      redis?.close()
      for (const backend of Object.values(backends)) backend?.close()
    },
  }
}

async function looseErrorsOf(client: PlatformClient): Promise<number | null> {
  const health = await askHealth(client)
  return typeof health === 'string' ? null : (health.loose_errors ?? null)
}

function isRespondents({ url }: IncomingMessage): boolean {
  return url !== undefined && RESPONDENT_PATHS.test(url) && !WINDING_PATH.test(url)
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
