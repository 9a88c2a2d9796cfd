import { expect, test } from 'vitest'
import { moved } from './moved.ts'

test('dropped items are before or after their target, in their own order (§2.16)', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect([
    moved(ids, ['d'], 'b', 'before'),
    moved(ids, ['a'], 'c', 'after'),
    moved(ids, ['d', 'a'], 'b', 'after'),
    moved(ids, ['b'], 'b', 'after'),
  ]).toEqual([
    ['a', 'd', 'b', 'c'],
    ['b', 'c', 'a', 'd'],
    ['b', 'a', 'd', 'c'],
    ['a', 'b', 'c', 'd'],
  ])
})
