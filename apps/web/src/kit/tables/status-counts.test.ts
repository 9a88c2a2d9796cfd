import { expect, test } from 'vitest'
import { statusSegments } from './status-counts.ts'

test('chips count the rows of each status that occurs; the chosen one stays', () => {
  expect([statusSegments([1, 6, 1, 2], undefined), statusSegments([1], 5), statusSegments([], undefined)]).toEqual([
    [
      { id: 'all', label: 'All 4' },
      { id: '1', label: 'Live 2' },
      { id: '2', label: 'Paused 1' },
      { id: '6', label: 'Auto-paused 1' },
    ],
    [
      { id: 'all', label: 'All 1' },
      { id: '1', label: 'Live 1' },
      { id: '5', label: 'Cancelled 0' },
    ],
    [{ id: 'all', label: 'All 0' }],
  ])
})
