import type { AlertFacts, UnusualMeasure } from '@desk/schema/alerts/alert'
import { judgeLengths, judgeShare, type Lengths, type Tally, type Verdict } from '#forecasts/anomaly'

/** Two hours of a source: respondents by how they ended in these hours, and the logs of the seconds of its interviews. */
export interface HoursOfDay {
  readonly ended: number
  /** Completes, OQs and terms. */
  readonly tried: number
  /** Who had reached the survey. */
  readonly reached: number
  readonly completes: number
  readonly abandons: number
  readonly lengths: Lengths
}

/** Fewer days with traffic are too few to compare with. */
const DAYS_MIN = 3
/** The four figures make two kinds of false alarms, since conversion and IR fall together: each has half of the chance. */
const CHANCE_MAX = 0.0003
const SECONDS_A_MINUTE = 60

const SHARES = {
  conversion: ({ completes, ended }: HoursOfDay): Tally => ({ hits: completes, of: ended }),
  ir: ({ completes, tried }: HoursOfDay): Tally => ({ hits: completes, of: tried }),
  drop_off: ({ abandons, reached }: HoursOfDay): Tally => ({ hits: abandons, of: reached }),
} as const
const SHARE_MEASURES = ['conversion', 'ir', 'drop_off'] as const satisfies readonly UnusualMeasure[]

/**
 * The figure of a source that is furthest from the same hours of its last 7 days, by its chance.
 * @param before one entry a day with traffic
 * @returns null: all figures are inside, or too little is known
 */
export function judgeUnusual(
  now: HoursOfDay,
  before: readonly HoursOfDay[],
): (AlertFacts & { readonly measure: UnusualMeasure }) | null {
  const days = before.filter(({ ended }) => ended > 0)
  if (days.length < DAYS_MIN) return null
  const verdicts: readonly (readonly [UnusualMeasure, Verdict])[] = [
    ...SHARE_MEASURES.map(measure => [measure, judgeShare(SHARES[measure](now), days.map(SHARES[measure]))] as const),
    [
      'loi',
      judgeLengths(
        now.lengths,
        days.map(({ lengths }) => lengths),
      ),
    ],
  ]
  let [most, least]: [UnusualMeasure | null, number] = [null, CHANCE_MAX]
  for (const [measure, { isOutside, chance }] of verdicts)
    if (isOutside && chance !== null && chance < least) [most, least] = [measure, chance]
  if (most === null) return null
  return { measure: most, ...(most === 'loi' ? minutesOf(now, days) : sharesOf(SHARES[most], now, days)) }
}

const tenths = (value: number): number => Math.round(value * 10) / 10

function sharesOf(tally: (hours: HoursOfDay) => Tally, now: HoursOfDay, days: readonly HoursOfDay[]): AlertFacts {
  const percent = (all: readonly Tally[]): number =>
    tenths((100 * all.reduce((sum, { hits }) => sum + hits, 0)) / all.reduce((sum, { of }) => sum + of, 0))
  return { percent: percent([tally(now)]), before_percent: percent(days.map(tally)) }
}

/** Geometric means, which are what a log-normal length is compared by. */
function minutesOf(now: HoursOfDay, days: readonly HoursOfDay[]): AlertFacts {
  const count = days.reduce((sum, { lengths }) => sum + lengths.count, 0)
  const mean = days.reduce((sum, { lengths }) => sum + lengths.count * lengths.logMean, 0) / count
  const minutes = (logMean: number): number => tenths(Math.exp(logMean) / SECONDS_A_MINUTE)
  return { minutes: minutes(now.lengths.logMean), before_minutes: minutes(mean) }
}
