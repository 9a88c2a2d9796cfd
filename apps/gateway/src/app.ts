import { loggedPath } from '@desk/api/logged-path'
import type { Restart } from '@desk/schema/health/restarts'
import express, { type ErrorRequestHandler, type Express } from 'express'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import type { PlatformClient } from './poll/platform-client.ts'
import { pathOf, type PassOn } from './proxy/pass-on.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './proxy/request-id.ts'
import { healthRoute } from './web/health.ts'
import { securityHeaders, type SecurityHeadersOptions } from './web/security-headers.ts'
import { webBuild, type WebBuildOptions } from './web/web-build.ts'

export interface AppOptions extends WebBuildOptions, SecurityHeadersOptions {
  readonly client: PlatformClient
  readonly toPlatform: PassOn
  /** To the local mock server (§7.3); null: there is none. */
  readonly toMock: PassOn | null
  readonly isDraining: () => boolean
  readonly restarts: () => readonly Restart[] | undefined
  readonly log: Logger
}

const PLATFORM_PATHS = /^\/(?:(?:v[123]|desk-api)(?:\/|$)|openapi\.json$)/i
const MOCK_PATHS = /^\/mock-api(?:\/|$)/i
/** The change feed is the gateway's own: nobody reaches it from outside, not even to try a token. */
const INNER_PATHS = /^\/v1\/changes\/*$/i

/** What the gateway serves besides the respondents' links and the sockets. */
export function makeApp(options: AppOptions): Express {
  const { client, toPlatform, toMock, isDraining, log } = options
  const app = express()
  app.disable('x-powered-by')
  app.set('query parser', false)
  app.use(
    pinoHttp({
      logger: log,
      genReqId: requestIdOf,
      customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'warn' : 'debug'),
      serializers: {
        req: ({ id, method, url }: { id: string; method: string; url: string }) => ({ id, method, path: loggedPath(url) }),
        res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
      },
    }),
  )
  app.use((request, response, next) => {
    const path = pathOf(request.url)
    if (INNER_PATHS.test(plainPathOf(path))) notFound(request, response)
    else if (PLATFORM_PATHS.test(path)) toPlatform(request, response)
    else if (!MOCK_PATHS.test(path)) next()
    else if (toMock) toMock(request, response)
    else notFound(request, response)
  })
  app.use((request, response, next) => {
    response.setHeader(REQUEST_ID_HEADER, requestIdOf(request))
    next()
  })
  app.use(securityHeaders(options))
  app.get('/healthz', healthRoute(client, isDraining, options.restarts))
  app.use(webBuild(options))
  app.use((request, response) => notFound(request, response))
  app.use(lastResort(log))
  return app
}

/** The path as the platform may read it: dots resolved, escapes undone, each slash once. */
function plainPathOf(path: string): string {
  try {
    return decodeURIComponent(new URL(`http://desk${path}`).pathname).replaceAll(/\/+/g, '/')
  } catch {
    return path
  }
}

function notFound(request: IncomingMessage, response: express.Response): void {
  const id = requestIdOf(request)
  response.status(404).set({ [REQUEST_ID_HEADER]: id, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }).json({ _tag: 'NotFound', message: 'There is nothing here.', request_id: id })
}

function lastResort(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    const id = requestIdOf(request)
    // a path that does not decode and the like: the client's doing
    const status = typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number' && error.status < 500 ? error.status : 500
    if (status === 500) log.error({ err: error, id }, 'A request failed unexpectedly')
    response.status(status).json({ message: status === 500 ? 'Encountered an error. Please try again later.' : 'The request could not be read.', request_id: id })
  }
}
