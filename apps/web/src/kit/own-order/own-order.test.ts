import { expect, test } from 'vitest'
import { inOwnOrder } from './own-order.ts'

test('projects follow the user’s own order, new ones after them as they came, and deleted ones nowhere (§2.16)', () => {
  expect(inOwnOrder([1, 2, 3, 4, 5], [4, 99, 2], id => id)).toEqual([4, 2, 1, 3, 5])
})
