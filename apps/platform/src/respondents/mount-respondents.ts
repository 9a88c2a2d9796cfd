import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { entryHandler, type EntryDeps } from './entry.ts'
import { tellFault, toPerson, toServer } from './link-answers.ts'
import { returnHandler, serverReturnHandler } from './return.ts'
import { sendJson } from './pages.ts'

const MAX_BODY_BYTES = 16 * 1024

/** Mounts the respondents' public links: GET /entry/{streamId}, GET and POST /return. Plain Express, the hot path. */
export function mountRespondents(app: Express, deps: EntryDeps): void {
  const refuseMethod =
    (allowed: string): RequestHandler =>
    (_request, response) =>
      sendJson(response, 405, { message: `Only ${allowed} is possible here.`, request_id: response.getHeader('x-request-id') }, { Allow: allowed })
  const fault: ErrorRequestHandler = (error: unknown, request, response, _next) =>
    tellFault(request.method === 'POST' ? toServer : toPerson, request, response, error, deps.log)

  // a link checker's HEAD must not become a respondent
  app.head(['/return', '/entry/:streamId'], refuseMethod('GET'))
  app.get('/return', returnHandler(deps))
  app.get('/entry/:streamId', entryHandler(deps))
  app.post('/return', express.text({ type: () => true, limit: MAX_BODY_BYTES }), serverReturnHandler(deps))
  app.all('/return', refuseMethod('GET, POST'))
  app.all('/entry/:streamId', refuseMethod('GET'))
  app.use(['/return', '/entry'], fault)
}
