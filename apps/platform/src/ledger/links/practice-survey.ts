import { PRACTICE_SURVEY_PATH, PRACTICE_SURVEY_URL } from '@desk/schema/surveys/practice-survey'
import { sql } from 'kysely'
import type { ErrorRequestHandler, Express, RequestHandler } from 'express'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import { parseLinkParameters } from '../facts/link-parameters.ts'
import { parseRdud } from '../facts/rdud.ts'
import { hashParameters } from '../facts/return-hash.ts'
import { queryOf, tellFault, tellNotFound, toPerson } from './link-answers.ts'
import { sendPage } from './pages.ts'

/** The outcomes of the practice survey, by inbound code (domain.md §3). */
const OUTCOMES = [
  { inboundCode: '1000', label: 'Complete' },
  { inboundCode: '2000', label: 'Screened out by the client' },
  { inboundCode: '4000', label: 'Quota is full' },
  { inboundCode: '1', label: 'Quality termination' },
  { inboundCode: '3000', label: 'Security termination' },
] as const

interface Respondent {
  readonly isTest: boolean
  readonly hashSecret: string | null
}

/**
 * The respondent of an RDUD, and the account's hash key; undefined for an unknown respondent or one of another survey, whose
 * returns we must not sign.
 */
async function findRespondent(database: DeskDatabase, accountId: number, hex: string): Promise<Respondent | undefined> {
  return database.readAsAccount(accountId, async tx => {
    const { rows } = await sql<Respondent>`
      select r.is_test as "isTest", (
        select secret from hash_key k where k.account_id = ${accountId} and k.valid_from <= now() and (k.valid_until is null or k.valid_until > now())
        order by hash_key_id desc limit 1) as "hashSecret"
      from respondent r join survey v on v.account_id = r.account_id and v.survey_id = r.survey_id
      where r.account_id = ${accountId} and r.rdud = ${hex}::uuid and v.survey_url = ${PRACTICE_SURVEY_URL}`.execute(tx)
    return rows[0]
  })
}

function returnAddress(rdud: string, inboundCode: string, hashSecret: string | null): string {
  const parameters = new Map([
    ['inbound_code', inboundCode],
    ['rdud', rdud],
  ])
  const query = new URLSearchParams([...parameters])
  if (hashSecret !== null) query.set('hash', hashParameters(parameters, hashSecret))
  return `/return?${query}`
}

/**
 * Mounts the practice survey: a page on which a respondent chooses how the survey ends. It runs nothing, each button is a link.
 * A desk that does not serve it says so on a page, since a survey's URL may lead there all the same.
 */
export function mountPracticeSurvey(
  app: Express,
  { database, log, isServed }: { readonly database: DeskDatabase; readonly log: Log; readonly isServed: boolean },
): void {
  const show: RequestHandler = async (request, response) => {
    if (!isServed)
      return sendPage(
        response,
        404,
        'There is no practice survey here',
        'The URL of this survey is that of the practice survey, which this desk serves with PRACTICE_SURVEY=1 alone.',
      )
    const rdud = parseLinkParameters(queryOf(request)).get('rdud') ?? ''
    const parts = parseRdud(rdud)
    const found = parts === null ? undefined : await findRespondent(database, parts.accountId, parts.hex)
    if (!found) return tellNotFound(toPerson, response, { kind: 'not_found', what: 'respondent' })
    sendPage(
      response,
      200,
      'Practice survey',
      `Choose how this ${found.isTest ? 'test ' : ''}interview ends; close the window to abandon it.`,
      {
        links: OUTCOMES.map(({ inboundCode, label }) => ({
          label,
          address: returnAddress(rdud, inboundCode, found.hashSecret),
        })),
        note: `RDUD ${rdud}`,
      },
    )
  }
  const fault: ErrorRequestHandler = (error: unknown, request, response, _next) =>
    tellFault(toPerson, request, response, error, log)
  app.get(PRACTICE_SURVEY_PATH, show)
  app.use(PRACTICE_SURVEY_PATH, fault)
}
