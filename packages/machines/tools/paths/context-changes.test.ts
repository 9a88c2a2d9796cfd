import { expect, test } from 'vitest'
import { contextChanges } from './context-changes.ts'

test('what an event changes in a context is told field by field, with what went and what is new', () => {
  const before = { no: 1, topics: { a: { phase: 'asking', held: 0 }, b: {} }, note: 'x', list: [1] }
  const after = { no: 2, topics: { a: { phase: 'reading', held: 0 } }, note: 'x', list: [1, 2] }
  expect(contextChanges(before, after)).toEqual(['list [1,2]', 'no 2', 'topics.a.phase "reading"', 'topics.b gone'])
})

test('null, absent and empty are told apart; what is equal is not told, whoever made it', () => {
  expect(contextChanges({ a: null, b: {}, c: undefined, d: [] }, { a: {}, b: null, c: null, d: [] })).toEqual([
    'a {}',
    'b null',
    'c null',
  ])
})

test('a long value is named by the field of the event that brought it, else begun with its hash', () => {
  const long = 'x'.repeat(200)
  expect(contextChanges({ user: null }, { user: { long } }, { type: 'told', user: { long } })).toEqual([
    'user ← event.user',
  ])
  const [told] = contextChanges({ user: null }, { user: { long } })
  expect(told).toMatch(/^user \{"long":"x{51}… #[0-9a-f]{16}$/)
  expect(contextChanges({ user: null }, { user: { long: `${long}y` } })).not.toEqual([told])
})
