import { expect, test } from 'vitest'
import { bothTimesText, changeText, pointsText } from './changes.ts'

test('a figure says how it changed from the days before', () => {
  expect([changeText(112, 100), changeText(90, 100), changeText(5, 0), changeText(7, 7)]).toEqual([
    '+12 %',
    '−10 %',
    'none before',
    '0 %',
  ])
  expect([pointsText(0.24, 0.261), pointsText(0.3, 0.25), pointsText(0.3, null)]).toEqual(['−2.1 pt', '+5 pt', null])
})

test('its tooltip names both times', () => {
  const nowMs = Date.parse('2026-11-28T12:00:00.000Z')
  expect(bothTimesText('412', '368', { fromMs: nowMs - 6.5 * 86_400_000, days: 7, nowMs, zone: 'UTC' })).toMatch(
    /^412 from 22 Nov.*00:00 to 28 Nov.*12:00; 368 from 15 Nov.*00:00 to 21 Nov.*12:00 \(UTC\)$/,
  )
})
