import { canonicalJson } from '@desk/machines/journal/fingerprint'
import type { Forecast, ForecastPool } from '@desk/schema/forecasts/forecast'
import type { StatusScope } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Tx } from '#kernel/db/tx'
import { SCOPE_CODES } from '#statuses/status-sql'

/** The objects that get a forecast. A sub-quota is named by its source and its number. */
export const FORECAST_SCOPES: Readonly<Record<StatusScope | 'quota', number>> = { ...SCOPE_CODES, quota: 4 }

/** An object of a forecast. `quotaNo` is 0 except of a sub-quota, whose `scopeId` is its source. */
export interface ForecastObject {
  readonly scope: number
  readonly scopeId: number
  readonly quotaNo: number
}

/** A forecast to be sealed; times in ms since 1970, null where they are later than the horizon, or not set. */
export interface MadeForecast extends ForecastObject {
  readonly askedAtMs: number
  readonly completes: number
  readonly target: number
  readonly endsAtMs: number | null
  readonly p10AtMs: number | null
  readonly p50AtMs: number | null
  readonly p90AtMs: number | null
  readonly fullPerMille: number | null
  readonly expectedNow: number | null
  readonly expectedAtEnd: number | null
  readonly pool: ForecastPool
  readonly likeCount: number
  readonly model: number
}

/** A sealed forecast, with its place in the chain of its account. */
export interface SealedForecast extends MadeForecast {
  readonly seq: number
  /** The last line of the ledger before it. */
  readonly position: number
  readonly hash: Buffer
}

const instant = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** A forecast as screens get it. */
export const wireOf = (made: MadeForecast): Forecast => ({
  asked_at: new Date(made.askedAtMs).toISOString(),
  p10_at: instant(made.p10AtMs),
  p50_at: instant(made.p50AtMs),
  p90_at: instant(made.p90AtMs),
  p_full: made.fullPerMille === null ? null : made.fullPerMille / 1000,
  expected_now: made.expectedNow,
  expected_at_end: made.expectedAtEnd,
  pool: made.pool,
  like_count: made.likeCount,
})

export const FIRST_HASH = Buffer.alloc(32)

/** The hash of a forecast in the chain of an account: SHA-256 of the hash before it and the canonical JSON of its row. */
export function hashOf(before: Buffer, accountId: number, sealed: SealedForecast): Buffer {
  return createHash('sha256')
    .update(before)
    .update(canonicalJson({ ...sealed, account: accountId, hash: undefined }))
    .digest()
}

/** Adds forecasts to the chain of an account, in their order. */
export async function sealForecasts(tx: Tx, accountId: number, made: readonly MadeForecast[]): Promise<void> {
  if (made.length === 0) return
  await sql`insert into forecast_head (account_id, seq, hash) values (${accountId}, 0, ${FIRST_HASH}) on conflict do nothing`.execute(
    tx,
  )
  const { rows: heads } = await sql<{ seq: number; hash: Buffer; position: string }>`
    select seq, hash, coalesce((select last_value from ledger_position), 0)::text as position
    from forecast_head where account_id = ${accountId} for update`.execute(tx)
  const [head] = heads
  if (head === undefined) throw new Error(`Account ${accountId} has no head of its chain of forecasts.`)
  let { seq, hash } = head
  const position = Number(head.position)
  const sealed = made.map((forecast): SealedForecast => {
    seq += 1
    const row = { ...forecast, seq, position, hash }
    hash = hashOf(hash, accountId, row)
    return { ...row, hash }
  })
  const rows = sealed.map(row => ({ ...row, hash: row.hash.toString('hex') }))
  const at = (column: string) => sql.raw(`to_timestamp(f."${column}"::float8 / 1000)`)
  await sql`
    insert into forecast (account_id, seq, scope, scope_id, quota_no, asked_at, completes, target, ends_at, p10_at, p50_at, p90_at,
      full_per_mille, expected_now, expected_at_end, pool, like_count, model, position, hash)
    select ${accountId}, f.seq, f.scope, f."scopeId", f."quotaNo", ${at('askedAtMs')}, f.completes, f.target, ${at('endsAtMs')}, ${at('p10AtMs')}, ${at('p50AtMs')}, ${at('p90AtMs')},
      f."fullPerMille", f."expectedNow", f."expectedAtEnd", f.pool, f."likeCount", f.model, f.position, decode(f.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (seq int, scope smallint, "scopeId" int, "quotaNo" int, "askedAtMs" bigint, completes int, target int,
      "endsAtMs" bigint, "p10AtMs" bigint, "p50AtMs" bigint, "p90AtMs" bigint, "fullPerMille" smallint, "expectedNow" int, "expectedAtEnd" int,
      pool text, "likeCount" int, model smallint, position bigint, hash text)`.execute(tx)
  await sql`
    insert into forecast_finish (account_id, scope, scope_id, quota_no)
    select ${accountId}, f.scope, f."scopeId", f."quotaNo" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (scope smallint, "scopeId" int, "quotaNo" int)
    on conflict do nothing`.execute(tx)
  await sql`update forecast_head set seq = ${seq}, hash = ${hash} where account_id = ${accountId}`.execute(tx)
}

const msOf = (column: string) => sql.raw(`round(extract(epoch from ${column}) * 1000)::float8`)

/** The columns of a sealed forecast `f`, as its hash is made of them. */
export const SEALED = sql`
  f.seq, f.scope, f.scope_id as "scopeId", f.quota_no as "quotaNo", ${msOf('f.asked_at')} as "askedAtMs", f.completes, f.target, ${msOf('f.ends_at')} as "endsAtMs",
  ${msOf('f.p10_at')} as "p10AtMs", ${msOf('f.p50_at')} as "p50AtMs", ${msOf('f.p90_at')} as "p90AtMs", f.full_per_mille as "fullPerMille",
  f.expected_now as "expectedNow", f.expected_at_end as "expectedAtEnd", f.pool, f.like_count as "likeCount", f.model, f.position::float8 as position, f.hash`
