import { expect, test } from 'vitest'
import { momentText } from './moments.ts'

test('a moment has the offset of its own day, whatever the clocks say today (§5.31)', () => {
  expect(['2026-07-01T18:00:00Z', '2026-12-01T18:00:00Z'].map(at => momentText(at, 'America/New_York'))).toEqual([
    '1 Jul 2026, 14:00 (UTC-04:00)',
    '1 Dec 2026, 13:00 (UTC-05:00)',
  ])
})
