import { expect, test } from 'vitest'
import { surveyWarnings, type WarnedSurvey } from './survey-warnings.ts'

const PLAIN: WarnedSurvey = {
  isLive: true,
  target: 100,
  completes: 40,
  endMs: Date.UTC(2026, 11, 1),
  lastSource: { name: 'Panel mix', out_of_field_date: '2026-12-01T00:00:00.000Z' },
  sellPrice: 4.35,
  dearest: { name: 'Kestrel only', supplier_cpi: 4.35 },
}
const said = (over: Partial<WarnedSurvey>) =>
  surveyWarnings({ ...PLAIN, ...over }).map(({ path, message }) => `${path.join('_')}: ${message}`)

test('a survey that is as it should be has no warning', () => {
  expect([
    said({}),
    said({ sellPrice: null }),
    said({ dearest: undefined, sellPrice: 0 }),
    said({ dearest: null, sellPrice: 0 }),
    said({ lastSource: null, endMs: 0 }),
    said({ endMs: null }),
  ]).toEqual([[], [], [], [], [], []])
})

test('a target that is reached, an end before that of a source, and a price below what a source pays have one each (domain.md §2)', () => {
  expect([
    said({ target: 40, endMs: Date.UTC(2026, 10, 30), sellPrice: 4 }),
    said({ target: 39, isLive: false }),
  ]).toEqual([
    [
      'respondents: 40 completes are made: with a target of 40 the survey stops within a minute.',
      'out_of_field_date: Panel mix ends later, 2026-12-01T00:00:00.000Z: it stops with the survey.',
      'pm_sy_client_cpi: The supply price of Kestrel only $4.35 is above the sell price $4.00: each complete loses $0.35.',
    ],
    ['respondents: 40 completes are made: with a target of 39 the survey cannot go live.'],
  ])
})
