import { expect, test } from 'vitest'
import { recordInWords, recordOf, scoreForecasts, type ScoredForecast } from './score.ts'

function scored(
  actualHours: number | null,
  change: Partial<ScoredForecast['outcome'] & ScoredForecast['forecast']> = {},
): ScoredForecast {
  const { isChanged = false, isFullByOutOfField = true, ...forecast } = change
  return {
    forecast: { p10Hours: 10, p50Hours: 20, p90Hours: 40, fullByOutOfField: null, ...forecast },
    outcome: { actualHours, isChanged, isFullByOutOfField },
  }
}

test('coverage, pinball loss and width are of the finishes alone', () => {
  expect(scoreForecasts([scored(20), scored(50), scored(null)])).toEqual({
    finishes: 2,
    withinBand: 1,
    // (0.1 × 10 + 0 + 0.1 × 20) ÷ 3 and (0.1 × 40 + 0.5 × 30 + 0.9 × 10) ÷ 3
    pinballHours: (1 + 28 / 3) / 2,
    medianWidthHours: 30,
    chances: 0,
    brier: null,
    baseBrier: null,
  })
})

test('the chance of being full is scored by Brier, beside the share that was full', () => {
  const { chances, brier, baseBrier } = scoreForecasts([
    scored(20, { fullByOutOfField: 0.9 }),
    scored(null, { fullByOutOfField: 0.3, isFullByOutOfField: false }),
  ])
  expect({ chances, brier, baseBrier }).toEqual({ chances: 2, brier: expect.closeTo(0.05, 9), baseBrier: 0.25 })
})

test('the record is of the last finishes that were left alone', () => {
  const record = recordOf([scored(20), scored(20, { isChanged: true }), scored(null), scored(50), scored(50)], 2)
  expect(record).toEqual({ finishes: 2, withinBand: 1 })
  expect(recordInWords(record)).toBe('1 of your last 2 finishes fell within the 80 % band')
})

test('before the first finish there is no record', () => {
  expect(recordInWords(recordOf([], 40))).toBeNull()
  expect(scoreForecasts([])).toMatchObject({ finishes: 0, pinballHours: null, medianWidthHours: null })
})
