import { expect, test } from 'vitest'
import { EndedSessions } from './ended-sessions.ts'

test('an ended session is remembered for ten minutes', () => {
  const ended = new EndedSessions()
  ended.add('one', 0)
  ended.add('two', 300_000)
  ended.add('three', 600_000)
  expect(['one', 'two', 'three', 'four'].map(id => ended.has(id))).toEqual([false, true, true, false])
})
