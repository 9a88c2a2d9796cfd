import type { FigureToken } from '@desk/schema/assistant/figure-token'
import { COST_UNKNOWN } from '@desk/schema/columns/supply-cost'
import { expect, test } from 'vitest'
import { UNKNOWN } from '#ui/format/figures.ts'
import { figureFacts, figureText } from './figure-text.ts'

const COMPLETES: FigureToken = {
  figure_id: 'f1',
  label: 'Completes',
  value: 1204,
  unit: 'integer',
  currency: null,
  scope: { scope: 'project', id: 7, name: 'Tea study' },
  range: { from: '2026-11-24T05:00:00.000Z', to: null },
  as_of: '2026-11-25T17:00:00.000Z',
  position: null,
  formula: 'Completes; the bar shows completes ÷ target',
  link: '/projects/7/survey',
  tool_call: 0,
}

test('a figure is written by its unit, and without a value as none (§5.29)', () => {
  const written = (value: number | null, unit: FigureToken['unit'], currency: string | null = null) =>
    figureText({ ...COMPLETES, value, unit, currency })
  expect([
    written(1204, 'integer'),
    written(0, 'integer'),
    written(-3, 'integer'),
    written(0.1234, 'percent'),
    written(12.5, 'money', 'USD'),
    written(-12.5, 'money', 'USD'),
    written(11.25, 'minutes'),
    written(null, 'percent'),
  ]).toEqual(['1,204', '0', '−3', '12.3%', '$12.50', '−$12.50', '11.3 min', '-'])
})

test('a figure that exists and is not known has the dash of the tables, and says why; a known zero is zero (0092)', () => {
  const unknown: FigureToken = { ...COMPLETES, label: 'Expense', value: null, unit: 'money', unknown: COST_UNKNOWN }
  const minutes: FigureToken = { ...COMPLETES, label: 'LOI (min)', value: 0, unit: 'minutes' }
  expect([figureText(unknown), figureText({ ...unknown, value: 0 }), figureText(minutes)]).toEqual([
    UNKNOWN,
    '$0.00',
    '0 min',
  ])
  expect(figureFacts(unknown, 'UTC')).toContain(COST_UNKNOWN)
  expect(figureFacts(COMPLETES, 'UTC')).not.toContain('known')
})

test('a figure says of what and of when it is, and how it is worked out', () => {
  expect(figureFacts(COMPLETES, 'America/New_York')).toBe(
    'Of project Tea study, from 24 Nov 2026, 00:00; as of 25 Nov 2026, 12:00. Completes; the bar shows completes ÷ target',
  )
})
