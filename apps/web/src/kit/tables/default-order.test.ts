import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { expect, test } from 'vitest'
import { inDefaultOrder } from './default-order.ts'

test('rows in the field come first and ended ones last, by name within a status (day.md §3)', () => {
  const row = (name: string, statusid: StatusCode) => ({ name, statusid })
  const rows = [
    row('Cancelled', STATUS_CODES.cancelled),
    row('Complete', STATUS_CODES.complete),
    row('Draft', STATUS_CODES.draft),
    row('Paused', STATUS_CODES.paused),
    row('Auto-paused', STATUS_CODES.autoPaused),
    row('Live 10', STATUS_CODES.live),
    row('Live 9', STATUS_CODES.live),
  ]
  expect(inDefaultOrder(rows, ({ name }) => name).map(({ name }) => name)).toEqual([
    'Live 9',
    'Live 10',
    'Auto-paused',
    'Paused',
    'Draft',
    'Complete',
    'Cancelled',
  ])
})
