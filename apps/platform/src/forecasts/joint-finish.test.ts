import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#ledger/facts/pacing'
import { fitAccount } from './fit-account.ts'
import { forecastJointly, jointSource, type JointPast } from './joint-finish.ts'
import type { OpenSource } from './source-past.ts'
import { forecastQuota } from './quota-finish.ts'
import { afterHours, finishedSource, hours, openSource } from './testing/made-sources.ts'

const LATE_PACES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4]
const FINISHED = [...LATE_PACES, ...LATE_PACES].map(pace => finishedSource(pace))
const NOW_MS = afterHours(50)
const hoursFrom = (atMs: number | null): number => ((atMs ?? Infinity) - NOW_MS) / HOUR_MS

const fitOf = (sources: readonly OpenSource[]) =>
  fitAccount({ zone: 'UTC', finished: FINISHED, open: sources }, null, NOW_MS)

function joint(sources: readonly OpenSource[], change: Partial<JointPast> = {}) {
  const fit = fitOf(sources)
  return forecastJointly(NOW_MS, {
    targetCompletes: 200,
    completesElsewhere: 0,
    outOfFieldAtMs: null,
    sources: sources.map(source => jointSource(fit, source)),
    ...change,
  })
}

function band(...args: Parameters<typeof joint>) {
  const made = joint(...args)
  if (made.kind !== 'band') throw new Error(`There is no band: ${made.kind}`)
  return made
}

describe('the finish of a survey or project', () => {
  test('is that of the sum of its sources, with a narrower band than one source has', () => {
    const source = () => openSource(hours(50), { targetCompletes: 1000 })
    const [one, four] = [1, 4].map(count =>
      band(Array.from({ length: count }, source), { targetCompletes: count * 100 }),
    )
    const width = (made?: ReturnType<typeof band>): number =>
      hoursFrom(made?.p90AtMs ?? null) - hoursFrom(made?.p10AtMs ?? null)
    expect(hoursFrom(four?.p50AtMs ?? null)).toBeGreaterThan(40)
    expect(hoursFrom(four?.p50AtMs ?? null)).toBeLessThan(60)
    expect(width(four)).toBeLessThan(0.8 * width(one))
  })

  test('a source that is full stops, and completes of sources that are over count', () => {
    const small = openSource(hours(50), { targetCompletes: 60 })
    expect(joint([small], { completesElsewhere: 150 })).toEqual({ kind: 'full', completes: 200 })
    expect(band([small], { completesElsewhere: 135 })).toMatchObject({ completes: 185, p50AtMs: null })
  })

  test('an empty survey, and one whose sources cannot be forecast, have none', () => {
    expect(joint([])).toEqual({ kind: 'none', completes: 0 })
    expect(joint([openSource(hours(50, 0), { country: 'JP' })])).toEqual({ kind: 'none', completes: 0 })
  })

  test('for any sources the quantiles are in order, and a later out-of-field is never less likely', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ perHour: fc.integer({ min: 0, max: 4 }), targetCompletes: fc.integer({ min: 50, max: 900 }) }),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        fc.integer({ min: 1, max: 3000 }),
        (planned, targetCompletes) => {
          const sources = planned.map(({ perHour, ...target }) => openSource(hours(50, perHour), target))
          const at = (hour: number) => joint(sources, { targetCompletes, outOfFieldAtMs: afterHours(hour) })
          const [soon, late] = [at(80), at(400)]
          if (soon.kind !== 'band' || late.kind !== 'band') return
          const finishes = [soon.p10AtMs, soon.p50AtMs, soon.p90AtMs].map(atMs => atMs ?? Infinity)
          expect(finishes).toEqual(finishes.toSorted((a, b) => a - b))
          expect(late.fullByOutOfField).toBeGreaterThanOrEqual(soon.fullByOutOfField ?? 0)
        },
      ),
      { numRuns: 40 },
    )
  })
})

describe('the finish of a quota', () => {
  const source = openSource(hours(50), { targetCompletes: 1000, outOfFieldAtMs: afterHours(150) })
  const quota = (targetCompletes: number, completes: number, statedShare: number | null = null) =>
    forecastQuota(fitOf([source]), source, { targetCompletes, completes, statedShare })

  test('takes its share of the source’s pace', () => {
    const made = quota(20, 10)
    if (made.kind !== 'band') throw new Error(made.kind)
    expect(hoursFrom(made.p50AtMs)).toBeGreaterThan(40)
    expect(hoursFrom(made.p50AtMs)).toBeLessThan(60)
    expect(made.completes).toBe(10)
    expect(made.byOutOfField?.p50Completes).toBe(20)
  })

  test('a full one is full, and one without completes has the stated share or none', () => {
    expect(quota(10, 10)).toEqual({ kind: 'full', completes: 10 })
    expect(quota(10, 0)).toEqual({ kind: 'none', completes: 0, likeSources: 0 })
    expect(quota(10, 0, 0.2).kind).toBe('band')
  })
})
