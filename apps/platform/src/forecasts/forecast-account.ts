import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import type { Tx } from '#kernel/db/tx'
import { forecastSource, MODEL_VERSION, type FinishBand, type SourceForecast } from './finish.ts'
import { fitAccount, type AccountFit, type InstallationFit } from './fit-account.ts'
import { readCells, readGroups, type ForecastGroup } from './groups.store.ts'
import { forecastJointly, jointSource, type JointForecast, type JointSource } from './joint-finish.ts'
import { readFinishedSources, readOpenSources, type ComparedSource, type PlacedSource } from './pasts.store.ts'
import { forecastQuota } from './quota-finish.ts'
import { bucketOf } from './residuals.ts'
import { FORECAST_SCOPES, type ForecastObject, type MadeForecast } from './seal.store.ts'
import { sumOf } from './source-past.ts'

const SECOND_MS = 1_000

/** An account's past and what it says, as of one moment. */
export interface FittedAccount {
  readonly fit: AccountFit
  readonly open: readonly PlacedSource[]
  readonly finished: readonly ComparedSource[]
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
  return { fit: fitAccount({ zone: rows[0]?.zone ?? 'UTC', finished, open }, installation, nowMs), open, finished }
}

/** The forecasts of all live objects of an account: sources, their sub-quotas, surveys and projects. Objects without one are left out. */
export async function forecastAccount(
  tx: Tx,
  accountId: number,
  { fit, open }: FittedAccount,
): Promise<readonly MadeForecast[]> {
  const { nowMs } = fit
  const made: MadeForecast[] = []
  const add = (of: Asked, forecast: SourceForecast) => {
    if (forecast.kind === 'band') made.push(madeOf(of, forecast, nowMs))
  }
  const bySource = new Map(open.map(source => [source.sourceId, source]))
  const joint = new Map<number, JointSource>()
  for (const source of open) {
    add({ ...objectOf('source', source.sourceId), ...goalOf(source) }, forecastSource(fit, source))
    joint.set(source.sourceId, jointSource(fit, source))
    // the links of this process answer between two sources
    await setImmediate()
  }
  for (const { sourceId, quotaNo, target, completes } of await readCells(tx, accountId, [...bySource.keys()])) {
    const source = bySource.get(sourceId)
    if (source === undefined) continue
    const statedShare = Math.min(1, target / source.targetCompletes)
    add(
      { ...objectOf('quota', sourceId, quotaNo), ...goalOf(source), target },
      forecastQuota(fit, source, { targetCompletes: target, completes, statedShare }),
    )
  }
  for (const group of await readGroups(tx, accountId)) {
    const sources = open.filter(({ surveyId, projectId }) =>
      group.scope === FORECAST_SCOPES.survey ? surveyId === group.scopeId : projectId === group.scopeId,
    )
    const made = sources.reduce((sum, { completesByHour }) => sum + sumOf(completesByHour), 0)
    const together = forecastJointly(nowMs, {
      targetCompletes: group.target,
      completesElsewhere: Math.max(0, group.completes - made),
      outOfFieldAtMs: group.endsAtMs,
      sources: sources.flatMap(({ sourceId }) => joint.get(sourceId) ?? []),
    })
    if (together.kind === 'band') addJoint(group, together)
    await setImmediate()
  }
  return made

  function addJoint(group: ForecastGroup, joint: Extract<JointForecast, { readonly kind: 'band' }>): void {
    const pool = fit.pools[bucketOf(joint.completes, group.target)]
    made.push(
      madeOf(
        group,
        {
          ...joint,
          expectedByNowCompletes: null,
          pool: pool?.name ?? 'prior',
          poolSources: pool?.count ?? 0,
          modelVersion: MODEL_VERSION,
        },
        nowMs,
      ),
    )
  }
}

/** An object of a forecast with its goal. */
interface Asked extends ForecastObject {
  readonly target: number
  readonly endsAtMs: number | null
}

const objectOf = (scope: keyof typeof FORECAST_SCOPES, scopeId: number, quotaNo = 0): ForecastObject => ({
  scope: FORECAST_SCOPES[scope],
  scopeId,
  quotaNo,
})

const goalOf = ({ targetCompletes, outOfFieldAtMs }: PlacedSource) => ({
  target: targetCompletes,
  endsAtMs: outOfFieldAtMs,
})

type SealedBand = Pick<
  FinishBand,
  | 'completes'
  | 'p10AtMs'
  | 'p50AtMs'
  | 'p90AtMs'
  | 'fullByOutOfField'
  | 'byOutOfField'
  | 'expectedByNowCompletes'
  | 'pool'
  | 'poolSources'
  | 'modelVersion'
>

/** A forecast in whole seconds, completes and per mille, as it is sealed. */
export function madeOf(
  { scope, scopeId, quotaNo, target, endsAtMs }: Asked,
  band: SealedBand,
  nowMs: number,
): MadeForecast {
  const second = (ms: number | null) => (ms === null ? null : toSecond(ms))
  const whole = (value: number | null) => (value === null ? null : Math.round(value))
  return {
    scope,
    scopeId,
    quotaNo,
    askedAtMs: toSecond(nowMs),
    completes: band.completes,
    target,
    endsAtMs: second(endsAtMs),
    p10AtMs: second(band.p10AtMs),
    p50AtMs: second(band.p50AtMs),
    p90AtMs: second(band.p90AtMs),
    fullPerMille: band.fullByOutOfField === null ? null : Math.round(band.fullByOutOfField * 1000),
    expectedNow: whole(band.expectedByNowCompletes),
    expectedAtEnd: whole(band.byOutOfField?.p50Completes ?? null),
    pool: band.pool,
    likeCount: band.poolSources,
    model: band.modelVersion,
  }
}

const toSecond = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS
