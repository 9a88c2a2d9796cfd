import { expect, test } from 'vitest'
import { conditionText, meetsCondition, readCondition, readConditions, UNMEETABLE } from './conditions.ts'

const meets = (stored: unknown, query: Record<string, string>) => {
  const condition = readCondition(stored)
  return condition !== null && meetsCondition(condition, new Map(Object.entries(query)))
}

test('a list accepts its codes, a range its limits and everything between', () => {
  expect(['1', '2', '3'].map(gender => meets({ param: 'gender', in: ['1', 2] }, { gender }))).toEqual([
    true,
    true,
    false,
  ])
  expect(
    ['17', '18', '26.5', '34', '35', '', 'x', '1e1', ' 20', '0x14'].map(age =>
      meets({ param: 'age', min: 18, max: 34 }, { age }),
    ),
  ).toEqual([false, true, true, true, false, false, false, false, false, false])
  expect(meets({ param: 'age', min: 18 }, {})).toBe(false)
  expect(meets({ param: 'age', max: 34 }, { age: '-1' })).toBe(true)
})

test('an unreadable stored condition admits no respondent, rather than all', () => {
  expect([null, 'age', {}, { param: 'age' }, { param: '', in: ['1'] }, { in: ['1'] }].map(readCondition)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
  expect(readConditions([{ param: 'a', in: ['1'] }, 7])).toEqual([{ param: 'a', in: ['1'] }, UNMEETABLE])
  expect(readConditions('age')).toEqual([UNMEETABLE])
  expect(meetsCondition(UNMEETABLE, new Map([['unreadable condition', '']]))).toBe(false)
})

test('a condition is explained in words', () => {
  expect(
    [
      { param: 'a', in: ['1', '2'] },
      { param: 'a', min: 18, max: null },
      { param: 'a', min: null, max: 34 },
      { param: 'a', min: 18, max: 34 },
    ].map(conditionText),
  ).toEqual(['one of 1, 2', '18 or more', '34 or less', '18 to 34'])
})
