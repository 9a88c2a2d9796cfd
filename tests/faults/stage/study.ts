import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'
import { makeStudy, type SourceSpec, type Study } from '@desk/platform/ledger/testing/study'
import { verifyLedger } from '@desk/platform/ledger/verify/verify-ledger'
import { insertSession } from '@desk/platform/identity/sessions/sessions.store'
import { hashToken, newToken } from '@desk/platform/identity/tokens/token'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'

const NEVER_REACHED = 1_000_000_000

export interface WatchedStudy extends Study {
  /** Someone who sees every column of it. */
  readonly username: string
  readonly userId: number
}

/** A live study with targets out of reach, in a client's account of its own with a user. */
export async function watchedStudy(database: DeskDatabase, sources: number): Promise<WatchedStudy> {
  const source: SourceSpec = { target: NEVER_REACHED }
  const maker = new StudyMaker(database)
  const accountId = await maker.account({ parentAccountId: await maker.account({ name: 'Parent' }) })
  const study = await database.asSystem(tx =>
    makeStudy(tx, { accountId, surveyTarget: NEVER_REACHED, sources: Array.from({ length: sources }, () => source) }),
  )
  const { username, userId } = await maker.user({ accountId, advancedView: true })
  return { ...study, username, userId }
}

const SESSION_MS = 12 * 60 * 60 * 1000

/** Signs the study's user in so many times, past the hashing of passwords; gives the tokens. */
export async function manySessions(
  database: DeskDatabase,
  { accountId, userId }: WatchedStudy,
  count: number,
): Promise<string[]> {
  const tokens = Array.from({ length: count }, newToken)
  const now = new Date()
  await database.asSystem(async tx => {
    for (const token of tokens) {
      const tokenHash = hashToken(token)
      if (!tokenHash) throw new Error('A new token has the wrong form.')
      await insertSession(tx, {
        sessionId: randomUUID(),
        userId,
        accountId,
        loginAccountId: accountId,
        tokenHash,
        now,
        expiresAt: new Date(now.getTime() + SESSION_MS),
        userAgent: null,
        address: null,
        isRemembered: false,
      })
    }
  })
  return tokens
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

/** Signs out over HTTP. */
export async function signOut(url: string, token: string): Promise<void> {
  const response = await fetch(`${url}/v1/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
  })
  if (response.status !== 204) throw new Error(`Signing out answered ${response.status}.`)
}
