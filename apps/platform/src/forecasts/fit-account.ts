import { HOUR_MS } from '#ledger/facts/pacing'
import { HORIZON_HOURS } from './course.ts'
import { fitProfiles, flatProfile, type Profiles } from './exposure.ts'
import { hourCalendar, type HourCalendar } from './hours-of-week.ts'
import { likePaces, logPacesOf, type LikePaces, type LogPaces } from './like-sources.ts'
import { residualPools, residualsOf, type Residual, type ResidualPool } from './residuals.ts'
import type { FinishedSource, OpenSource } from './source-past.ts'

/** A fit serves forecasts for so many hours. */
export const FIT_HOURS = 2

/** The fit of an account's past, for all forecasts of one hour. */
export interface AccountFit {
  readonly nowMs: number
  readonly calendar: HourCalendar
  readonly profiles: Profiles
  /** By checkpoint. */
  readonly pools: readonly ResidualPool[]
  readonly logPaces: LogPaces
  readonly likePaces: LikePaces
  /** Of the account's finished sources; those of all accounts together are the installation's. */
  readonly residuals: readonly Residual[]
}

/** The fit of all accounts' pasts together. */
export interface InstallationFit {
  /** 168 factors with mean 1, by hour of the week. */
  readonly profile: readonly number[]
  readonly residuals: readonly Residual[]
}

export interface AccountPast {
  /** IANA zone in which the account's days begin. */
  readonly zone: string
  readonly finished: readonly FinishedSource[]
  readonly open: readonly OpenSource[]
}

/** Fits an account's profiles and bands to its past until now. It reads all sources once; each forecast then reads its own. */
export function fitAccount(
  { zone, finished, open }: AccountPast,
  installation: InstallationFit | null,
  nowMs: number,
): AccountFit {
  const sources = [...finished, ...open]
  const fromMs = sources.reduce((first, { firstHourMs }) => Math.min(first, firstHourMs), nowMs)
  const calendar = hourCalendar(zone, fromMs, nowMs + (HORIZON_HOURS + FIT_HOURS + 1) * HOUR_MS)
  const all = installation === null ? flatProfile() : Float64Array.from(installation.profile)
  const profiles = fitProfiles(sources, calendar, nowMs, all)
  const logPaces = logPacesOf(finished, profiles, calendar)
  const residuals = finished.flatMap(source => residualsOf(source, profiles, calendar))
  return {
    nowMs,
    calendar,
    profiles,
    residuals,
    pools: residualPools(residuals, installation?.residuals ?? []),
    logPaces,
    likePaces: likePaces(finished, logPaces),
  }
}
