import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import express, { type Express, type Request, type Response } from 'express'
import type { Logger } from 'pino'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'
import { hashToken, newToken } from '../tokens/token.ts'
import {
  acsPath,
  acsUrl,
  callbackPath,
  CONFIRMED_PATH,
  finishPath,
  metadataPath,
  metadataUrl,
  RETURNED_PATH,
  returnedPath,
} from './addresses.ts'
import { putAnswer, putPosted, takeTicket, type BrowserHashes, type WayOn } from './pending-sign-ons.store.ts'
import { samlMetadata } from './saml.ts'
import { readCookie } from './sign-on-cookie.ts'

const MOST_QUERY_CHARS = 8_000
const MOST_FORM_BYTES = 512 * 1024

interface Ports {
  readonly database: DeskDatabase
  readonly publicUrl: string
  readonly log: Logger
}

/**
 * Takes the provider's answer from the browser, which comes without the console's headers. It is stored for the
 * sign-on that began with this state. It is judged when the console asks for the session, by the browser that began
 * it: no address of the console contains any of it.
 */
export function mountSignOnCallback(app: Pick<Express, 'get' | 'post'>, { database, publicUrl, log }: Ports): void {
  const browserOf = ({ headers: { cookie } }: Request): BrowserHashes => ({
    toSignIn: hashToken(readCookie(publicUrl, cookie) ?? ''),
    toConfirm: hashToken(readCookie(publicUrl, cookie, 'confirm') ?? ''),
  })

  /** Leads to where the stored sign-on goes on; for one that is none, to the sign-in page, which says what to do. */
  const leadOn = <Stored>(
    response: Response,
    store: ((tx: Tx) => Promise<Stored | undefined>) | null,
    placeOf: (stored: Stored | undefined) => string,
  ): void => {
    const stored = store === null ? Promise.resolve(undefined) : database.asSystem(store)
    void stored
      .catch((error: unknown) => {
        log.warn({ err: error }, 'The answer of a single sign-on could not be stored')
        return undefined
      })
      .then(found => response.redirect(303, placeOf(found)))
  }
  const wayOn = (found: WayOn | undefined): string =>
    found !== undefined && found.sessionId !== null ? CONFIRMED_PATH : finishPath(found?.returnPath ?? null)

  app.get(callbackPath(':accountId'), (request, response) => {
    const { search, searchParams } = new URL(request.originalUrl, 'http://desk')
    const stateHash = hashToken(searchParams.get('state') ?? '')
    const accountId = accountOf(request)
    leadOn(
      response,
      stateHash === null || accountId === null || search.length > MOST_QUERY_CHARS
        ? null
        : tx => putAnswer(tx, { accountId, stateHash, browser: browserOf(request), answer: search, now: new Date() }),
      wayOn,
    )
  })

  // a form of the provider's page: it brings no header of ours, and no cookie
  app.post(
    acsPath(':accountId'),
    express.urlencoded({ extended: false, limit: MOST_FORM_BYTES, parameterLimit: 10 }),
    (request, response) => {
      const stateHash = hashToken(fieldOf(request, 'RelayState'))
      const answer = fieldOf(request, 'SAMLResponse')
      const accountId = accountOf(request)
      const ticket = newToken()
      const ticketHash = hashToken(ticket)
      leadOn(
        response,
        stateHash === null || ticketHash === null || accountId === null || answer === ''
          ? null
          : async tx =>
              (await putPosted(tx, { accountId, stateHash, answer, ticketHash, now: new Date() })) || undefined,
        isStored => (isStored === undefined ? finishPath(null) : returnedPath(ticket)),
      )
    },
  )

  // the same browser, as a page of ours: it brings the cookie, if it is the one that began
  app.get(RETURNED_PATH, (request, response) => {
    const { searchParams } = new URL(request.originalUrl, 'http://desk')
    const ticketHash = hashToken(searchParams.get('ticket') ?? '')
    leadOn(
      response,
      ticketHash === null ? null : tx => takeTicket(tx, ticketHash, browserOf(request), new Date()),
      wayOn,
    )
  })

  app.get(metadataPath(':accountId'), (request, response, next) => {
    const accountId = accountOf(request)
    if (accountId === null) return next()
    response
      .type('application/samlmetadata+xml')
      .send(samlMetadata({ entityId: metadataUrl(publicUrl, accountId), acsUrl: acsUrl(publicUrl, accountId) }))
  })
}

function accountOf(request: Request): number | null {
  const accountId = Number(request.params['accountId'])
  return Number.isSafeInteger(accountId) && accountId > 0 && accountId <= GREATEST_ID ? accountId : null
}

/** A field of a form, given once; empty otherwise. */
function fieldOf(request: Request, name: string): string {
  const body: unknown = request.body
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : ''
}
