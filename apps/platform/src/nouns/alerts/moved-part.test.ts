import { expect, test } from 'vitest'
import { movedPart, type EndedAlike } from './moved-part.ts'

const ended = (
  isNow: boolean,
  code: EndedAlike['code'],
  count: number,
  more: Partial<EndedAlike> = {},
): EndedAlike => ({
  isNow,
  from: 11,
  code,
  rule: '',
  supplier: 'Alpha',
  country: 'US',
  device: 1,
  count,
  timed: 0,
  long: 0,
  ...more,
})

test('a country whose respondents alone complete less is named before the outcome of all (forecast.md §5)', () => {
  const groups = [
    ...[true, false].flatMap(isNow => [ended(isNow, 30, 400), ended(isNow, 31, 600)]),
    ended(true, 30, 2, { country: 'JP' }),
    ended(true, 31, 98, { country: 'JP' }),
    ended(false, 30, 60, { country: 'JP' }),
    ended(false, 31, 40, { country: 'JP' }),
  ]
  expect(movedPart(groups, 'conversion')).toEqual({ dimension: 'country', value: 'JP', percent: 2, before_percent: 60 })
})

test('where all fall alike, the outcome is named, and its rule if one made it', () => {
  const groups = [ended(true, 30, 100), ended(true, 31, 900), ended(false, 30, 3000), ended(false, 31, 7000)]
  expect(movedPart(groups, 'conversion')).toMatchObject({ dimension: 'outcome', value: 'Client term', percent: 90 })
  const ruled = groups.map(group => ({ ...group, rule: group.code === 31 ? 'too_fast' : '' }))
  expect(movedPart(ruled, 'ir')).toMatchObject({ dimension: 'rule', value: 'too fast' })
})

test('interviews are compared by those above the usual median; without a part to name there is none', () => {
  const timed = (isNow: boolean, device: number, long: number) => ended(isNow, 30, 100, { device, timed: 100, long })
  expect(
    movedPart([timed(true, 1, 50), timed(false, 1, 50), timed(true, 2, 90), timed(false, 2, 50)], 'loi'),
  ).toMatchObject({ dimension: 'device', value: 'Mobile' })
  expect(movedPart([timed(true, 1, 90), timed(false, 1, 50)], 'loi')).toBeNull()
})
