import { AWAY_MINUTES } from '@desk/schema/today/since'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const AWAY = sql`make_interval(mins => ${AWAY_MINUTES})`
/** A visit is noted at most as often. */
const NOTED_EVERY = sql`interval '1 minute'`

export interface Visitor {
  readonly accountId: number
  readonly userId: number
}

/** Notes that a user is active; after a long pause, when they left before it. */
export async function noteVisit(tx: Tx, { accountId, userId }: Visitor, at: Date): Promise<void> {
  await sql`
    insert into user_visit as v (account_id, user_id, seen_at) values (${accountId}, ${userId}, ${at})
    on conflict (account_id, user_id) do update set seen_at = excluded.seen_at,
      left_at = case when excluded.seen_at - v.seen_at > ${AWAY} then v.seen_at else v.left_at end
    where excluded.seen_at - v.seen_at > ${NOTED_EVERY}`.execute(tx)
}

/** When a user left before the present visit; undefined: no such visit is known. */
export async function lastLeft(tx: Tx, { accountId, userId }: Visitor, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select case when ${now}::timestamptz - seen_at > ${AWAY} then seen_at else left_at end as at
    from user_visit where account_id = ${accountId} and user_id = ${userId}`.execute(tx)
  return rows[0]?.at ?? undefined
}
