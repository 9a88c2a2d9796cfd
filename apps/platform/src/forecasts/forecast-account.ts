import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { forecastSource, type FinishBand } from './finish.ts'
import { fitAccount, type AccountFit, type InstallationFit } from './fit-account.ts'
import { readFinishedSources, readOpenSources, type PlacedSource } from './pasts.store.ts'
import { FORECAST_SCOPES, type ForecastObject, type MadeForecast } from './seal.store.ts'

const SECOND_MS = 1_000

/** An account's past and what it says, as of one moment. */
export interface FittedAccount {
  readonly fit: AccountFit
  readonly open: readonly PlacedSource[]
}

/** Reads an account's sources and fits them. */
export async function readFit(
  tx: Tx,
  accountId: number,
  installation: InstallationFit | null,
  nowMs: number,
): Promise<FittedAccount> {
  const { rows } = await sql<{ zone: string }>`
    select z.iana_name as zone from account a join time_zone z on z.code = a.time_zone_code where a.account_id = ${accountId}`.execute(
    tx,
  )
  const open = await readOpenSources(tx, accountId, nowMs)
  const finished = await readFinishedSources(tx, accountId, nowMs)
  return { fit: fitAccount({ zone: rows[0]?.zone ?? 'UTC', finished, open }, installation, nowMs), open }
}

/** The forecasts of all live objects of an account: the sources, and what they add up to. Objects without one are left out. */
export async function forecastAccount(
  tx: Tx,
  accountId: number,
  installation: InstallationFit | null,
  nowMs: number,
): Promise<readonly MadeForecast[]> {
  const { fit, open } = await readFit(tx, accountId, installation, nowMs)
  return open.flatMap(source => {
    const forecast = forecastSource(fit, source)
    return forecast.kind === 'band'
      ? [
          madeOf(
            { scope: FORECAST_SCOPES.source, scopeId: source.sourceId, quotaNo: 0 },
            { target: source.targetCompletes, endsAtMs: source.outOfFieldAtMs },
            forecast,
            nowMs,
          ),
        ]
      : []
  })
}

/** A forecast in whole seconds, completes and per mille, as it is sealed. */
export function madeOf(
  object: ForecastObject,
  { target, endsAtMs }: { readonly target: number; readonly endsAtMs: number | null },
  band: FinishBand,
  nowMs: number,
): MadeForecast {
  const whole = (value: number | null) => (value === null ? null : Math.round(value))
  return {
    ...object,
    askedAtMs: toSecond(nowMs),
    completes: band.completes,
    target,
    endsAtMs: endsAtMs === null ? null : toSecond(endsAtMs),
    p10AtMs: band.p10AtMs === null ? null : toSecond(band.p10AtMs),
    p50AtMs: band.p50AtMs === null ? null : toSecond(band.p50AtMs),
    p90AtMs: band.p90AtMs === null ? null : toSecond(band.p90AtMs),
    fullPerMille: band.fullByOutOfField === null ? null : Math.round(band.fullByOutOfField * 1000),
    expectedNow: whole(band.expectedByNowCompletes),
    expectedAtEnd: whole(band.byOutOfField?.p50Completes ?? null),
    pool: band.pool,
    likeCount: band.poolSources,
    model: band.modelVersion,
  }
}

const toSecond = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS
