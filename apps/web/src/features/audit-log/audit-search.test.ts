import { expect, test } from 'vitest'
import { filtersOf, readAuditSearch } from './audit-search.ts'

test('the filters of the URL are read, and whatever is none of them is ignored', () => {
  expect(
    readAuditSearch({
      who: 7,
      act: 'edited',
      scope: 'project',
      object: '12',
      by: 'api_key',
      from: '2026-11-01T09:30',
      until: '2026-11-02T09:30',
    }),
  ).toEqual({
    who: 7,
    act: 'edited',
    scope: 'project',
    object: 12,
    by: 'api_key',
    from: '2026-11-01T09:30',
    until: '2026-11-02T09:30',
  })
  expect(
    readAuditSearch({
      who: 'me',
      act: 'eaten',
      scope: 4,
      object: -1,
      by: '',
      from: 'yesterday',
      until: '2026-13-01T00:00',
    }),
  ).toEqual({})
})

test('times are of the viewer’s zone, also in the weeks in which its clocks differ', () => {
  expect([
    filtersOf({ from: '2026-07-01T12:00', until: '2026-12-01T12:00', who: 7 }, 'America/New_York'),
    filtersOf({ from: '2026-07-01T12:00' }, 'Asia/Kolkata'),
  ]).toEqual([
    { from: '2026-07-01T16:00:00.000Z', until: '2026-12-01T17:00:00.000Z', who: 7 },
    { from: '2026-07-01T06:30:00.000Z' },
  ])
})
