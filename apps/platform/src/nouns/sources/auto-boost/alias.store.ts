import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { SCOPE_CODES } from '#statuses/status-sql'
import type { SourcePlace } from '../sources.store.ts'

/** Stores a source's alias and boost, and counts the edit. Its pace is watched from now on, so that nothing of before raises its price. */
export async function updateAlias(
  tx: Tx,
  accountId: number,
  sourceId: number,
  { alias, autoBoost, boost, at }: Pick<SourcePlace, 'alias' | 'autoBoost' | 'boost'> & { readonly at: Date },
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    update source set alias = ${alias}, auto_boost = ${autoBoost}, edit_version = edit_version + 1
    where account_id = ${accountId} and source_id = ${sourceId} returning edit_version as version`.execute(tx)
  if (boost === null) return
  const { stepCents, capCents, minutes } = boost
  await sql`
    insert into source_boost (account_id, source_id, step_cents, cap_cents, interval_minutes, watched_from, watched_completes, watched_version)
    select ${accountId}, ${sourceId}, ${stepCents}, ${capCents}, ${minutes}, ${at}, ${completesOf(accountId, sourceId)}, ${rows[0]?.version ?? 0}
    on conflict (account_id, source_id) do update set (step_cents, cap_cents, interval_minutes, watched_from, watched_completes, watched_version) =
      (excluded.step_cents, excluded.cap_cents, excluded.interval_minutes, excluded.watched_from, excluded.watched_completes, excluded.watched_version)`.execute(
    tx,
  )
}

const completesOf = (accountId: number, sourceId: number) => sql`coalesce((
  select completes from rollup where account_id = ${accountId} and scope = ${sql.lit(SCOPE_CODES.source)} and scope_id = ${sourceId}), 0)`
