import { RESPONDENT_CODES, RESPONDENT_STATE_LABELS } from '@desk/schema/respondents/state'
import { isUncalled, LINK_CHECK_FAILURES, LINK_CHECK_RID } from '@desk/schema/surveys/link-check'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Ledger } from '#ledger/batches/ledger'
import { parseLinkParameters } from '#ledger/facts/link-parameters'
import { endAlerts, raiseAlerts } from '../alerts/raise.store.ts'
import { findTestLink } from '../sources/source-tests.store.ts'
import { followChain, type ChainPorts } from './follow-chain.ts'
import { forgetUnchecked, readDue, storeCheck, type DueSurvey } from './link-checks.store.ts'

const AT_ONCE = 20
const KINDS = ['link_check_failed'] as const

export interface LinkCheckPorts extends Pick<ChainPorts, 'egress' | 'timeoutMs'> {
  readonly database: DeskDatabase
  readonly ledger: Pick<Ledger, 'enter'>
  readonly publicUrl: string
}

/**
 * Tries the chains of live surveys that are due, one process at a time: a test respondent enters, and the survey's page answers
 * (docs/decisions/0103). Two failures in a row are an alert, which ends with the next success.
 * @returns how many were tried; null when another process does
 */
export async function sweepLinkChecks(ports: LinkCheckPorts, nowMs: () => number): Promise<number | null> {
  const { database } = ports
  const outcome = await database.withAdvisoryLock('link-check-sweep', async lost => {
    await database.asSystem(
      async tx =>
        endAlerts(
          tx,
          (await forgetUnchecked(tx)).map(survey => endOf(survey, new Date(nowMs()))),
        ),
      { idempotent: true },
    )
    let checked = 0
    while (!lost.aborted) {
      const due = await database.readAsSystem(tx => readDue(tx, nowMs(), AT_ONCE))
      await Promise.all(due.map(survey => check(ports, survey, nowMs)))
      checked += due.length
      if (due.length < AT_ONCE) break
    }
    return checked
  })
  return outcome.held ? outcome.value : null
}

async function check(ports: LinkCheckPorts, survey: DueSurvey, nowMs: () => number): Promise<void> {
  const fault = await faultOf(ports, survey, nowMs())
  const at = new Date(nowMs())
  await ports.database.asSystem(async tx => {
    const failures = await storeCheck(tx, survey, fault, at)
    // not live any more: the next pass ends its alert
    if (failures === undefined) return
    if (failures === 0) await endAlerts(tx, [endOf(survey, at)])
    const { accountId, surveyId, projectId, sourceId } = survey
    if (fault !== null && failures >= LINK_CHECK_FAILURES)
      await raiseAlerts(tx, [
        {
          accountId,
          kind: 'link_check_failed',
          scope: 'survey',
          placeId: surveyId,
          projectId,
          surveyId,
          at,
          facts: { fault, source: sourceId },
        },
      ])
  })
}

const endOf = ({ accountId, surveyId }: Pick<DueSurvey, 'accountId' | 'surveyId'>, at: Date) => ({
  accountId,
  scope: 'survey' as const,
  placeId: surveyId,
  kinds: KINDS,
  at,
})

/** Why the chain does not work; null: it does, or its host asked not to be called. */
async function faultOf(
  { database, ledger, egress, publicUrl, timeoutMs }: LinkCheckPorts,
  { accountId, sourceId, surveyUrl, device, hostsOff }: DueSurvey,
  atMs: number,
): Promise<string | null> {
  if (URL.canParse(surveyUrl) && isUncalled(new URL(surveyUrl).hostname, hostsOff)) return null
  const link = await database.readAsAccount(accountId, tx =>
    findTestLink(tx, accountId, sourceId, { publicUrl, namesSupplier: true }),
  )
  if (link === undefined) return null
  const parameters = parseLinkParameters(new URL(link.entry).search.slice(1), 'supplier')
  const supplier = parameters.get('sup')
  const outcome = await ledger.enter(accountId, {
    kind: 'enter',
    atMs,
    sourceId,
    supplierId: supplier === undefined ? null : Number(supplier),
    rid: `${LINK_CHECK_RID}${atMs}`,
    testToken: parameters.get('t') ?? null,
    invitation: null,
    fingerprint: null,
    address: null,
    country: null,
    language: null,
    device,
    fromDatacentre: false,
    parameters,
  })
  if (outcome.kind !== 'sent') return 'The entry link of its source does not work.'
  if (outcome.code !== RESPONDENT_CODES.inSurvey || outcome.address === null)
    return `The desk turned the test respondent away: ${RESPONDENT_STATE_LABELS[outcome.code]}.`
  return followChain(
    { egress, ownHost: new URL(publicUrl).host, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    outcome.address,
  )
}
