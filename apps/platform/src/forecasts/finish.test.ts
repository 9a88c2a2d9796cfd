import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#ledger/facts/pacing'
import { forecastSource, type SourceForecast } from './finish.ts'
import { fitAccount } from './fit-account.ts'
import type { FinishedSource, OpenSource } from './source-past.ts'
import { afterHours, finishedSource, hours, openSource } from './testing/made-sources.ts'

const LATE_PACES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4]
const FINISHED = [...LATE_PACES, ...LATE_PACES].map(pace => finishedSource(pace))

function forecast(
  source: OpenSource,
  nowMs: number,
  finished: readonly FinishedSource[] = FINISHED,
  zone = 'UTC',
): SourceForecast {
  return forecastSource(fitAccount({ zone, finished, open: [source] }, null, nowMs), source)
}

function band(...args: Parameters<typeof forecast>) {
  const made = forecast(...args)
  if (made.kind !== 'band') throw new Error(`There is no band: ${JSON.stringify(made)}`)
  return made
}

const hoursFrom = (nowMs: number, atMs: number | null): number => ((atMs ?? Infinity) - nowMs) / HOUR_MS

describe('the finish of a source', () => {
  test('the band is around the pace so far, as finished sources were off at the same progress', () => {
    const made = band(openSource(hours(50)), afterHours(50))
    expect(hoursFrom(afterHours(50), made.p50AtMs)).toBeGreaterThan(45)
    expect(hoursFrom(afterHours(50), made.p50AtMs)).toBeLessThan(60)
    expect(hoursFrom(afterHours(50), made.p10AtMs)).toBeLessThan(42)
    expect(hoursFrom(afterHours(50), made.p90AtMs)).toBeGreaterThan(80)
    expect(made).toMatchObject({ pool: 'account', poolSources: 20, accountSources: 20, isPaused: false })
  })

  test('without completes and like sources there is no forecast yet', () => {
    expect(forecast(openSource(hours(5, 0)), afterHours(5), [])).toEqual({ kind: 'none', completes: 0, likeSources: 0 })
    expect(forecast(openSource([1, 1]), afterHours(2), [])).toEqual({ kind: 'none', completes: 2, likeSources: 0 })
  })

  test('with one complete, like sources give the pace', () => {
    const made = band(openSource([1]), afterHours(1))
    expect(made).toMatchObject({ pool: 'like', poolSources: 20, accountSources: 20 })
    expect(hoursFrom(afterHours(1), made.p50AtMs)).toBeGreaterThan(80)
    expect(hoursFrom(afterHours(1), made.p50AtMs)).toBeLessThan(130)
  })

  test('finished sources of another country are no like sources, and their residuals count', () => {
    const foreign = FINISHED.map(source => ({ ...source, country: 'JP' }))
    expect(forecast(openSource([1]), afterHours(1), foreign)).toEqual({ kind: 'none', completes: 1, likeSources: 0 })
    expect(band(openSource(hours(50)), afterHours(50), foreign)).toMatchObject({ pool: 'account', poolSources: 20 })
  })

  test('an account without finished sources has the band of the shipped prior', () => {
    expect(band(openSource(hours(50)), afterHours(50), [])).toMatchObject({ pool: 'prior', accountSources: 0 })
  })

  test('a target below the completes is full', () => {
    expect(forecast(openSource(hours(50), { targetCompletes: 40 }), afterHours(50))).toEqual({
      kind: 'full',
      completes: 50,
    })
  })

  test('a week of pause takes no pace away, and says that the source is paused', () => {
    const nowMs = afterHours(50 + 168)
    const paused = openSource(hours(50), { liveIntervals: [{ fromMs: afterHours(0), untilMs: afterHours(50) }] })
    const made = band(paused, nowMs)
    expect(made.isPaused).toBe(true)
    expect(hoursFrom(nowMs, made.p50AtMs)).toBeLessThan(60)
  })

  test('out-of-field gives the chance of being full, and the completes by then', () => {
    const at = (outOfFieldAtMs: number) => band(openSource(hours(50), { outOfFieldAtMs }), afterHours(50))
    expect(at(afterHours(300)).fullByOutOfField).toBeGreaterThan(0.95)
    expect(at(afterHours(60)).fullByOutOfField).toBeLessThan(0.05)
    expect(at(afterHours(60)).byOutOfField?.p50Completes).toBeCloseTo(59, 0)
    expect(at(afterHours(100)).expectedByNowCompletes).toBeCloseTo(50, 0)
    expect(at(afterHours(49)).fullByOutOfField).toBe(0)
  })

  test('respondents in progress are counted on', () => {
    const busy = { inflightAgesMinutes: hours(40, 1), entrantsByHour: hours(50, 1) }
    const without = band(openSource(hours(50)), afterHours(50))
    const made = band(openSource(hours(50), busy), afterHours(50))
    expect(made.inflight.meanCompletes).toBeGreaterThan(30)
    expect(made.p50AtMs).toBeLessThan(without.p50AtMs ?? 0)
  })

  test('even pacing ends just before out-of-field, however quick the source could be', () => {
    const quick = openSource(hours(10, 50), { pacing: 3, targetCompletes: 2000, outOfFieldAtMs: afterHours(110) })
    const made = band(quick, afterHours(10))
    expect(hoursFrom(afterHours(10), made.p10AtMs)).toBeGreaterThan(90)
    expect(hoursFrom(afterHours(10), made.p50AtMs)).toBeLessThan(101)
  })

  test('an allocation below the target is never full', () => {
    const made = band(
      openSource(hours(50), { allocationLeftCompletes: 20, outOfFieldAtMs: afterHours(500) }),
      afterHours(50),
    )
    expect(made).toMatchObject({ p10AtMs: null, p50AtMs: null, fullByOutOfField: 0 })
    expect(made.byOutOfField?.p90Completes).toBe(70)
  })

  test('for any past, zone and limits the quantiles are in order and the chance is one', () => {
    const past = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 400 })
    const limits = fc.record({
      targetCompletes: fc.integer({ min: 1, max: 3000 }),
      outOfFieldAtMs: fc.option(fc.integer({ min: -50, max: 3000 }).map(afterHours)),
      pacing: fc.constantFrom(1, 2, 3),
      inflightAgesMinutes: fc.array(fc.nat({ max: 90 }), { maxLength: 30 }),
      allocationLeftCompletes: fc.option(fc.nat({ max: 500 })),
      openQuotaShare: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(
        past,
        limits,
        fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata'),
        (completes, limit, zone) => {
          const nowMs = afterHours(completes.length - 0.3)
          const made = forecast(openSource(completes, limit), nowMs, FINISHED, zone)
          if (made.kind !== 'band') return
          const finishes = [made.p10AtMs, made.p50AtMs, made.p90AtMs].map(atMs => atMs ?? Infinity)
          expect(finishes).toEqual(finishes.toSorted((a, b) => a - b))
          expect(finishes[0]).toBeGreaterThanOrEqual(nowMs)
          expect(made.fullByOutOfField ?? 0).toBeGreaterThanOrEqual(0)
          expect(made.fullByOutOfField ?? 0).toBeLessThanOrEqual(1)
          const { p10Completes = 0, p50Completes = 0, p90Completes = 0 } = made.byOutOfField ?? {}
          expect(p10Completes <= p50Completes && p50Completes <= p90Completes).toBe(true)
        },
      ),
      { numRuns: 150 },
    )
  })
})

test('the clocks change within the horizon: a night hour that is skipped shortens no finish by more than itself', () => {
  const zone = 'Europe/Berlin'
  const beforeMs = Date.UTC(2026, 2, 27)
  const shift = beforeMs - afterHours(0)
  const moved = (source: OpenSource): OpenSource => ({
    ...source,
    firstHourMs: source.firstHourMs + shift,
    liveIntervals: [{ fromMs: source.firstHourMs + shift, untilMs: null }],
  })
  const made = band(moved(openSource(hours(24), { targetCompletes: 100 })), beforeMs + 24 * HOUR_MS, FINISHED, zone)
  const inUtc = band(moved(openSource(hours(24), { targetCompletes: 100 })), beforeMs + 24 * HOUR_MS, FINISHED, 'UTC')
  expect(Math.abs((made.p50AtMs ?? 0) - (inUtc.p50AtMs ?? 0))).toBeLessThan(3 * HOUR_MS)
})
