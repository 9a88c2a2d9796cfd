import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'
import { takeFeed, type FeedSpan } from '#ledger/feed/feed-reader.store'
import { consequencesOf } from './causes-of-change.ts'
import { endAlerts, raiseAlerts } from './raise.store.ts'

const READER = 'alerts'

export interface CollectedAlerts {
  readonly raised: number
  /** There is more in the feed, or will be once an older transaction ends. */
  readonly pending: boolean
}

/**
 * Raises and ends alerts by what the feed has new: the place in the feed and the alerts are stored by one commit, so that each change counts
 * once, whichever process dies.
 * @returns null when another process is collecting
 */
export function collectAlerts(database: Pick<DeskDatabase, 'asSystem'>): Promise<CollectedAlerts | null> {
  return database.asSystem(
    async tx => {
      const span = await takeFeed(tx, READER)
      if (span === null) return null
      const { pending } = span
      if (span.from === span.to) return { raised: 0, pending }
      let raised = 0
      for (const run of runsOf(await pausesIn(tx, span))) {
        const consequences = run.map(({ accountId, event }) => consequencesOf(accountId, event))
        await endAlerts(
          tx,
          consequences.flatMap(({ ends }) => ends),
        )
        raised += await raiseAlerts(
          tx,
          consequences.flatMap(({ causes }) => causes),
        )
      }
      return { raised, pending }
    },
    { idempotent: true },
  )
}

interface Paused {
  readonly accountId: number
  readonly event: StatusEvent
}

const STATUS = sql.lit(2)
const AUTO_PAUSED = sql.lit(STATUS_CODES.autoPaused)

/** The changes of status in a part of the feed that begin or end an auto-pause, in the feed's order. */
async function pausesIn(tx: Tx, { from, to }: FeedSpan): Promise<readonly Paused[]> {
  const { rows } = await sql<Paused>`
    select account_id as "accountId", body as event from change_feed
    where kind = ${STATUS} and xid >= ${from}::xid8 and xid < ${to}::xid8
      and ((body ->> 'to')::int = ${AUTO_PAUSED} or (body ->> 'from')::int = ${AUTO_PAUSED})
    order by xid, position`.execute(tx)
  return rows
}

/** Cuts the changes where a place comes again: one run has each place once, and is stored at once. */
function runsOf(changes: readonly Paused[]): readonly (readonly Paused[])[] {
  const runs: Paused[][] = []
  let seen = new Set<string>()
  for (const change of changes) {
    const place = `${change.event.scope} ${change.event.id}`
    const run = runs.at(-1)
    if (run === undefined || seen.has(place)) {
      runs.push([change])
      seen = new Set([place])
    } else {
      run.push(change)
      seen.add(place)
    }
  }
  return runs
}
