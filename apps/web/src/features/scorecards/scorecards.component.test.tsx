import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Scorecard, Scorecards } from '@desk/schema/defender/scorecard'
import { describe, expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk } from '#runtime/testing/test-desk.ts'
import { ScorecardsScreen } from './scorecards.tsx'

const card = (more: Partial<Scorecard> = {}): Scorecard => ({
  key: '7',
  name: 'Panel',
  flagged: 40,
  refused: 10,
  completes: 20,
  reconciled: 20,
  rejected: 15,
  entrants: 400,
  all_refused: 10,
  all_completes: 200,
  all_reconciled: 200,
  all_rejected: 20,
  precision: { share: 0.75, low: 0.531, high: 0.888 },
  recall: { low: 0.75, high: 0.833 },
  lift: 7.5,
  reject_rate: { share: 0.1, low: 0.066, high: 0.149 },
  level: 10,
  money_saved_cents: 7_500,
  money_lost_cents: 2_500,
  weeks: [
    {
      flagged: 10,
      refused: 0,
      completes: 5,
      reconciled: 5,
      rejected: 5,
      entrants: 200,
      all_reconciled: 100,
      all_rejected: 10,
    },
    {
      flagged: 30,
      refused: 10,
      completes: 15,
      reconciled: 15,
      rejected: 10,
      entrants: 200,
      all_reconciled: 100,
      all_rejected: 10,
    },
  ],
  ...more,
})
const scorecards = (more: Partial<Scorecards> = {}): Scorecards => ({
  as_of: '2026-11-25T12:00:00.000Z',
  weeks: ['2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  unscored: null,
  total: card({ name: 'All' }),
  rows: [card()],
  ...more,
})
const open = async (answer: Scorecards, path = '/defender/suppliers') =>
  draw(
    await testDesk(
      { 'scorecards.suppliers': answer },
      { path, user: { ...SAMPLE_USER, role_id: 1, streamViewType: 'internal' } },
    ),
    <ScorecardsScreen />,
  )

describe('the scorecards of suppliers (§2.27)', () => {
  test('have precision with its interval, bounds of recall, lift, quality and a chart each, and say what no one can know (§2.27, §9.8)', async () => {
    const page = await open(scorecards())
    const row = page.getByRole('row', { name: /Panel/u })
    await expect.element(row).toHaveTextContent('75 % (53–89 %)')
    await expect.element(row).toHaveTextContent('75–83 %')
    await expect.element(row).toHaveTextContent('7.5 ×')
    await expect.element(row).toHaveTextContent('Red')
    await expect.element(row).toHaveTextContent('$75.00')
    await expect.element(page.getByText(/Refused respondents never complete/u)).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Panel: 2026-11-16 5%, 2026-11-23 15%' })).toBeVisible()
  })

  test('score nothing before a reconciliation, and say why', async () => {
    const page = await open(
      scorecards({
        unscored: 'nothing_reconciled',
        total: card({ precision: null }),
        rows: [card({ precision: null, recall: null, lift: null, level: null, reject_rate: null })],
      }),
    )
    await expect.element(page.getByText(/It is unknown who was bad/u)).toBeVisible()
    await expect.element(page.getByRole('row', { name: /Panel/u })).not.toHaveTextContent('Red')
  })

  test('lead to what a supplier sends, by rule', async () => {
    const page = await open(
      scorecards({
        total: card({ name: 'Panel' }),
        rows: [card({ key: 'country', name: 'Country check', level: null })],
      }),
      '/defender/suppliers?supplier=7',
    )
    await expect.element(page.getByRole('heading', { name: 'Panel', level: 1 })).toBeVisible()
    await expect.element(page.getByRole('row', { name: /Country check/u })).toBeVisible()
  })

  test('without traffic explain the empty place', async () => {
    const page = await open(scorecards({ unscored: 'nobody_entered', rows: [], total: card({ precision: null }) }))
    await expect.element(page.getByRole('heading', { name: 'No traffic yet' })).toBeVisible()
  })
})
