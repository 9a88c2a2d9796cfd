import express, { type Express, type Request, type Response } from 'express'
import type { Logger } from 'pino'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { hashToken } from '../tokens/token.ts'
import { acsPath, acsUrl, callbackPath, finishPath, metadataPath, metadataUrl } from './addresses.ts'
import { samlMetadata } from './saml.ts'
import { readCookie } from './sign-on-cookie.ts'
import { putAnswer } from './sign-on.store.ts'

const MOST_QUERY_CHARS = 8_000
const MOST_FORM_BYTES = 512 * 1024

interface Ports {
  readonly database: DeskDatabase
  readonly publicUrl: string
  readonly log: Logger
}

/**
 * Takes what the provider sends by the browser, which comes without the console's headers. It is stored for the sign-on that began with this state, and judged when
 * the console asks for the session, by the browser that began it: nothing of it stands in an address of the console.
 */
export function mountSignOnCallback(app: Pick<Express, 'get' | 'post'>, { database, publicUrl, log }: Ports): void {
  /** Leads to the sign-in page, which says what to do about a sign-on that is none. */
  const leadOn = (response: Response, answer: Omit<Parameters<typeof putAnswer>[1], 'now'> | null): void => {
    const stored =
      answer === null
        ? Promise.resolve(undefined)
        : database.asSystem(tx => putAnswer(tx, { ...answer, now: new Date() }))
    void stored
      .catch((error: unknown) => {
        log.warn({ err: error }, 'The answer of a single sign-on could not be stored')
        return undefined
      })
      .then(pending => response.redirect(303, finishPath(pending?.returnPath ?? null)))
  }

  app.get(callbackPath(':accountId'), (request, response) => {
    const { search, searchParams } = new URL(request.originalUrl, 'http://desk')
    const stateHash = hashToken(searchParams.get('state') ?? '')
    const browserHash = hashToken(readCookie(publicUrl, request.headers.cookie) ?? '')
    const accountId = accountOf(request)
    leadOn(
      response,
      stateHash === null || browserHash === null || accountId === null || search.length > MOST_QUERY_CHARS
        ? null
        : { accountId, kind: 'oidc', stateHash, browserHash, answer: search },
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
      leadOn(
        response,
        stateHash === null || accountId === null || answer === ''
          ? null
          : { accountId, kind: 'saml', stateHash, browserHash: null, answer },
      )
    },
  )

  app.get(metadataPath(':accountId'), (request, response, next) => {
    const accountId = accountOf(request)
    if (accountId === null) return next()
    response
      .type('application/samlmetadata+xml')
      .send(samlMetadata({ entityId: metadataUrl(publicUrl, accountId), acsUrl: acsUrl(publicUrl, accountId) }))
  })
}

const GREATEST_ACCOUNT_ID = 2_147_483_647

function accountOf(request: Request): number | null {
  const accountId = Number(request.params['accountId'])
  return Number.isSafeInteger(accountId) && accountId > 0 && accountId <= GREATEST_ACCOUNT_ID ? accountId : null
}

/** A field of a form, given once; empty otherwise. */
function fieldOf(request: Request, name: string): string {
  const body: unknown = request.body
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : ''
}
