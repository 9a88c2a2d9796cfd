import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import type { Ledger } from '@desk/platform/ledger/batches/ledger'
import type { LedgerOperation, ReturnOperation } from '@desk/platform/ledger/facts/ledger-operations'
import { newRdudHex } from '@desk/platform/ledger/facts/rdud'
import { makeStudy, type Study } from '@desk/platform/ledger/testing/study'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'

/** Too high to reach, yet the targets of 300 sources still add up to a database integer. */
const TARGET = 5_000_000
const BULK = 1_000

/** A live study with targets out of reach, in this account or one of its own. */
export function liveStudy(database: DeskDatabase, sources: number, accountId?: number): Promise<Study> {
  const source = { target: TARGET }
  return database.asSystem(tx =>
    makeStudy(tx, {
      ...(accountId === undefined ? {} : { accountId }),
      surveyTarget: TARGET,
      sources: Array.from({ length: sources }, () => source),
    }),
  )
}

/** Someone of the account who may sign in and sees every column. */
export async function someoneOf(
  database: DeskDatabase,
  accountId: number,
): Promise<{ username: string; password: string }> {
  const { username } = await new StudyMaker(database).user({ accountId, roleId: 1, advancedView: true })
  return { username, password: TEST_PASSWORD }
}

/** Signs in over HTTP and gives the token. */
export async function signIn(
  url: string,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const response = await fetch(`${url}/v1/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    body: JSON.stringify({ username, password }),
  })
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`)
  const { AccessToken } = (await response.json()) as { AccessToken: string } // api:A1
  return AccessToken
}

/** Lets so many respondents of a study into its survey, on its sources by turns, through the ledger's bulk entry; gives their ids. */
export async function letIn(ledger: Ledger, study: Study, respondents: number): Promise<string[]> {
  const hexes: string[] = []
  while (hexes.length < respondents) {
    const operations: LedgerOperation[] = []
    for (let at = 0; at < BULK && hexes.length < respondents; at++) {
      const hex = newRdudHex()
      hexes.push(hex)
      operations.push({
        kind: 'entered',
        atMs: Date.now(),
        sourceId: study.sourceIds[hexes.length % study.sourceIds.length] ?? study.sourceId,
        supplierId: study.supplierId,
        hex,
        rid: hex,
        isTest: false,
        code: 11,
        refusal: null,
        address: null,
        fingerprint: null,
      })
    }
    await ledger.write(study.accountId, operations, { history: true })
  }
  return hexes
}

/** The return URL of a complete. */
export function completeOf(hex: string): ReturnOperation {
  return {
    kind: 'return',
    atMs: Date.now(),
    hex,
    inboundCode: '1000',
    viaServer: false,
    parameters: new Map(),
    sent: null,
  }
}
