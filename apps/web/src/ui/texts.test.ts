import { expect, test } from 'vitest'
import { CONFIRM_DEFAULTS } from './confirm-texts.ts'
import { ageText, freshnessOf } from './freshness.ts'
import { EMPTY_TABLE_TEXT } from './table/texts.ts'
import { TOAST_LENGTHS } from './toast-times.ts'

test('the generic confirm dialog asks "Are you sure?" with Ok and Cancel (§2.42)', () => {
  expect(CONFIRM_DEFAULTS).toEqual({ title: 'Are you sure?', confirmLabel: 'Ok', cancelLabel: 'Cancel' })
})

test('toasts close after 5000 ms, those of the other configuration after 2,000 ms at the top right (§9.1)', () => {
  expect(TOAST_LENGTHS).toEqual({ normal: { duration: 5000, position: 'bottom-right' }, short: { duration: 2000, position: 'top-right' } })
})

test('an empty table says "Please wait..." while it loads and "No Records found..." when it is empty (§2.40)', () => {
  expect(EMPTY_TABLE_TEXT).toEqual({ loading: 'Please wait...', empty: 'No Records found...' })
})

test('figures are live up to 10 s, delayed up to 60 s, then stale; offline and frozen go before', () => {
  expect([0, 10, 10.1, 60, 61, 7200].map((age) => [freshnessOf(age, true), ageText(age)])).toEqual([
    ['live', '0 s'],
    ['live', '10 s'],
    ['delayed', '10 s'],
    ['delayed', '1 min'],
    ['stale', '1 min'],
    ['stale', '2 h'],
  ])
  expect([freshnessOf(2, false), freshnessOf(2, false, true), freshnessOf(2, true, true)]).toEqual(['offline', 'frozen', 'frozen'])
})
