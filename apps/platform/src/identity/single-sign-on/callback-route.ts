import type { Express, RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { hashToken } from '../tokens/token.ts'
import { callbackPath, finishPath } from './addresses.ts'
import { readCookie } from './sign-on-cookie.ts'
import { putAnswer } from './sign-on.store.ts'

const MOST_QUERY_CHARS = 8_000

/**
 * Takes what the provider sends by the browser, which comes without the console's headers. It is stored for the sign-on that began in this browser with this state,
 * and judged when the console asks for the session: nothing of it stands in an address of the console.
 */
export function mountSignOnCallback(
  app: Pick<Express, 'get'>,
  { database, publicUrl, log }: { readonly database: DeskDatabase; readonly publicUrl: string; readonly log: Logger },
): void {
  const take: RequestHandler = (request, response) => {
    const { search, searchParams } = new URL(request.originalUrl, 'http://desk')
    const stateHash = hashToken(searchParams.get('state') ?? '')
    const browserHash = hashToken(readCookie(publicUrl, request.headers.cookie) ?? '')
    const accountId = Number(request.params['accountId'])
    const isMeant =
      stateHash !== null && browserHash !== null && Number.isSafeInteger(accountId) && search.length <= MOST_QUERY_CHARS
    const stored = isMeant
      ? database.asSystem(tx => putAnswer(tx, { accountId, stateHash, browserHash, answer: search, now: new Date() }))
      : Promise.resolve(undefined)
    void stored
      .catch((error: unknown) => {
        log.warn({ err: error }, 'The answer of a single sign-on could not be stored')
        return undefined
      })
      // the page says what to do about a sign-on that is none
      .then(pending => response.redirect(303, finishPath(pending?.returnPath ?? null)))
  }
  app.get(callbackPath(':accountId'), take)
}
