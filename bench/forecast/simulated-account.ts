import { hourCalendar } from '@desk/platform/forecasts/hours-of-week'
import type { FinishedSource, Interval, OpenSource, SourcePast } from '@desk/platform/forecasts/source-past'
import { Chance } from './chance.ts'

export const HOUR_MS = 3_600_000
export const ZONE = 'Europe/Berlin'
/** 20 seeds of 78 sources. */
export const SOURCES = 78
/** Constants of the model, the shipped prior among them, were chosen on these seeds. */
export const TUNING_SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
/** Nothing was chosen on these. */
export const HELD_OUT_SEEDS = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
const DAY_HOURS = 24
const WEEK_HOURS = 168
/** Monday, 5 January 2026: spring and autumn changes of the clocks lie within the simulated time. */
export const START_MS = Date.UTC(2026, 0, 5)
const LAUNCH_WEEKS = 26
const COUNTRIES = ['US', 'DE', 'JP']
const PEAK_HOURS = [2, 19, 11]
const SUPPLIERS = 4
/** A source that has not been full after so many hours is given up, and left out. */
const HOURS_MAX = 24 * 120
const CALENDAR = hourCalendar(ZONE, START_MS, START_MS + (LAUNCH_WEEKS * WEEK_HOURS + HOURS_MAX + DAY_HOURS) * HOUR_MS)

/** A source with its truth: hours until it is full, were it open for ever. */
export interface SimulatedSource extends SourcePast {
  readonly fullAtMs: number
  /** Price steps: from when, and cents. */
  readonly prices: readonly { readonly fromMs: number; readonly cents: number }[]
  readonly marketCents: number
}

/** Truth of the price response: entrants grow with (price ÷ market) to this power. */
export const PRICE_ELASTICITY = 1.2
const PRICE_STEP_SHARE = 0.12

/** Sources of one account over half a year, in accelerated time: no clock, no database. */
export function simulateAccount(seed: number, sources: number): readonly SimulatedSource[] {
  const chance = new Chance(seed)
  const hours = LAUNCH_WEEKS * WEEK_HOURS + HOURS_MAX
  const dayShocks = Array.from({ length: SUPPLIERS * COUNTRIES.length }, () => dayShocksOf(chance, hours / DAY_HOURS))
  const tilts = Array.from({ length: SUPPLIERS }, () => ({
    evening: chance.uniform(0.6, 1.6),
    weekend: chance.factor(0.4),
  }))
  const made: SimulatedSource[] = []
  while (made.length < sources) {
    const source = simulateSource(chance, made.length + 1, dayShocks, tilts)
    if (source !== null) made.push(source)
  }
  return made
}

/** A level that differs from day to day, and half of which goes on to the next. */
function dayShocksOf(chance: Chance, days: number): readonly number[] {
  let log = 0
  return Array.from({ length: Math.ceil(days) }, () => Math.exp((log = 0.5 * log + 0.12 * chance.normal())))
}

