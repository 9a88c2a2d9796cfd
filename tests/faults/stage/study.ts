import type { DeskDatabase } from '@desk/platform/db/desk-database'
import { makeStudy, type SourceSpec, type Study } from '@desk/platform/respondents/testing/study'
import { verifyLedger } from '@desk/platform/respondents/verify-ledger'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import { expect } from 'vitest'

const NEVER_REACHED = 1_000_000_000

export interface WatchedStudy extends Study {
  /** Someone who sees every column of it. */
  readonly username: string
}

/** A live study whose targets nobody reaches, in an account of its own with a user. */
export async function watchedStudy(database: DeskDatabase, sources: number): Promise<WatchedStudy> {
  const source: SourceSpec = { target: NEVER_REACHED }
  const study = await database.asSystem(tx => makeStudy(tx, { surveyTarget: NEVER_REACHED, sources: Array.from({ length: sources }, () => source) }))
  const { username } = await new StudyMaker(database).user({ accountId: study.accountId, advancedView: true })
  return { ...study, username }
}

/** Signs in over HTTP and gives the token. */
export async function signIn(url: string, username: string, password: string = TEST_PASSWORD): Promise<string> {
  const response = await fetch(`${url}/v1/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
    body: JSON.stringify({ username, password }),
  })
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`)
  const { AccessToken } = (await response.json()) as { AccessToken: string } // api:A1
  return AccessToken
}

/** Every figure is what the ledger says. */
export async function expectNoDrift(database: DeskDatabase): Promise<void> {
  expect(await verifyLedger(database)).toEqual([])
}
