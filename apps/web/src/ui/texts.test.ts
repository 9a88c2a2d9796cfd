import { expect, test } from 'vitest'
import { CONFIRM_DEFAULTS } from './confirm-texts.ts'
import { freshnessText, type Freshness, type FreshnessFacts } from './freshness.ts'
import { EMPTY_TABLE_TEXT } from './table/texts.ts'
import { TOAST_LENGTHS } from './toast-times.ts'

test('the generic confirm dialog asks "Are you sure?" with Ok and Cancel (§2.42)', () => {
  expect(CONFIRM_DEFAULTS).toEqual({ title: 'Are you sure?', confirmLabel: 'Ok', cancelLabel: 'Cancel' })
})

test('toasts close after 5000 ms, those of the other configuration after 2,000 ms at the top right (§9.1), one with the Undo of a cell after 30 s (day.md §3)', () => {
  expect(TOAST_LENGTHS).toEqual({
    normal: { duration: 5000, position: 'bottom-right' },
    short: { duration: 2000, position: 'top-right' },
    undo: { duration: 30_000, position: 'bottom-right' },
  })
})

test('an empty table says "Please wait..." while it loads and "No Records found..." when it is empty (§2.40)', () => {
  expect(EMPTY_TABLE_TEXT).toEqual({ loading: 'Please wait...', empty: 'No Records found...' })
})

test('the label of figures: their age, or since when they are frozen or offline; what loads is no warning (look.md 13)', () => {
  const label = (state: Freshness, facts: Partial<FreshnessFacts> = {}) =>
    freshnessText({ state, ageSeconds: 20, ...facts })
  expect([
    label('loading', { ageSeconds: null }),
    label('live', { ageSeconds: 2 }),
    label('delayed', { ageSeconds: 59.9 }),
    label('delayed', { ageSeconds: null }),
    label('stale', { ageSeconds: 60 }),
    label('stale', { ageSeconds: 7_200 }),
    label('frozen', { since: '14:02', waitingCount: 9 }),
    label('frozen', { since: '14:02', waitingCount: 1 }),
    label('offline', { since: '14:02' }),
  ]).toEqual([
    'Loading',
    'Live · 2 s',
    'Delayed · 59 s',
    'Delayed',
    'Stale · 1 min',
    'Stale · 2 h',
    'Frozen 14:02 · 9 changes pending',
    'Frozen 14:02 · 1 change pending',
    'Offline since 14:02',
  ])
})
