import { MAX_LINK_BODY_BYTES } from '@desk/api/body-limit'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LinkLimits } from '#kernel/config/defaults'
import { identifyRequest } from '#kernel/http/request-id'
import { entryHandler, type EntryDeps } from './entry.ts'
import { tellFault, toPerson, toServer } from './link-answers.ts'
import { LinkLimit } from './link-limits.ts'
import { sendJson } from './pages.ts'
import { returnHandler, serverReturnHandler } from './return.ts'

/** Handles a request without Express; false: Express answers. */
export type HotPath = (request: IncomingMessage, response: ServerResponse) => boolean

export interface LinkDeps extends Omit<EntryDeps, 'limit'> {
  readonly limits: LinkLimits
}

/**
 * Mounts the respondents' public links: GET /entry/{streamId}, GET and POST /return. Plain Express.
 * @returns a handler that answers returns before Express, with the same answer: Express' routing costs as much as the rest of a return
 */
export function mountRespondents(app: Express, { limits, ...deps }: LinkDeps): HotPath {
  const entries = { ...deps, limit: new LinkLimit(limits.entriesAMinute) }
  const returns = { ...deps, limit: new LinkLimit(limits.returnsAMinute) }
  const refuseMethod =
    (allowed: string): RequestHandler =>
    (_request, response) =>
      sendJson(
        response,
        405,
        { message: `Only ${allowed} is possible here.`, request_id: response.getHeader('x-request-id') },
        { Allow: allowed },
      )
  const fault: ErrorRequestHandler = (error: unknown, request, response, _next) =>
    tellFault(request.method === 'POST' ? toServer : toPerson, request, response, error, deps.log)

  // a link checker's HEAD must not become a respondent
  app.head(['/return', '/entry/:streamId'], (_request, response) => {
    response.writeHead(200, { 'Cache-Control': 'no-store' }).end()
  })
  const takeReturn = returnHandler(returns)
  app.get('/return', takeReturn)
  app.get('/entry/:streamId', entryHandler(entries))
  app.post('/return', express.text({ type: () => true, limit: MAX_LINK_BODY_BYTES }), serverReturnHandler(returns))
  app.all('/return', refuseMethod('GET, POST'))
  app.all('/entry/:streamId', refuseMethod('GET'))
  app.use(['/return', '/entry'], fault)

  return (request, response) => {
    const { method, url = '' } = request
    if (method !== 'GET' || !(url.startsWith('/return?') || url === '/return')) return false
    identifyRequest(request, response)
    void takeReturn(request, response)
    return true
  }
}
