import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { SNAPSHOT } from '#kernel/db/prepared-read'
import { BoundedStore } from '#kernel/lists/bounded-store'
import { refusalFor } from '../accounts/access.ts'
import { callerOf } from '../sessions/current-user.ts'
import { needsOf } from '../sessions/session-needs.ts'
import { findLiveSession, liveSessionOf, readLiveSession, type LiveSession } from '../sessions/sessions.store.ts'
import type { DirectCall, DirectRead, Versions } from './direct-call.ts'
import { plainGet, type PlainGet } from './plain-get.ts'

export interface DirectReadOptions {
  readonly database: DeskDatabase
  readonly internalAccountId: number
  readonly reads: readonly DirectRead[]
  /** Gives an answer the common headers and its log line. */
  readonly head: (request: IncomingMessage, response: ServerResponse) => void
}

/** Answers a request, or leaves it to the next handler. */
export type DirectAnswers = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void

/** The rows of one call in a snapshot of the database. */
interface Present {
  readonly snapshot: string
  readonly session: LiveSession
  readonly versions: Versions | undefined
  /** Something was committed since the last call, so the next call skips the question whether that is so. */
  readonly isOfBusyDesk: boolean
}

const MAX_PRESENT_BYTES = 16 * 1024 * 1024
const SESSION_BYTES = 2_048
const MAX_ACCOUNT_BYTES = 8 * 1024 * 1024

const bytesOfPresent = ({ versions }: Present): number => SESSION_BYTES + (versions?.figures.length ?? 0)

/**
 * Answers valid calls of the busiest endpoints ahead of the contract. Each reads the session in the same round trip that checks
 * whether the cached answer is current; anything unusual (no session, a token due for renewal, no permission, no such study, a
 * database that does not answer) is left to the contract.
 */
export function directReads({ database, internalAccountId, reads, head }: DirectReadOptions): DirectAnswers {
  // a session never changes its account, so the versions are read under it together with the session, which confirms it
  const accounts = new BoundedStore<number>(MAX_ACCOUNT_BYTES, () => 0)
  // the same snapshot name means that nothing was committed, so the rows need not be read
  const known = new BoundedStore<Present>(MAX_PRESENT_BYTES, bytesOfPresent)

  async function accountOf(tokenHash: Buffer, key: string): Promise<number | undefined> {
    const account = accounts.get(key)
    if (account !== undefined) return account
    const session = await findLiveSession(database, tokenHash, new Date())
    if (session) accounts.set(key, session.facts.account.accountId)
    return session?.facts.account.accountId
  }

  async function read(call: DirectCall, { tokenHash, address }: PlainGet): Promise<Present | null> {
    const key = tokenHash.toString('base64')
    const accountId = await accountOf(tokenHash, key)
    if (accountId === undefined) return null
    const last = known.get(`${key} ${address}`)
    if (last && !last.isOfBusyDesk && (await database.snapshotName()) === last.snapshot) return last
    const [[at], [session], [versions]] = await database.readAtOnce([
      { scope: { role: 'desk_system' }, read: SNAPSHOT, values: [] },
      readLiveSession(tokenHash, new Date()),
      call.versions(accountId),
    ])
    if (session?.accountId !== accountId) return null
    const snapshot = at?.name ?? ''
    const isOfBusyDesk = last !== undefined && last.snapshot !== snapshot
    const present = { snapshot, session: liveSessionOf(session), versions, isOfBusyDesk }
    known.set(`${key} ${address}`, present)
    return present
  }

  async function bodyOf(call: DirectCall, get: PlainGet): Promise<Buffer | null> {
    const { session, versions } = (await read(call, get)) ?? {}
    if (!session || !versions || !isInOrder(session, new Date())) return null
    const caller = callerOf(session, internalAccountId)
    return refusalFor(caller.user, call.openTo) === null ? call.body(caller, versions) : null
  }

  function callAt({ path, query }: PlainGet): DirectCall | null {
    for (const readAt of reads) {
      const call = readAt(path, query)
      if (call) return call
    }
    return null
  }

  return (request, response, otherwise) => {
    const get = plainGet(request)
    const call = get && callAt(get)
    if (!call) return otherwise()
    bodyOf(call, get).then(
      body => {
        if (!body) return otherwise()
        head(request, response)
        response.writeHead(200, { 'content-length': body.byteLength, 'content-type': 'application/json' })
        response.end(body)
      },
      // the contract queries the database itself, and names the fault
      otherwise,
    )
  }
}

/** Whether the session needs nothing but the answer; the contract renews tokens, records their use and judges replaced ones. */
function isInOrder(session: LiveSession, now: Date): boolean {
  return session.expiresAt > now && session.supersededAt === null && needsOf(session, now) === 'nothing'
}
