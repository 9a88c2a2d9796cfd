import { loggedPath } from '@desk/api/logged-path'
import { isPlainPath, NOT_PLAIN } from '@desk/api/plain-path'
import type { Restart } from '@desk/schema/health/restarts'
import express, { type ErrorRequestHandler, type Express } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import type { PlatformClient } from './platform/platform-client.ts'
import { answerFault } from './proxy/front-fault.ts'
import { pathOf, type PassOn } from './proxy/pass-on.ts'
import { NOTHING_HERE, refuse, unreadable } from './proxy/refusal.ts'
import { HEALTH_PATHS } from './proxy/request-fault.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './proxy/request-id.ts'
import { healthRoutes } from './web/health.ts'
import { SECURITY_TEXT_PATH, securityTextRoute } from './web/security-text.ts'
import { securityHeaders, type SecurityHeadersOptions } from './web/security-headers.ts'
import { webBuild, type WebBuildOptions } from './web/web-build.ts'

export interface AppOptions extends WebBuildOptions, SecurityHeadersOptions {
  readonly client: PlatformClient
  readonly toPlatform: PassOn
  /** To the local mock server (§7.3); null: there is none. */
  readonly toMock: PassOn | null
  /** Where a vulnerability is reported; none: there is no security.txt. */
  readonly securityContacts: readonly string[]
  readonly isDraining: () => boolean
  readonly restarts: () => readonly Restart[] | undefined
  readonly log: Logger
}

const PLATFORM_PATHS = /^\/(?:(?:v[123]|desk-api|scim)(?:\/|$)|openapi\.json$)/i
const MOCK_PATHS = /^\/mock-api(?:\/|$)/i
/** Only the gateway may read the change feed: it is not reachable from outside, not even to try a token. */
const INNER_PATHS = /^\/v1\/changes\/?$/i

/** The gateway's app for everything but the respondents' links and the sockets. */
export function makeApp(options: AppOptions): Express {
  const { client, toPlatform, toMock, isDraining, log } = options
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', false)
  app.use(
    pinoHttp({
      logger: log,
      genReqId: requestIdOf,
      // balancers ask each second, and know by the answer
      customLogLevel: (request, response, error) =>
        (error || response.statusCode >= 500) && !HEALTH_PATHS.includes(pathOf(request.url)) ? 'warn' : 'debug',
      serializers: {
        req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
          id,
          method,
          path: loggedPath(url),
        }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      },
    }),
  )
  app.use((request, response, next) => {
    const path = pathOf(request.url)
    if (PLATFORM_PATHS.test(path)) {
      if (!isPlainPath(path)) return refuse(response, requestIdOf(request), unreadable(NOT_PLAIN))
      // rejections go to the process's own handler
      return INNER_PATHS.test(path) ? notFound(request, response) : toPlatform(request, response)
    }
    if (!MOCK_PATHS.test(path)) return next()
    return toMock ? toMock(request, response) : notFound(request, response)
  })
  app.use((request, response, next) => {
    response.setHeader(REQUEST_ID_HEADER, requestIdOf(request))
    next()
  })
  app.use(securityHeaders(options))
  app.use(healthRoutes(client, isDraining, options.restarts))
  app.get(SECURITY_TEXT_PATH, securityTextRoute(options, Date.now))
  app.use(webBuild(options))
  app.use((request, response) => notFound(request, response))
  app.use(lastResort(log))
  return app
}

function notFound(request: IncomingMessage, response: ServerResponse): void {
  refuse(response, requestIdOf(request), NOTHING_HERE)
}

function lastResort(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    // such as a path that does not decode: the client's fault
    const status =
      typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
        ? error.status
        : 500
    if (status < 500 && !response.headersSent)
      refuse(response, requestIdOf(request), { ...unreadable('The request could not be read.'), status })
    else answerFault(error, request, response, log)
  }
}
