import { INBOUND_CODES } from '@desk/schema/respondents/state'
import type { Request, Response } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '#kernel/db/log'
import type { ClientAddressOf } from '#kernel/http/client-address'
import type { Ledger } from '../batches/ledger.ts'
import type { LedgerOutcome, LinkUsed } from '../facts/ledger-operations.ts'
import {
  LinkFault,
  parseJsonParameters,
  parseLinkParameters,
  refusePlaceholder,
  type LinkParameters,
} from '../facts/link-parameters.ts'
import { parseRdud } from '../facts/rdud.ts'
import { queryOf, tellFault, tellNotFound, tellSuspended, toPerson, toServer } from './link-answers.ts'
import type { LinkLimit } from './link-limits.ts'
import { sendEnding, sendJson, sendOn } from './pages.ts'

export interface ReturnDeps {
  readonly ledger: Ledger
  /** The account is suspended: a return is recorded, so that none is lost, and answered like its other links. */
  readonly isSuspended: (accountId: number) => Promise<boolean> | boolean
  readonly limit: LinkLimit
  readonly clientAddressOf: ClientAddressOf
  readonly nowMs: () => number
  readonly log: Log
}

const MAX_INBOUND_CODE_LENGTH = 50
const SUSPENDED = 'suspended'

/** GET /return?inbound_code=…&rdud=…[&hash=…]: the respondent's browser comes back from the survey (domain.md §3). */
export function returnHandler(deps: ReturnDeps): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    try {
      const outcome = await record(deps, request, readLink(queryOf(request)), false)
      if (outcome === SUSPENDED) return tellSuspended(toPerson, response, 'return')
      if (outcome.kind === 'not_found') return tellNotFound(toPerson, response, outcome)
      if (outcome.address === null) return sendEnding(response, outcome.code)
      sendOn(response, outcome.address)
    } catch (error) {
      tellFault(toPerson, request, response, error, deps.log)
    }
  }
}

/** POST /return with the same fields, as JSON or a form: a server-to-server return. */
export function serverReturnHandler(deps: ReturnDeps): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    try {
      const outcome = await record(deps, request, readBody(request), true)
      if (outcome === SUSPENDED) return tellSuspended(toServer, response, 'return')
      if (outcome.kind === 'not_found') return tellNotFound(toServer, response, outcome)
      sendJson(response, 200, {
        outcome: outcome.outcome,
        redirect: outcome.address,
        repeat: outcome.repeat,
        late: outcome.late,
      })
    } catch (error) {
      tellFault(toServer, request, response, error, deps.log)
    }
  }
}

async function record(
  { ledger, isSuspended, limit, clientAddressOf, nowMs }: ReturnDeps,
  request: IncomingMessage,
  { parameters, sent }: SentReturn,
  viaServer: boolean,
): Promise<Exclude<LedgerOutcome, LinkUsed> | typeof SUSPENDED> {
  const rdud = parameters.get('rdud')?.trim() ?? ''
  if (rdud === '') throw new LinkFault('The parameter "rdud" is missing.')
  const parts = parseRdud(rdud)
  if (parts === null) throw new LinkFault('The parameter "rdud" is not the id that the survey was given in [%RDUD%].')
  const inboundCode = parameters.get('inbound_code')?.trim() ?? ''
  if (inboundCode === '') throw new LinkFault('The parameter "inbound_code" is missing.')
  if (inboundCode.length > MAX_INBOUND_CODE_LENGTH)
    throw new LinkFault(`The parameter "inbound_code" is longer than ${MAX_INBOUND_CODE_LENGTH} characters.`)
  refusePlaceholder('inbound_code', inboundCode, 'survey')
  refuseOtherWriting(inboundCode)
  const address = clientAddressOf(request)
  limit.take(address, parts.accountId)
  const outcome = await ledger.return(parts.accountId, {
    kind: 'return',
    atMs: nowMs(),
    hex: parts.hex,
    inboundCode,
    viaServer,
    parameters,
    sent,
  })
  if (outcome.kind === 'link_used') throw new Error('A return comes by no personal link')
  if (outcome.kind === 'not_found') limit.miss(address)
  return (await isSuspended(parts.accountId)) ? SUSPENDED : outcome
}

/** Refuses a known code in another writing (01000, 1e3): it would end the respondent for good, and the right code could not follow. */
function refuseOtherWriting(inboundCode: string): void {
  if (Object.hasOwn(INBOUND_CODES, inboundCode)) return
  const code = String(Number(inboundCode))
  if (Object.hasOwn(INBOUND_CODES, code))
    throw new LinkFault(`The parameter "inbound_code" must be written as ${code}.`)
}

/** The parameters of a return, and their raw text; null for JSON. */
interface SentReturn {
  readonly parameters: LinkParameters
  readonly sent: string | null
}

const readLink = (text: string): SentReturn => ({ parameters: parseLinkParameters(text), sent: text })

function readBody(request: Request): SentReturn {
  if (queryOf(request) !== '')
    throw new LinkFault('A server-to-server return carries its fields in the body, not in the address.')
  const body: unknown = request.body
  const text = typeof body === 'string' ? body : ''
  if (request.is('application/json')) return { parameters: parseJsonParameters(text), sent: null }
  if (request.is('application/x-www-form-urlencoded')) return readLink(text)
  throw new LinkFault('The body must be application/json or application/x-www-form-urlencoded.', 415)
}
