import { expect, test } from 'vitest'
import type { Done, Failed } from './bulk-calls.ts'
import type { PlannedChange } from './bulk-plan.ts'
import { retryOf } from './bulk-retry.ts'

const change = (id: number): PlannedChange => ({
  id,
  name: `Panel ${id}`,
  from: '$2.00',
  to: '$3.00',
  note: null,
  order: { kind: 'supplyPrice', id, payload: { supplier_cpi: 3, version: 1 }, was: 2 },
})
const asked = (id: number) => ({ change: change(id), key: `key ${id}` })
const done: Done = { ...asked(1), outcome: 'done', undo: null }
const refused: Failed = {
  ...asked(2),
  outcome: 'failed',
  message: 'The source has changed in the meantime.',
  requestId: 'r2',
  why: 'refused',
}
const unanswered: Failed = {
  ...asked(3),
  outcome: 'failed',
  message: 'No answer came.',
  requestId: null,
  why: 'unanswered',
}

test('what no answer came to is sent again under its own key, which makes it once; the rest waits', () => {
  expect(retryOf([done, refused, unanswered], false)).toEqual({ how: 'send', again: [asked(3)], kept: [done, refused] })
  expect(retryOf([refused, unanswered], true)).toEqual({ how: 'send', again: [asked(3)], kept: [refused] })
})

test('refused rows are asked for again, and alone; a refused undo is not, and without a failure nothing is', () => {
  expect(retryOf([done, refused], false)).toEqual({ how: 'ask', rows: [{ id: 2, name: 'Panel 2' }], kept: [done] })
  expect([retryOf([done, refused], true), retryOf([done], false)]).toEqual([null, null])
})
