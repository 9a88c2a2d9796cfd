import { loggedPath } from '@desk/api/logged-path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { AWAY, refuse } from './refusal.ts'
import { requestIdOf } from './request-id.ts'

/** Answers 503 for an error thrown while handling a request, and logs it. Never throws itself. */
export function answerFault(error: unknown, request: IncomingMessage, response: ServerResponse, log: Logger): void {
  try {
    const id = requestIdOf(request)
    log.error({ err: error, id, path: loggedPath(request.url) }, 'A request failed unexpectedly')
    if (response.headersSent) response.destroy()
    else refuse(response, id, AWAY)
  } catch (failed) {
    log.error({ err: failed }, 'A fault could not be answered')
    response.destroy()
  }
}
