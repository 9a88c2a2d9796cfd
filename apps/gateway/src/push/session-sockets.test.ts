import { expect, test } from 'vitest'
import { EndedSessions } from './session-sockets.ts'

const MINUTES_10_MS = 600_000

test('an ended session is remembered for ten minutes, and forgotten when another one ends after them', () => {
  const ended = new EndedSessions()
  ended.add('one', 0)
  ended.add('two', 1)
  ended.add('three', MINUTES_10_MS - 1)
  expect(['one', 'two', 'three', 'four'].map(id => ended.has(id))).toEqual([true, true, true, false])
  ended.add('four', MINUTES_10_MS)
  expect(['one', 'two', 'three', 'four'].map(id => ended.has(id))).toEqual([false, true, true, true])
})

test('a session that ends twice is remembered from its last end on, and holds up no other one', () => {
  const ended = new EndedSessions()
  ended.add('one', 0)
  ended.add('two', 1)
  ended.add('one', 2)
  ended.add('three', MINUTES_10_MS + 1)
  expect(['one', 'two', 'three'].map(id => ended.has(id))).toEqual([true, false, true])
})
