import { isSeen } from '@desk/schema/forms/one-spaced'
import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import type { EntryParameter } from '@desk/schema/respondents/entry-parameters'
import type { Request, Response } from 'express'
import { isIP } from 'node:net'
import type { Log } from '#kernel/db/log'
import type { ClientAddressOf } from '#kernel/http/client-address'
import type { SealingKey } from '#kernel/secrets/seal'
import type { Ledger } from '../batches/ledger.ts'
import { deviceOf } from '../facts/device.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { LinkFault, parseLinkParameters, refusePlaceholder, type LinkParameters } from '../facts/link-parameters.ts'
import { queryOf, tellFault, tellLinkUsed, tellNotFound, tellSuspended, toPerson } from './link-answers.ts'
import type { LinkLimit } from './link-limits.ts'
import { PERSONAL_PARAMETER, readPersonalLink } from './personal-link.ts'
import { sendEnding, sendOn } from './pages.ts'

export interface EntryDeps {
  readonly ledger: Ledger
  readonly accountOf: (sourceId: number) => Promise<number | null> | number
  /** The account is suspended: its links are refused, and nothing is recorded. */
  readonly isSuspended: (accountId: number) => Promise<boolean> | boolean
  readonly limit: LinkLimit
  readonly clientAddressOf: ClientAddressOf
  /** The key that signs personal links; null: this process takes none. */
  readonly personalLinks: SealingKey | null
  readonly nowMs: () => number
  readonly log: Log
  /** Header in which a CDN gives the country (ISO 3166 alpha-2), such as CF-IPCountry; unset: no country check. */
  readonly countryHeader?: string | undefined
  /** Header that says whether the address is a datacentre's (1, true, yes); unset: no such check. */
  readonly datacentreHeader?: string | undefined
}

const ID_PATTERN = /^\d{1,10}$/
const MAX_RID_LENGTH = 200
const MAX_FINGERPRINT_LENGTH = 200
/** Programs write these for a missing value. As an id, each would make one person of many. */
const NO_VALUES: ReadonlySet<string> = new Set([
  'undefined',
  'Undefined',
  'null',
  'Null',
  'NULL',
  'None',
  'NaN',
  '[object Object]',
])
const COUNTRY_PATTERN = /^[A-Z]{2}$/
/** Cloudflare's codes for unknown and for Tor. */
const NO_COUNTRY = new Set(['XX', 'T1'])

/** GET /entry/{streamId}?sup=…&rid=…: a supplier's respondent comes in (domain.md §3). */
export function entryHandler(deps: EntryDeps): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    try {
      const operation = readEntry(request, deps)
      const address = deps.clientAddressOf(request)
      deps.limit.take(address, operation.sourceId)
      const accountId = await deps.accountOf(operation.sourceId)
      if (accountId === null) {
        deps.limit.miss(address)
        return tellNotFound(toPerson, response, { kind: 'not_found', what: 'source' })
      }
      if (await deps.isSuspended(accountId)) return tellSuspended(toPerson, response, 'entry')
      const invitation = invitationOf(deps.personalLinks, accountId, operation)
      if (invitation === undefined) {
        deps.limit.miss(address)
        return tellNotFound(toPerson, response, { kind: 'not_found', what: 'personal_link' })
      }
      const outcome = await deps.ledger.enter(accountId, { ...operation, invitation })
      if (outcome.kind === 'link_used') return tellLinkUsed(toPerson, response)
      if (outcome.kind === 'not_found') return tellNotFound(toPerson, response, outcome)
      if (outcome.address === null) return sendEnding(response, outcome.code)
      sendOn(response, outcome.address)
    } catch (error) {
      tellFault(toPerson, request, response, error, deps.log)
    }
  }
}

function readEntry(
  request: Request,
  { nowMs, clientAddressOf, countryHeader, datacentreHeader }: EntryDeps,
): EntryOperation {
  const parameters = parseLinkParameters(queryOf(request), 'supplier')
  for (const [name, value] of parameters) refusePlaceholder(name, value, 'supplier')
  const sourceId = readId(String(request.params['streamId']), 'The survey of this link')
  const supplier = parameters.get('sup' satisfies EntryParameter) ?? ''
  return {
    kind: 'enter',
    atMs: nowMs(),
    sourceId,
    supplierId: supplier === '' ? null : readId(supplier, 'The parameter "sup"'),
    rid: readRid(parameters),
    testToken: readText(parameters, 't', MAX_RID_LENGTH),
    // the account, which signed it, is not known yet
    invitation: null,
    fingerprint: readFingerprint(parameters),
    address: storedAddress(clientAddressOf(request)),
    country: countryOf(request, countryHeader),
    language: languageOf(header(request, 'accept-language')),
    device: deviceOf(header(request, 'user-agent'), header(request, 'sec-ch-ua-mobile')),
    fromDatacentre: datacentreHeader !== undefined && /^(1|true|yes)$/i.test(header(request, datacentreHeader)),
    parameters,
  }
}

/** Who a personal link invites; null: it is none, undefined: it was not signed here. A test of one is a test. */
function invitationOf(
  key: SealingKey | null,
  accountId: number,
  { parameters, sourceId, rid, testToken }: EntryOperation,
): string | null | undefined {
  const signed = parameters.get(PERSONAL_PARAMETER)
  if (signed === undefined || testToken !== null) return null
  return (key && readPersonalLink(key, signed, { accountId, sourceId, rid })) ?? undefined
}

function refuseMissing(name: EntryParameter): never {
  throw new LinkFault(`The parameter "${name}" is missing.`)
}

function readId(text: string, what: string): number {
  const id = ID_PATTERN.test(text) ? Number(text) : 0
  if (id < 1 || id > GREATEST_ID) throw new LinkFault(`${what} must be a whole number from 1 to ${GREATEST_ID}.`)
  return id
}

function readText(parameters: LinkParameters, name: EntryParameter, maxLength: number): string | null {
  const text = parameters.get(name)
  // an unreadable one would make one person of many
  if (text === undefined || !isSeen(text)) return null
  if (text.length > maxLength) throw new LinkFault(`The parameter "${name}" is longer than ${maxLength} characters.`)
  return text
}

function readRid(parameters: LinkParameters): string {
  const rid = readText(parameters, 'rid', MAX_RID_LENGTH) ?? refuseMissing('rid')
  if (NO_VALUES.has(rid))
    throw new LinkFault(`The parameter "rid" is ${rid}: the supplier’s system gave no id of the respondent.`)
  return rid
}

function readFingerprint(parameters: LinkParameters): string | null {
  const fingerprint = readText(parameters, 'fp', MAX_FINGERPRINT_LENGTH)
  return fingerprint !== null && NO_VALUES.has(fingerprint) ? null : fingerprint
}

function header(request: Request, name: string): string {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value.trim() : ''
}

function countryOf(request: Request, countryHeader: string | undefined): string | null {
  if (countryHeader === undefined) return null
  const country = header(request, countryHeader).toUpperCase()
  return COUNTRY_PATTERN.test(country) && !NO_COUNTRY.has(country) ? country : null
}

/** The first language that a browser asks for (Accept-Language). */
function languageOf(accepted: string): string | null {
  return /^([a-z]{2,3})(?=[-;,]|$)/i.exec(accepted)?.[1]?.toLowerCase() ?? null
}

/** The respondent's address without a zone (fe80::1%eth0), which PostgreSQL does not know. */
function storedAddress(client: string): string | null {
  const [address = ''] = client.split('%')
  return isIP(address) === 0 ? null : address
}
