import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { SCOPE_CODES } from '#statuses/status-sql'
import { hasOnlyOwnPrices } from '../sources.store.ts'
import type { BoostFacts } from './boost-rules.ts'

export interface BoostedSource extends BoostFacts {
  readonly accountId: number
  readonly sourceId: number
  readonly surveyId: number
}

const LIVE = sql.lit(STATUS_CODES.live)
const ms = (expression: string) => sql.raw(`(extract(epoch from ${expression}) * 1000)::float8`)

/** Boosted sources that are effectively live, whose price some supplier is paid, of accounts that are not suspended. */
const boosted = sql`
  select b.account_id as "accountId", b.source_id as "sourceId", s.survey_id as "surveyId", s.supply_price_cents as "priceCents",
         b.step_cents as "stepCents", b.cap_cents as "capCents", b.interval_minutes as minutes, s.target, coalesce(r.completes, 0) as completes,
         ${ms('least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at)')} as "outOfFieldAtMs", ${ms('s.live_since')} as "liveSinceMs",
         s.edit_version as "editVersion", ${ms('b.watched_from')} as "watchedFromMs", b.watched_completes as "watchedCompletes", b.watched_version as "watchedVersion"
  from source_boost b
  join source s on s.account_id = b.account_id and s.source_id = b.source_id and s.auto_boost and s.status = ${LIVE} and s.type <> 'lucid' and not ${hasOnlyOwnPrices('s')}
  join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id and y.status = ${LIVE}
  join project p on p.account_id = s.account_id and p.project_id = s.project_id and p.status = ${LIVE}
  join account a on a.account_id = s.account_id and a.suspended_at is null
  left join rollup r on r.account_id = s.account_id and r.scope = ${sql.lit(SCOPE_CODES.source)} and r.scope_id = s.source_id`

/** A page of them, of every account, by id from `afterId` on. */
export async function listBoosted(tx: Tx, afterId: number, limit: number): Promise<readonly BoostedSource[]> {
  const { rows } =
    await sql<BoostedSource>`${boosted} where b.source_id > ${afterId} order by b.source_id limit ${limit}`.execute(tx)
  return rows
}

/** Locks one for a verdict; undefined when it is not live or not boosted any more. */
export async function lockBoosted(tx: Tx, accountId: number, sourceId: number): Promise<BoostedSource | undefined> {
  const { rows } =
    await sql<BoostedSource>`${boosted} where b.account_id = ${accountId} and b.source_id = ${sourceId} for update of b`.execute(
      tx,
    )
  return rows[0]
}

/** Watches the pace of a source from now on, as it is now. */
export async function watchFrom(
  tx: Tx,
  { accountId, sourceId }: Pick<BoostedSource, 'accountId' | 'sourceId'>,
  { completes, atMs }: { readonly completes: number; readonly atMs: number },
): Promise<void> {
  await sql`
    update source_boost b set watched_from = to_timestamp(${atMs}::float8 / 1000), watched_completes = ${completes}, watched_version = s.edit_version
    from source s where b.account_id = ${accountId} and b.source_id = ${sourceId} and s.account_id = b.account_id and s.source_id = b.source_id`.execute(
    tx,
  )
}
