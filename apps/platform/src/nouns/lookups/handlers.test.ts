import { expect, test } from 'vitest'
import { offsetLabel } from './handlers.ts'

test('a zone is labelled (UTC±hh:mm), an invalid offset as zero (§5.31)', () => {
  expect([-300, -570, 345, 0, 825, Number.NaN].map(minutes => offsetLabel(minutes, 'There'))).toEqual([
    '(UTC-05:00) There',
    '(UTC-09:30) There',
    '(UTC+05:45) There',
    '(UTC+00:00) There',
    '(UTC+13:45) There',
    '(UTC+00:00) There',
  ])
})
