import { expect, test } from 'vitest'
import { withoutRedirect } from './supplier-needs.tsx'
import { ownTarget } from './supplier-source-columns.tsx'
import { daysOf, supplierTabHref, supplierTabOf } from './supplier-tabs.ts'

test('the tab and the days of the URL, with their defaults (day.md §9)', () => {
  expect([supplierTabOf('money'), supplierTabOf('nothing'), supplierTabOf(undefined)]).toEqual([
    'money',
    'sources',
    'sources',
  ])
  expect([supplierTabHref(7, 'sources'), supplierTabHref(7, 'quality')]).toEqual([
    '#/suppliers/7',
    '#/suppliers/7?tab=quality',
  ])
  expect([daysOf(7), daysOf('90'), daysOf(8)]).toEqual([7, 90, 30])
})

test('outcomes without a redirect: a default replaces all, a termination those of quality and security (domain.md §3)', () => {
  const of = (...types: readonly Parameters<typeof withoutRedirect>[0]['redirects'][number]['type'][]) =>
    withoutRedirect({ redirects: types.map(type => ({ type, url: 'https://x.example' })) })
  expect([of('default'), of('complete', 'termination'), of()]).toEqual([
    [],
    ['overquota'],
    ['complete', 'termination', 'overquota', 'quality', 'security'],
  ])
})

test('the supplier’s part of a target is rounded up', () => {
  expect(ownTarget({ target: 101, allocation_percent: 50 })).toBe(51)
})
