import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Trend } from '@desk/schema/defender/scorecard'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { TrendsScreen } from './trends.tsx'

const week = (day: string, hits: number, level: 10 | 20 | 30 | null = 30): Trend['points'][number] => ({
  week: `2026-11-${day}T00:00:00.000Z`,
  hits,
  of: 100,
  share: hits / 100,
  low: 0.02,
  high: 0.18,
  level,
  is_open: false,
})
const TREND: Trend = {
  as_of: '2026-11-25T12:00:00.000Z',
  measure: 'rejected',
  mean: 0.1,
  points: [week('02', 10), week('09', 30, 10), week('16', 8), { ...week('23', 9), is_open: true }],
  changes: [
    {
      at: '2026-11-12T08:30:00.000Z',
      of: 'account',
      id: 11,
      name: 'Account',
      changes: ['Country check: Record only → Refuse'],
    },
  ],
  has_more_changes: false,
}
const open = async (trend: Trend) =>
  draw(
    await testDesk(
      { 'scorecards.trend': trend },
      { path: '/defender/trends?measure=rejected', user: { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' } },
    ),
    <TrendsScreen />,
  )

test('a week beyond its control limits is named, with quality levels and the changes of rules (§2.27, §9.8)', async () => {
  const page = await open(TREND)
  await expect
    .element(page.getByRole('img', { name: 'Rejected by week: 4 weeks, 1 of them beyond the limits: 2026-11-09' }))
    .toBeVisible()
  await expect.element(page.getByRole('row', { name: /2026-11-09/u })).toHaveTextContent('30%2%18%✕Red')
  await expect.element(page.getByRole('row', { name: /2026-11-23 \(in progress\)/u })).toHaveTextContent('✓Green')
  await expect.element(page.getByText('The account’s default: Country check: Record only → Refuse')).toBeVisible()
})

test('of an account that never reconciled says that no one has judged its respondents', async () => {
  const page = await open({
    ...TREND,
    mean: null,
    points: TREND.points.map(point => ({ ...point, of: 0, hits: 0, share: null, low: null, high: null, level: null })),
    changes: [],
  })
  await expect.element(page.getByRole('heading', { name: 'Nothing was reconciled yet' })).toBeVisible()
  await expect.element(page.getByText('No rule was changed within the period.')).toBeVisible()
})
