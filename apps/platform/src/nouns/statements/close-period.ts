import type { SellScope } from '@desk/schema/statements/sell-line'
import type { Schema } from 'effect'
import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome, Refusal } from '#kernel/edits/outcome'
import { recordEdit } from '#kernel/history/history.store'
import type { SealingKey } from '#kernel/secrets/seal'
import { findWindow } from '../reconciliation/requests.store.ts'
import { recordEvent } from '../webhooks/record-event.store.ts'
import type { Month } from './months.ts'
import { closesAt, findCalendar, holdPeriods, insertPeriod, listAccounts, listClosed } from './periods.store.ts'
import { signingKey } from './statement-keys.ts'
import { hasScope } from './scopes.ts'
import { listUnwritten, type UnwrittenMonth } from './statements.store.ts'
import { writeSellStatements, writeStatements, type Closing } from './write-statements.ts'

/** The longest time of one statement of a closing. */
export const CLOSING_TIMEOUT_MS = 120_000

const fieldOf = (month: Month): string => `Period ${month}`

/** Closes a month and writes its statements, in the open transaction. */
async function close(
  tx: Tx,
  accountId: number,
  month: Month,
  closedBy: number | null,
  at: Date,
  key: SealingKey,
): Promise<void> {
  await insertPeriod(tx, accountId, month, closedBy, at)
  const closing = await closingOf(tx, accountId, month, at)
  await writeStatements(tx, closing, await sellScopes(tx, accountId), () => signingKey(tx, accountId, key, at))
  await recordEvent(tx, {
    accountId,
    projectId: null,
    kind: 'statement.closed',
    data: await closedEvent(tx, accountId, month),
  })
}

async function closingOf(tx: Tx, accountId: number, month: Month, at: Date): Promise<Closing> {
  const window = await findWindow(tx, accountId)
  const { rows } = await sql<{ name: string }>`select name from account where account_id = ${accountId}`.execute(tx)
  return { accountId, accountName: rows[0]?.name ?? '', month, window, at }
}

/** The sell side's owners of statements: each project, and each business unit where the account invoices by them. */
const sellScopes = async (tx: Tx, accountId: number): Promise<readonly SellScope[]> =>
  (await hasScope(tx, accountId, 'business_unit')) ? ['project', 'business_unit'] : ['project']

/** A closed month for endpoints, with the number of suppliers' statements; its amounts stay in the desk. */
async function closedEvent(tx: Tx, accountId: number, month: Month): Promise<Schema.JsonObject> {
  const period = (await listClosed(tx, accountId, month, month)).get(month)
  if (period === undefined) throw new Error('The month was closed by this transaction.')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from statement where account_id = ${accountId} and scope = 'supplier' and month = ${month}`.execute(
    tx,
  )
  return { month, statements: rows[0]?.count ?? 0, by: period.closedBy, closed_at: period.closedAt.toISOString() }
}

/** Closes a month for an admin; the months close in order, and each only when it is over. */
export function closePeriod(
  tx: Tx,
  actor: Actor,
  month: Month,
  key: SealingKey,
): Promise<Outcome<{ readonly month: Month }, Schema.Json>> {
  const { accountId, at, user } = actor
  return edit<true, 'closed', { readonly month: Month }, Schema.Json>(tx, actor, {
    scope: 'account',
    id: accountId,
    async lock() {
      await holdPeriods(tx, accountId)
      return true
    },
    async judge() {
      const refusal = await refusalFor(tx, accountId, month, at)
      return refusal ?? { before: 'open', after: 'closed' }
    },
    changed: () => ({ before: { [fieldOf(month)]: 'open' }, after: { [fieldOf(month)]: 'closed' } }),
    write: () => close(tx, accountId, month, user.uid, at, key),
    read: () => Promise.resolve({ month }),
  })
}

async function refusalFor(
  tx: Tx,
  accountId: number,
  month: Month,
  at: Date,
): Promise<Refusal<Schema.Json> | undefined> {
  const calendar = await findCalendar(tx, accountId, await findWindow(tx, accountId), at)
  const refused = (reason: string, message: string): Refusal<Schema.Json> => ({
    kind: 'refused',
    reason,
    message,
    current: { first_open: calendar?.firstOpen ?? null },
  })
  if (calendar === undefined || month < calendar.first)
    return refused('no_period', `No respondent had entered by ${month}: there is nothing to close.`)
  if (month < calendar.firstOpen) return refused('already_closed', `${month} is closed already.`)
  if (month >= calendar.current) return refused('not_over', `${month} is not over yet.`)
  if (month > calendar.firstOpen)
    return refused('earlier_open', `Close ${calendar.firstOpen} first: periods close in order.`)
  return undefined
}

/** The surroundings of the sweep of due periods. */
export interface PeriodSweep {
  readonly database: DeskDatabase
  readonly key: SealingKey
  readonly nowMs: () => number
}

const PAGE = 200
/** Months that one sweep closes of an account: the rest is the next one's. */
const MONTHS_A_SWEEP = 12

/**
 * Closes every period whose time has come, one process at a time.
 * @returns how many it closed; null when another process is at it
 */
export async function sweepPeriods({ database, key, nowMs }: PeriodSweep): Promise<number | null> {
  const outcome = await database.withAdvisoryLock('statement-period-sweep', async lost => {
    for (const unwritten of await database.readAsSystem(tx => listUnwritten(tx, PAGE)))
      if (!lost.aborted)
        await database.asAccount(unwritten.accountId, tx => writeLate(tx, unwritten, key), {
          timeoutMs: CLOSING_TIMEOUT_MS,
        })
    let closed = 0
    for (let afterId = 0; !lost.aborted;) {
      const page = await database.readAsSystem(tx => listAccounts(tx, afterId, PAGE))
      for (const accountId of page)
        for (let month = 0; month < MONTHS_A_SWEEP && !lost.aborted; month++) {
          const at = new Date(nowMs())
          const isClosed = await database.asAccount(accountId, tx => closeDue(tx, accountId, at, key), {
            timeoutMs: CLOSING_TIMEOUT_MS,
          })
          if (!isClosed) break
          closed += 1
        }
      afterId = page.at(-1) ?? afterId
      if (page.length < PAGE) break
    }
    return closed
  })
  return outcome.held ? outcome.value : null
}

/** Writes the sell side of a month that was closed when only suppliers had statements, as of its closing. */
async function writeLate(tx: Tx, { accountId, month, closedAt }: UnwrittenMonth, key: SealingKey): Promise<void> {
  await holdPeriods(tx, accountId)
  const [still] = await listUnwritten(tx, 1, { accountId, month })
  if (still === undefined) return
  const closing = await closingOf(tx, accountId, month, closedAt)
  await writeSellStatements(tx, closing, await sellScopes(tx, accountId), () =>
    signingKey(tx, accountId, key, closedAt),
  )
}

/** Closes the first open period if its time has come. @returns whether it did */
async function closeDue(tx: Tx, accountId: number, at: Date, key: SealingKey): Promise<boolean> {
  await holdPeriods(tx, accountId)
  const window = await findWindow(tx, accountId)
  const calendar = await findCalendar(tx, accountId, window, at)
  if (calendar === undefined || calendar.firstOpen >= calendar.current) return false
  const month = calendar.firstOpen
  if ((await closesAt(tx, window, month)) > at) return false
  await close(tx, accountId, month, null, at, key)
  await recordEdit(tx, {
    accountId,
    scope: 'account',
    id: accountId,
    userId: null,
    at,
    act: 'edited',
    before: { [fieldOf(month)]: 'open' },
    after: { [fieldOf(month)]: 'closed' },
  })
  return true
}
