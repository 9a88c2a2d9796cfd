import { describe, expect, test } from 'vitest'
import { laneyChart, lift, periodLevel, qualityLevel, recallBounds, wilson } from './statistics.ts'

const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'number' ? Number(part.toFixed(4)) : part)))

describe('a share with its interval', () => {
  // Wilson (1927), as R's prop.test(x, n, correct = FALSE) gives them
  test.each([
    [0, 10, { share: 0, low: 0, high: 0.2775 }],
    [10, 10, { share: 1, low: 0.7225, high: 1 }],
    [5, 10, { share: 0.5, low: 0.2366, high: 0.7634 }],
    [15, 148, { share: 0.1014, low: 0.0624, high: 0.1605 }],
    [81, 263, { share: 0.308, low: 0.2553, high: 0.3662 }],
  ])('%i of %i is what the literature has', (hits, of, estimate) => {
    expect(rounded(wilson(hits, of))).toEqual(estimate)
  })

  test('is unknown without respondents', () => {
    expect(wilson(0, 0)).toBeNull()
  })
})

describe('recall', () => {
  test('is exact while no respondent is refused', () => {
    expect(recallBounds({ flaggedRejected: 3, rejected: 4, flaggedRefused: 0, refused: 0 })).toEqual({
      low: 0.75,
      high: 0.75,
    })
  })

  test('has the bounds that the refused leave open, for they have no outcome', () => {
    expect(recallBounds({ flaggedRejected: 2, rejected: 4, flaggedRefused: 6, refused: 10 })).toEqual({
      low: 2 / 8,
      high: 8 / 10,
    })
  })

  test('is unknown before anybody was rejected', () => {
    expect(recallBounds({ flaggedRejected: 0, rejected: 0, flaggedRefused: 6, refused: 10 })).toBeNull()
  })
})

test('lift compares with all of the same traffic, and is unknown without rejections', () => {
  expect([lift(wilson(5, 10), wilson(25, 100)), lift(wilson(0, 10), wilson(0, 100)), lift(null, wilson(1, 2))]).toEqual(
    [2, null, null],
  )
})

describe('control limits (Laney p′)', () => {
  test('are those of a p chart, times the spread of the weeks', () => {
    // shares 10, 12, 8, 10 % of 100: mean 10 %, σ 3 %, z = 0, ⅔, −⅔, 0; moving ranges ⅔, 4⁄3, ⅔; σz = 0.8889 ⁄ 1.128
    const { mean, points } = laneyChart([10, 12, 8, 10].map(hits => ({ hits, of: 100 })))
    expect([mean, rounded(points[1])]).toEqual([0.1, { share: 0.12, low: 0.0291, high: 0.1709 }])
  })

  test('are wider for a week of fewer people, and a week without people has none', () => {
    const { points } = laneyChart([
      { hits: 10, of: 100 },
      { hits: 12, of: 100 },
      { hits: 0, of: 0 },
      { hits: 2, of: 25 },
      { hits: 10, of: 100 },
    ])
    const reach = (at: number) => (points[at]?.high ?? 0) - (points[at]?.low ?? 0)
    expect([points[2], reach(3) > reach(0)]).toEqual([{ share: null, low: null, high: null }, true])
  })

  test('are not given for fewer than four weeks, and close up where all weeks are alike', () => {
    expect(laneyChart([1, 2, 3].map(hits => ({ hits, of: 10 }))).points.map(({ high }) => high)).toEqual([
      null,
      null,
      null,
    ])
    expect(laneyChart([0, 0, 0, 0].map(hits => ({ hits, of: 10 }))).points[0]).toEqual({ share: 0, low: 0, high: 0 })
    expect(laneyChart([]).mean).toBeNull()
  })
})

describe('quality levels (§9.8)', () => {
  const account = wilson(100, 1_000)
  test('are 10, 20 and 30: red when surely worse than the account, green when surely not, amber between (§9.8)', () => {
    expect([
      qualityLevel(wilson(40, 100), account),
      qualityLevel(wilson(2, 20), account),
      qualityLevel(wilson(1, 100), account),
      qualityLevel(null, account),
    ]).toEqual([10, 20, 30, null])
  })

  test('of a week they are by its control limit (§9.8)', () => {
    const of = (share: number | null) => periodLevel({ share, low: 0.04, high: 0.16 }, 0.1)
    expect([of(0.17), of(0.15), of(0.1), of(0.01), of(null)]).toEqual([10, 20, 30, 30, null])
  })
})
