import { HOUR_MS } from '#ledger/facts/pacing'
import { HOURS_OF_WEEK, placeOf, type HourCalendar } from './hours-of-week.ts'
import { likenessOf, type Interval, type SourcePast } from './source-past.ts'

/** How many entrants an hour of the week brings, as a multiple of the mean hour: 168 factors with mean 1. */
export type Profile = Float64Array

/** A parent's profile counts as much as this many entrants of an hour of the week. */
const PARENT_ENTRANTS = 60

export interface Profiles {
  readonly account: Profile
  readonly byLikeness: ReadonlyMap<string, Profile>
}

/** Entrants by hour of the week, and how many the parent's profile expects in the hours that were live. */
interface Tally {
  readonly entrants: Float64Array
  readonly expected: Float64Array
}

const emptyTally = (): Tally => ({
  entrants: new Float64Array(HOURS_OF_WEEK),
  expected: new Float64Array(HOURS_OF_WEEK),
})

export function flatProfile(): Profile {
  return new Float64Array(HOURS_OF_WEEK).fill(1)
}

/**
 * Hour-of-week profiles of an account, and of each supplier and country in it.
 *
 * Each level is its parent's profile times (entrants + k) ÷ (expected + k): the gamma–Poisson shrinkage of a ratio of
 * observed to expected counts (Clayton & Kaldor, Biometrics 43, 1987), with k = 60 entrants. Expected are each source's own
 * mean rate times the parent's profile over its live hours, so that sources of any size are comparable.
 * @param all the installation's profile, or a flat one
 */
export function fitProfiles(
  sources: readonly SourcePast[],
  calendar: HourCalendar,
  nowMs: number,
  all: Profile,
): Profiles {
  const ofAccount = emptyTally()
  for (const source of sources) addTo(ofAccount, source, calendar, nowMs, all)
  const account = shrunk(ofAccount, all)
  const tallies = new Map<string, Tally>()
  for (const source of sources) {
    const key = likenessOf(source)
    const tally = tallies.get(key) ?? emptyTally()
    tallies.set(key, tally)
    addTo(tally, source, calendar, nowMs, account)
  }
  return { account, byLikeness: new Map([...tallies].map(([key, tally]) => [key, shrunk(tally, account)])) }
}

/** The profile of one source by its entrants until a moment, shrunk to its supplier and country, else to the account. */
export function profileOf(source: SourcePast, profiles: Profiles, calendar: HourCalendar, untilMs: number): Profile {
  const parent = profiles.byLikeness.get(likenessOf(source)) ?? profiles.account
  const tally = emptyTally()
  addTo(tally, source, calendar, untilMs, parent)
  return shrunk(tally, parent)
}

function addTo(tally: Tally, source: SourcePast, calendar: HourCalendar, untilMs: number, parent: Profile): void {
  const live = liveShares(source, untilMs)
  const start = placeOf(calendar, source.firstHourMs)
  let [entrants, exposure] = [0, 0]
  for (let hour = 0; hour < live.length; hour++) {
    entrants += source.entrantsByHour[hour] ?? 0
    exposure += (live[hour] ?? 0) * (parent[calendar.hoursOfWeek[start + hour] ?? 0] ?? 1)
  }
  if (entrants === 0 || exposure === 0) return
  const rate = entrants / exposure
  for (let hour = 0; hour < live.length; hour++) {
    const at = calendar.hoursOfWeek[start + hour] ?? 0
    const share = live[hour] ?? 0
    if (share === 0) continue
    tally.entrants[at] = (tally.entrants[at] ?? 0) + (source.entrantsByHour[hour] ?? 0)
    tally.expected[at] = (tally.expected[at] ?? 0) + rate * share * (parent[at] ?? 1)
  }
}

function shrunk({ entrants, expected }: Tally, parent: Profile): Profile {
  const profile = parent.map(
    (factor, at) => (factor * ((entrants[at] ?? 0) + PARENT_ENTRANTS)) / ((expected[at] ?? 0) + PARENT_ENTRANTS),
  )
  const mean = profile.reduce((sum, factor) => sum + factor, 0) / HOURS_OF_WEEK
  return mean > 0 ? profile.map(factor => factor / mean) : flatProfile()
}

/** The part of each hour since the launch in which the source was live, from 0 to 1. */
export function liveShares({ firstHourMs, liveIntervals }: SourcePast, untilMs: number): Float64Array {
  const hours = Math.max(0, Math.ceil((untilMs - firstHourMs) / HOUR_MS))
  const shares = new Float64Array(hours)
  for (const { fromMs, untilMs: endMs } of liveIntervals) {
    const from = Math.max(fromMs, firstHourMs)
    const until = Math.min(endMs ?? untilMs, untilMs)
    for (let at = from; at < until;) {
      const hour = Math.floor((at - firstHourMs) / HOUR_MS)
      const next = Math.min(until, firstHourMs + (hour + 1) * HOUR_MS)
      shares[hour] = (shares[hour] ?? 0) + (next - at) / HOUR_MS
      at = next
    }
  }
  return shares
}

export function isLiveAt(intervals: readonly Interval[], atMs: number): boolean {
  return intervals.some(({ fromMs, untilMs }) => fromMs <= atMs && (untilMs === null || atMs < untilMs))
}

/**
 * The exposure of a source until each hour since its launch, in mean hours: live time, each hour weighted by its
 * profile. One entry more than hours: the last is the whole.
 */
export function pastExposure(
  source: SourcePast,
  profile: Profile,
  calendar: HourCalendar,
  untilMs: number,
): Float64Array {
  const live = liveShares(source, untilMs)
  const start = placeOf(calendar, source.firstHourMs)
  const sums = new Float64Array(live.length + 1)
  for (let hour = 0; hour < live.length; hour++)
    sums[hour + 1] = (sums[hour] ?? 0) + (live[hour] ?? 0) * (profile[calendar.hoursOfWeek[start + hour] ?? 0] ?? 1)
  return sums
}

/**
 * The exposure to come until the end of each hour from now, in mean hours, as if the source were live from now on: the
 * first hour counts from now alone, and closed quotas take their share of entrants away.
 */
export function futureExposure(
  profile: Profile,
  calendar: HourCalendar,
  nowMs: number,
  hours: number,
  openQuotaShare: number,
): Float64Array {
  const start = placeOf(calendar, nowMs)
  const sums = new Float64Array(hours)
  let sum = 0
  let part = 1 - ((nowMs - calendar.firstHourMs) / HOUR_MS - start)
  for (let hour = 0; hour < hours; hour++) {
    sum += part * openQuotaShare * (profile[calendar.hoursOfWeek[start + hour] ?? 0] ?? 1)
    sums[hour] = sum
    part = 1
  }
  return sums
}
