import { JUDGES } from '@desk/platform/nouns/alerts/judge-measured'
import { episodeAfter, judgeShare, type Episode, type Tally } from '@desk/platform/forecasts/anomaly'
import { Chance } from './chance.ts'
import { HOUR_MS } from './simulated-account.ts'

const DAY_HOURS = 24
const PAST_DAYS = 7
const MONTH_HOURS = 30 * DAY_HOURS
const WINDOW_HOURS = 2
const FALL = 0.7
const SOURCES = 10
const BUSY_COMPLETES = 200
/** The rule's own default. */
const RULE_PERCENT = 40

export interface AnomalyFigures {
  readonly falls: number
  readonly found: number
  /** Of sources with at least 200 completes in these two hours the day before. */
  readonly busyFalls: number
  readonly busyFound: number
  readonly foundByRule: number
  readonly sourceMonths: number
  readonly falseAlarms: number
  readonly falseAlarmsOfRule: number
}

/** A month of ten sources without a fault, and a fall of 30 % at the end of it, each judged every hour. */
export function scoreAnomalies(seed: number): AnomalyFigures {
  const chance = new Chance(50_000 + seed)
  const figures = {
    falls: 0,
    found: 0,
    busyFalls: 0,
    busyFound: 0,
    foundByRule: 0,
    sourceMonths: 0,
    falseAlarms: 0,
    falseAlarmsOfRule: 0,
  }
  for (let source = 0; source < SOURCES; source++) {
    const hours = simulate(chance)
    const calmHours = hours.length - WINDOW_HOURS
    let episode: Episode | null = null
    let isRuleOpen = false
    for (let hour = PAST_DAYS * DAY_HOURS + WINDOW_HOURS; hour <= calmHours; hour++) {
      const before = episode
      episode = episodeAfter(episode, verdictAt(hours, hour), hour * HOUR_MS)
      if (episode !== null && before === null) figures.falseAlarms++
      const rule = ruleAt(hours, hour)
      if (rule === 'open' && !isRuleOpen) figures.falseAlarmsOfRule++
      if (rule !== 'between') isRuleOpen = rule === 'open'
    }
    figures.sourceMonths++
    figures.falls++
    const fallen = [calmHours + 1, calmHours + 2]
    const isFound = fallen.some(hour => verdictAt(hours, hour).isOutside)
    if (isFound) figures.found++
    if (windowOf(hours, hours.length - DAY_HOURS).hits >= BUSY_COMPLETES) {
      figures.busyFalls++
      if (isFound) figures.busyFound++
    }
    if (fallen.some(hour => ruleAt(hours, hour) === 'open')) figures.foundByRule++
  }
  return figures
}

/** Entrants and completes by the hour: 7 days, a month, and two hours by day in which the share has fallen. */
function simulate(chance: Chance): readonly Tally[] {
  const share = chance.uniform(0.15, 0.5)
  const perHour = 150 * chance.factor(0.5)
  const peak = chance.uniform(0, DAY_HOURS)
  const calm = PAST_DAYS * DAY_HOURS + MONTH_HOURS + Math.floor(peak)
  let day = 0
  return Array.from({ length: calm + WINDOW_HOURS }, (_, hour) => {
    if (hour % DAY_HOURS === 0) day = 0.1 * chance.normal()
    const busy = Math.exp(0.7 * Math.cos((2 * Math.PI * (hour - peak)) / DAY_HOURS))
    const of = chance.poisson(perHour * busy * chance.gamma(8))
    const odds = (share / (1 - share)) * Math.exp(day)
    return { of, hits: chance.binomial(of, (odds / (1 + odds)) * (hour >= calm ? FALL : 1)) }
  })
}

function windowOf(hours: readonly Tally[], end: number): Tally {
  const own = hours.slice(end - WINDOW_HOURS, end)
  return { hits: own.reduce((sum, { hits }) => sum + hits, 0), of: own.reduce((sum, { of }) => sum + of, 0) }
}

function verdictAt(hours: readonly Tally[], end: number) {
  const before = Array.from({ length: PAST_DAYS }, (_, day) => windowOf(hours, end - (day + 1) * DAY_HOURS))
  return judgeShare(windowOf(hours, end), before)
}

/** Today's rule: the last 24 hours against all that was before. */
function ruleAt(hours: readonly Tally[], end: number): 'open' | 'clear' | 'between' {
  const until = (hour: number) => {
    const own = hours.slice(0, hour)
    const completes = own.reduce((sum, { hits }) => sum + hits, 0)
    const entrants = own.reduce((sum, { of }) => sum + of, 0)
    return { entrants, tried: entrants, completes }
  }
  const verdict = JUDGES.conversion_fell(
    {
      ...until(end),
      sample: until(end - DAY_HOURS),
      target: 1e6,
      outOfFieldAtMs: null,
      liveSinceMs: 0,
      dayCompletes: 0,
      forecast: null,
      badHashes: 0,
      recentCompletes: 0,
    },
    RULE_PERCENT,
    end * HOUR_MS,
  )
  return typeof verdict === 'string' ? verdict : 'open'
}
