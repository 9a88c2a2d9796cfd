import { expect, test } from 'vitest'
import { CONFIRM_DEFAULTS } from './confirm-texts.ts'
import { ageText, freshnessOf } from './freshness.ts'
import { EMPTY_TABLE_TEXT } from './table/texts.ts'
import { SHORT_TOAST_AUTO_CLOSE_MS, TOAST_AUTO_CLOSE_MS } from './toast-times.ts'

test('the generic confirm dialog asks "Are you sure?" with Ok and Cancel (§2.42)', () => {
  expect(CONFIRM_DEFAULTS).toEqual({ title: 'Are you sure?', confirmLabel: 'Ok', cancelLabel: 'Cancel' })
})

test('toasts close after 5000 ms, the other configuration after 2,000 ms (§9.1)', () => {
  expect([TOAST_AUTO_CLOSE_MS, SHORT_TOAST_AUTO_CLOSE_MS]).toEqual([5000, 2000])
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
