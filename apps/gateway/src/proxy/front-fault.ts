import { loggedPath } from '@desk/api/logged-path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { AWAY, refuse } from './refusal.ts'
import { requestIdOf } from './request-id.ts'

/** Answers with 503 for what was thrown while a request was handled, and logs it. Throws nothing itself. */
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
