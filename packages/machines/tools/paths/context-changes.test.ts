import { expect, test } from 'vitest'
import { contextChanges } from './context-changes.ts'

test('a context’s changes are listed field by field, with removed and new values', () => {
  const before = { no: 1, topics: { a: { phase: 'asking', held: 0 }, b: {} }, note: 'x', list: [1] }
  const after = { no: 2, topics: { a: { phase: 'reading', held: 0 } }, note: 'x', list: [1, 2] }
  expect(contextChanges(before, after)).toEqual(['list [1,2]', 'no 2', 'topics.a.phase "reading"', 'topics.b gone'])
})

test('null, absent and empty are distinguished; equal values are not listed', () => {
  expect(contextChanges({ a: null, b: {}, c: undefined, d: [] }, { a: {}, b: null, c: null, d: [] })).toEqual([
    'a {}',
    'b null',
    'c null',
  ])
})

test('a long value is named by the event’s field that brought it, else cut off and hashed', () => {
  const long = 'x'.repeat(200)
  expect(contextChanges({ user: null }, { user: { long } }, { type: 'told', user: { long } })).toEqual([
    'user ← event.user',
  ])
  const [told] = contextChanges({ user: null }, { user: { long } })
  expect(told).toMatch(/^user \{"long":"x{51}… #[0-9a-f]{16}$/)
  expect(contextChanges({ user: null }, { user: { long: `${long}y` } })).not.toEqual([told])
})
