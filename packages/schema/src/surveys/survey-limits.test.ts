import { DEFAULT_AUTO_PAUSE_RULES } from '../statuses/pause-reasons.ts'
import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { DEFAULT_SURVEY_LIMITS, judgeLimits, SurveyLimits } from './survey-limits.ts'

const [limit_loi_percent, limit_ir_percent, limit_min_completes] = DEFAULT_SURVEY_LIMITS
const LIMITS = { limit_loi_percent, limit_ir_percent, limit_min_completes }
const asStated = { completes: 5, statedLoi: 20, loi: 20, statedIr: 50, ir: 50 }

test('the limits are 35, 35 and 5, and four rules pause by themselves (§3.6)', () => {
  expect([DEFAULT_SURVEY_LIMITS, DEFAULT_AUTO_PAUSE_RULES]).toEqual([
    [35, 35, 5],
    ['target_reached', 'past_out_of_field', 'redirect_errors', 'hash_errors'],
  ])
})

test('35 % over the stated LOI is within, more is over (§3.6)', () => {
  expect(
    [20, 27, 27.1]
      .map(loi => judgeLimits({ ...asStated, loi }, LIMITS))
      .map(({ loi_over_percent, is_over_loi }) => [loi_over_percent, is_over_loi]),
  ).toEqual([
    [0, false],
    [35, false],
    [35.5, true],
  ])
})

test('35 % under the stated IR is within, less is under (§3.6)', () => {
  expect(
    [60, 32.5, 32.4]
      .map(ir => judgeLimits({ ...asStated, ir }, LIMITS))
      .map(({ ir_under_percent, is_under_ir }) => [ir_under_percent, is_under_ir]),
  ).toEqual([
    [-20, false],
    [35, false],
    [35.2, true],
  ])
})

test('with fewer than 5 completes no limit acts (§3.6)', () => {
  const far = { ...asStated, loi: 60, ir: 5 }
  expect(
    [4, 5]
      .map(completes => judgeLimits({ ...far, completes }, LIMITS))
      .map(({ limits_act, is_over_loi, is_under_ir }) => [limits_act, is_over_loi, is_under_ir]),
  ).toEqual([
    [false, false, false],
    [true, true, true],
  ])
})

test('with nothing measured nothing is off (§3.6)', () => {
  expect(judgeLimits({ ...asStated, completes: 0, loi: null, ir: null }, LIMITS)).toEqual({
    limits_act: false,
    loi_over_percent: null,
    ir_under_percent: null,
    is_over_loi: false,
    is_under_ir: false,
  })
})

test('limits are whole and in their range, rules of the list and each once (§3.6)', () => {
  const isLimits = Schema.is(SurveyLimits)
  const good = { ...LIMITS, auto_pause_rules: ['low_ir', 'target_reached'] }
  expect(
    [
      good,
      { ...good, limit_loi_percent: -1 },
      { ...good, limit_ir_percent: 101 },
      { ...good, limit_min_completes: 0 },
      { ...good, limit_loi_percent: 1.5 },
      { ...good, auto_pause_rules: ['rain'] },
      { ...good, auto_pause_rules: ['low_ir', 'low_ir'] },
    ].map(isLimits),
  ).toEqual([true, false, false, false, false, false, false])
})
