import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** Tells the feed that the account's rules for its users have changed: its viewers are checked again, and open pages check their session. */
export async function doubtAccount(tx: Tx, accountId: number): Promise<void> {
  await sql`insert into change_feed (account_id, kind) values (${accountId}, 4)`.execute(tx)
  await sql`select pg_notify('desk_changes', '')`.execute(tx)
}