function simulateSource(
  chance: Chance,
  sourceId: number,
  dayShocks: readonly (readonly number[])[],
  tilts: readonly { readonly evening: number; readonly weekend: number }[],
): SimulatedSource | null {
  const supplier = Math.floor(chance.uniform(0, SUPPLIERS))
  const country = Math.floor(chance.uniform(0, COUNTRIES.length))
  const shocks = dayShocks[supplier * COUNTRIES.length + country] ?? []
  const tilt = tilts[supplier] ?? { evening: 1, weekend: 1 }
  const targetCompletes = Math.round(30 * Math.exp(chance.uniform(0, Math.log(20))))
  const days = Math.min(40, 7 * chance.factor(0.6))
  const conversion = chance.uniform(0.06, 0.4)
  const marketCents = 100 + Math.round(chance.uniform(0, 400))
  const firstCents = Math.round(marketCents * chance.factor(0.25))
  const exhaustion = chance.uniform(0, 0.5)
  const firstHour = Math.floor(chance.uniform(0, LAUNCH_WEEKS * WEEK_HOURS))
  const firstHourMs = START_MS + firstHour * HOUR_MS
  const outOfFieldAtMs = firstHourMs + Math.ceil(days * DAY_HOURS * 1.25 * chance.factor(0.3)) * HOUR_MS
  const stepHour =
    chance.uniform() < PRICE_STEP_SHARE ? Math.round(days * DAY_HOURS * chance.uniform(0.3, 0.7)) : Infinity
  const steppedCents = Math.round(firstCents * chance.uniform(1.15, 1.6))
  const [entrantsByHour, completesByHour]: [number[], number[]] = [[], []]
  const pauses: Interval[] = []
  let [completes, drift, ownDay, outageLeft, isPause] = [0, 1, 1, 0, false]
  for (let hour = 0; hour < HOURS_MAX; hour++) {
    const atMs = firstHourMs + hour * HOUR_MS
    const day = Math.floor((firstHour + hour) / DAY_HOURS)
    if (hour % DAY_HOURS === 0) {
      drift *= chance.factor(0.05)
      ownDay = chance.factor(0.2)
    }
    if (outageLeft > 0) outageLeft--
    else if (chance.uniform() < 1 / (8 * DAY_HOURS)) {
      outageLeft = Math.ceil(6 * chance.factor(0.8))
      isPause = chance.uniform() < 0.25
      if (isPause) pauses.push({ fromMs: atMs, untilMs: atMs + outageLeft * HOUR_MS })
      outageLeft--
    } else isPause = false
    const isOut = outageLeft > 0 || (pauses.at(-1)?.untilMs ?? 0) > atMs
    const price = (hour >= stepHour ? steppedCents : firstCents) / marketCents
    const perHour = targetCompletes / (days * DAY_HOURS) / conversion
    const mean = isOut
      ? 0
      : perHour *
        hourFactor(CALENDAR.hoursOfWeek[firstHour + hour] ?? 0, country, tilt) *
        (shocks[day] ?? 1) *
        ownDay *
        drift *
        price ** PRICE_ELASTICITY *
        Math.exp(-exhaustion * (completes / targetCompletes))
    const entrants = chance.poisson(mean * chance.gamma(4))
    const done = Math.min(chance.binomial(entrants, conversion), targetCompletes - completes)
    entrantsByHour.push(entrants)
    completesByHour.push(done)
    completes += done
    if (completes >= targetCompletes) break
  }
  if (completes < targetCompletes) return null
  const fullAtMs = firstHourMs + completesByHour.length * HOUR_MS - Math.round(chance.uniform(0, HOUR_MS - 1))
  return {
    sourceId,
    supplierId: supplier + 1,
    country: COUNTRIES[country] ?? null,
    targetCompletes,
    outOfFieldAtMs,
    firstHourMs,
    entrantsByHour,
    completesByHour,
    liveIntervals: liveBetween(firstHourMs, pauses),
    fullAtMs,
    marketCents,
    prices: [
      { fromMs: firstHourMs, cents: firstCents },
      ...(stepHour < completesByHour.length ? [{ fromMs: firstHourMs + stepHour * HOUR_MS, cents: steppedCents }] : []),
    ],
  }
}

/** Few people at night, most around the country's peak, another number at weekends. */
function hourFactor(
  hour: number,
  country: number,
  tilt: { readonly evening: number; readonly weekend: number },
): number {
  const isWeekend = hour >= 5 * DAY_HOURS
  const fromPeak = Math.cos((2 * Math.PI * ((hour % DAY_HOURS) - (PEAK_HOURS[country] ?? 0))) / DAY_HOURS)
  return Math.exp(0.9 * tilt.evening * fromPeak) * (isWeekend ? tilt.weekend : 1)
}

function liveBetween(fromMs: number, pauses: readonly Interval[]): readonly Interval[] {
  const live: Interval[] = []
  let startMs = fromMs
  for (const pause of pauses) {
    if (pause.fromMs > startMs) live.push({ fromMs: startMs, untilMs: pause.fromMs })
    startMs = pause.untilMs ?? Infinity
  }
  return [...live, { fromMs: startMs, untilMs: null }]
}

/** The account at a moment: all that its ledger could say then, and nothing later. */
export function knownAt(
  sources: readonly SimulatedSource[],
  nowMs: number,
): { readonly finished: readonly FinishedSource[]; readonly open: readonly OpenSource[] } {
  const finished: FinishedSource[] = []
  const open: OpenSource[] = []
  for (const source of sources) {
    if (source.firstHourMs >= nowMs) continue
    const closesAtMs = Math.min(source.fullAtMs, source.outOfFieldAtMs ?? Infinity)
    const past = pastUntil(source, Math.min(nowMs, closesAtMs))
    if (closesAtMs <= nowMs) finished.push({ ...past, endedAtMs: closesAtMs, isFull: source.fullAtMs <= closesAtMs })
    else open.push(asOpen(past))
  }
  return { finished, open }
}

export function asOpen(past: SourcePast): OpenSource {
  return {
    ...past,
    pacing: 1,
    statedLoiMinutes: 10,
    medianLoiMinutes: null,
    inflightAgesMinutes: [],
    allocationLeftCompletes: null,
    openQuotaShare: 1,
  }
}

export function pastUntil(source: SimulatedSource, untilMs: number): SourcePast {
  const hours = Math.ceil((untilMs - source.firstHourMs) / HOUR_MS)
  const { sourceId, supplierId, country, targetCompletes, outOfFieldAtMs, firstHourMs } = source
  return {
    sourceId,
    supplierId,
    country,
    targetCompletes,
    outOfFieldAtMs,
    firstHourMs,
    entrantsByHour: source.entrantsByHour.slice(0, hours),
    completesByHour: source.completesByHour.slice(0, hours),
    liveIntervals: source.liveIntervals.filter(({ fromMs }) => fromMs < untilMs),
  }
}
