import type { IncomingMessage, ServerResponse } from 'node:http'
import { DatabaseUnavailable, SerializationConflict } from '#kernel/db/errors'
import type { Log } from '#kernel/db/log'
import { LedgerBusy } from '../batches/ledger.ts'
import type { NotFound } from '../facts/ledger-operations.ts'
import { LinkFault } from '../facts/link-parameters.ts'
import { TooManyFromAddress } from './link-limits.ts'
import { sendJson, sendPage } from './pages.ts'

/** How to send an answer that is no redirect: a page to a person, JSON to a server. */
export interface Teller {
  tell(response: ServerResponse, status: number, title: string, text: string): void
}

export const toPerson: Teller = { tell: sendPage }
export const toServer: Teller = {
  tell: (response, status, _title, text) =>
    sendJson(response, status, { message: text, request_id: response.getHeader('x-request-id') }),
}

const RETRY_AFTER_SECONDS = 2

const NOT_FOUND_TEXTS: Readonly<Record<NotFound['what'], string>> = {
  source: 'There is no survey behind this link.',
  supplier: 'The parameter "sup" names a supplier that does not deliver to this survey.',
  no_supplier: 'The parameter "sup" is missing: this survey has several suppliers, and the link must name one of them.',
  test_link: 'This test link is not valid any more.',
  personal_link: 'This survey is by invitation: this link is not your personal one, or was changed on its way.',
  respondent: 'This respondent is not known here.',
}

export function tellNotFound(teller: Teller, response: ServerResponse, { what }: NotFound): void {
  teller.tell(response, 404, 'This link does not lead anywhere', NOT_FOUND_TEXTS[what])
}

/** A personal link is for one use. */
export function tellLinkUsed(teller: Teller, response: ServerResponse): void {
  teller.tell(
    response,
    410,
    'This link was used already',
    'Your personal link opens the survey once, and it was opened before. If you did not do this, ask the sender of your invitation.',
  )
}

const SUSPENDED_TEXTS = {
  entry: 'The account of this survey is suspended, and nothing was recorded. Please try this link again later.',
  return:
    'The account of this survey is suspended. This return was recorded; this link leads on once the account is resumed.',
} as const

/** An entry was not recorded, a return was: the same link works again once the account is resumed. */
export function tellSuspended(teller: Teller, response: ServerResponse, link: keyof typeof SUSPENDED_TEXTS): void {
  teller.tell(response, 403, 'This survey is not open at the moment', SUSPENDED_TEXTS[link])
}

/** Answers an error: never 500 for a fault of the request, and 503 when a retry may succeed. */
export function tellFault(
  teller: Teller,
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  log: Log,
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (error instanceof LinkFault) return teller.tell(response, error.status, 'This link cannot be read', error.message)
  if (error instanceof TooManyFromAddress) {
    response.setHeader('Retry-After', String(error.retryAfterSeconds))
    return teller.tell(response, 429, 'Just a moment', error.message)
  }
  if (error instanceof DatabaseUnavailable || error instanceof SerializationConflict || error instanceof LedgerBusy) {
    response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS))
    return teller.tell(
      response,
      503,
      'Just a moment',
      'The desk cannot take this right now. Nothing is lost: please try again.',
    )
  }
  const status = bodyFaultStatus(error)
  if (status !== null)
    return teller.tell(
      response,
      status,
      'This link cannot be read',
      status === 413 ? 'The body is too large.' : 'The request could not be read.',
    )
  log.error({ err: error, id: request.headers['x-request-id'] }, 'A respondent could not be served')
  teller.tell(response, 500, 'Something went wrong', 'Encountered an error. Please try again later.')
}

/** Errors of the body parser carry their own status. */
function bodyFaultStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error)) return null
  const { status } = error
  if (typeof status !== 'number' || status < 400 || status >= 500) return null
  return status === 413 || status === 415 ? status : 400
}

/** The raw query of a link. */
export function queryOf({ url = '' }: IncomingMessage): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}
