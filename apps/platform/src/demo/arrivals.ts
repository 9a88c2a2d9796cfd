import { Chance } from './random.ts'
import type { Door } from './visits.ts'

const HOUR_MS = 3_600_000
const HOURS_A_DAY = 24
const BUSIEST_HOUR_UTC = 20
/** The height of the evening over the mean of a day. */
const DAY_SHAPE = 0.45
const DAY_SHOCK = 0.25
const HOUR_SHOCK = 0.15
/** An outage begins once in eight days, and lasts up to six hours. */
const OUTAGE_EACH_HOURS = 8 * HOURS_A_DAY
const LONGEST_OUTAGE_HOURS = 6
/** More respondents by 1 % of price, in per cent. */
const PRICE_ELASTICITY = 0.8
/** The price that a market pays for ten minutes. */
const MARKET_CENTS_A_MINUTE = 20
/** A source has lost this share of its pace when it is full. */
const EXHAUSTION = 0.35

/** A chance of its own for each source and hour or day, so that the truth can be worked out again. */
const chanceOf = (sourceId: number, no: number): Chance => new Chance(Math.imul(sourceId + 1, 0x9e37_79b1) ^ no)

/** Whether a source's supplier sends no respondents in this hour. */
export function isOut(sourceId: number, atMs: number): boolean {
  const hour = Math.floor(atMs / HOUR_MS)
  return Array.from({ length: LONGEST_OUTAGE_HOURS }, (_, back) => back).some(back => {
    const chance = chanceOf(sourceId, -(hour - back))
    return chance.fraction() < 1 / OUTAGE_EACH_HOURS && chance.whole(1, LONGEST_OUTAGE_HOURS) > back
  })
}

/**
 * How likely the next respondent is one of this source, against 1 of an ordinary source at an ordinary hour: the shape of a
 * day, a level for the day and one for the hour, outages, the price against the market, and fewer people towards the target.
 * It is a function of source and time alone: the known truth of the demo's forecasts and unusual figures.
 */
export function arrivalWeight(door: Door, atMs: number): number {
  if (isOut(door.stmid, atMs)) return 0
  const hour = Math.floor(atMs / HOUR_MS)
  const phase = (2 * Math.PI * ((hour % HOURS_A_DAY) - BUSIEST_HOUR_UTC)) / HOURS_A_DAY
  const marketCents = MARKET_CENTS_A_MINUTE * Math.max(1, door.loiMinutes)
  const price = door.priceCents === null ? 1 : (door.priceCents / marketCents) ** PRICE_ELASTICITY
  return (
    (1 + DAY_SHAPE * Math.cos(phase)) *
    chanceOf(door.stmid, Math.floor(hour / HOURS_A_DAY)).spread(DAY_SHOCK) *
    chanceOf(door.stmid, hour).spread(HOUR_SHOCK) *
    price *
    Math.exp(-EXHAUSTION * Math.min(1, door.fullShare))
  )
}

/** The door of the next respondent, by the weights of the moment; null: every supplier is out. */
export function nextDoor(doors: readonly Door[], atMs: number, chance: Chance): Door | null {
  const weights = doors.map(door => arrivalWeight(door, atMs))
  let left = chance.fraction() * weights.reduce((sum, weight) => sum + weight, 0)
  return doors.find((_, at) => (left -= weights[at] ?? 0) < 0) ?? null
}
