import type { BuyerPricing } from '@desk/schema/rate-cards/rate-card'
import { expect, test } from 'vitest'
import { offWords } from './limit-words.ts'
import { launchBlocks } from './launch-words.ts'
import { rateWords } from '#kit/rates/rate-words.ts'
import { PRICED } from './testing/priced.ts'

const unpriced = (reason: BuyerPricing['reason']): BuyerPricing => ({
  ...PRICED,
  price: null,
  reason,
  loi_minutes: null,
  ir_percent: null,
})

test('a rate card’s price shows its origin, a missing one the reason and what to do (api:S9)', () => {
  expect(
    [PRICED, { ...PRICED, is_predicted: false }, unpriced('loi_outside'), unpriced('no_rate_card')].map(rateWords),
  ).toEqual([
    { price: '$3.20', why: 'General, version 2: up to 10 minutes, from 50%. An estimate until the launch.' },
    { price: '$3.20', why: 'General, version 2: up to 10 minutes, from 50%. In force at the launch.' },
    { price: 'ask for a quote', why: 'The interview is longer than the rate card goes.' },
    { price: 'no rate card', why: 'The account has no rate card for this country.' },
  ])
})

test('how far something is off its stated figure, in words (§3.6)', () =>
  expect([offWords(40, 'over'), offWords(-12.5, 'under'), offWords(0, 'over'), offWords(null, 'over')]).toEqual([
    '40% over',
    '12.5% over',
    'as stated',
    '-',
  ]))

test('each problem of a launch links to the field that fixes it', () => {
  expect(
    launchBlocks([
      'survey_url_missing',
      'target_missing',
      'out_of_field_passed',
      'price_missing',
      'parent_terminal',
    ]).map(({ words, field }) => [words, field]),
  ).toEqual([
    ['The survey URL is missing or not valid.', 'survey_url'],
    ['The target must be greater than 0.', 'respondents'],
    ['The out-of-field date has passed.', 'out_of_field_date'],
    ['A price is missing.', 'pm_sy_client_cpi'],
    ['The project or survey above it is complete or cancelled.', null],
  ])
})
