import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** A part of the feed: from a transaction on, up to another one that is not in it. */
export interface FeedSpan {
  readonly from: string
  readonly to: string
  /** There is more, or will be once an older transaction ends. */
  readonly pending: boolean
}

/** Rows of one span, about; a transaction is never cut. */
const SPAN_ROWS = 5_000

/**
 * Takes the next part of the feed for a reader that must miss nothing, in the open transaction: the rows stored with
 * it match the taken part exactly. A reader that is new begins at the present. The part not yet taken is not pruned.
 * @returns null when another process is taking it
 */
export async function takeFeed(tx: Tx, reader: string): Promise<FeedSpan | null> {
  await sql`
    insert into feed_reader (name, xid) values (${reader}, pg_snapshot_xmin(pg_current_snapshot())) on conflict do nothing`.execute(
    tx,
  )
  const { rows: held } = await sql<{ from: string }>`
    select xid::text as "from" from feed_reader where name = ${reader} for update skip locked`.execute(tx)
  const from = held[0]?.from
  if (from === undefined) return null
  const { rows } = await sql<{ end: string; horizon: string; isHeldBack: boolean }>`
    with stand as (select pg_snapshot_xmin(pg_current_snapshot()) as horizon)
    select stand.horizon::text as horizon, exists (select from change_feed f where f.xid >= stand.horizon and f.xid < pg_snapshot_xmax(pg_current_snapshot())) as "isHeldBack",
      coalesce(
        (select f.xid from change_feed f where f.xid >= ${from}::xid8 and f.xid < stand.horizon
         order by f.xid, f.position offset ${SPAN_ROWS} limit 1), stand.horizon)::text as "end"
    from stand`.execute(tx)
  const { end = from, horizon = from, isHeldBack = false } = rows[0] ?? {}
  // a transaction longer than a span is one by itself; a cursor beyond the present is another database's, from before a restore
  const to = end === from && end !== horizon ? String(BigInt(from) + 1n) : end
  if (to !== from) await sql`update feed_reader set xid = ${to}::xid8 where name = ${reader}`.execute(tx)
  return { from, to, pending: isHeldBack || to !== horizon }
}
