import { expect, test } from 'vitest'
import { addressOfChoices, readReportChoices } from './report-search.ts'

test('the choices of a report are the ones of the URL; an invalid one is no choice', () => {
  const raw = {
    by: 'supplier',
    and: 'rid',
    pm_proj_ud: 7,
    pm_sup_ud: '9',
    status: 1,
    consultant: 'all',
    business_unit_ud: -1,
  }
  expect(readReportChoices('traffic', raw, true, 'internal')).toEqual({
    by: 'supplier',
    pm_proj_ud: [7],
    pm_sup_ud: [9],
    status: [1],
  })
})

test('a filter names several, with commas between them; an invalid id is passed over, and beyond a hundred nothing is taken (settlement.md §4)', () => {
  const of = (raw: Readonly<Record<string, unknown>>) => readReportChoices('traffic', raw, true, 'internal')
  expect(of({ pm_proj_ud: '7,9,x,7,0,-1,99999999999', status: '1,99', consultant: '1900001', stmid: ['7'] })).toEqual({
    pm_proj_ud: [7, 9],
    status: [1],
    consultant: [1_900_001],
  })
  expect(of({ pm_sy_ud: Array.from({ length: 200 }, (_, no) => no + 1).join(',') }).pm_sy_ud).toHaveLength(100)
})

test('a time by the calendar goes before days until now, and after two moments; one that is none is ignored (settlement.md §4)', () => {
  const of = (raw: Readonly<Record<string, unknown>>) => readReportChoices('traffic', raw, true, 'internal')
  const from = '2026-11-01T00:00:00.000Z'
  expect([
    of({ period: 'last_month', days: 30 }),
    of({ period: 'last_month', from }),
    of({ period: 'next_month' }),
    readReportChoices('quotas', { period: 'today' }, true, 'internal'),
  ]).toEqual([{ period: 'last_month' }, { from }, {}, {}])
})

test('users who may not see suppliers have no choice of them (domain.md §4)', () => {
  expect(readReportChoices('traffic', { by: 'supplier', and: 'supplier', pm_sup_ud: 9 }, false, 'internal')).toEqual({})
})

test('hourly completes and sub-quotas are counted by source: suppliers are no choice of them', () => {
  expect(readReportChoices('hours', { by: 'supplier', pm_sup_ud: 9, days: 30 }, true, 'internal')).toEqual({ days: 30 })
  expect(readReportChoices('quotas', { by: 'project', and: 'project', days: 30 }, true, 'internal')).toEqual({
    and: 'project',
  })
})

test('what a report is by without a choice is none, nor is the same thing twice', () => {
  const of = (raw: Readonly<Record<string, unknown>>) => readReportChoices('traffic', raw, true, 'internal')
  expect([
    of({ by: 'project', and: 'supplier' }),
    of({ and: 'project' }),
    of({ by: 'supplier', and: 'supplier' }),
    of({ by: 'supplier', and: 'project' }),
  ]).toEqual([{ and: 'supplier' }, {}, { by: 'supplier' }, { by: 'supplier', and: 'project' }])
})

test('a period that is none is the usual one', () => {
  for (const days of [0, 8, '7x', 'all']) expect(readReportChoices('hours', { days }, true, 'internal')).toEqual({})
})

test('a time between two moments goes before a period; an invalid one is ignored (§2.12)', () => {
  const of = (raw: Readonly<Record<string, unknown>>) => readReportChoices('traffic', raw, true, 'internal')
  const from = '2026-11-01T00:00:00.000Z'
  expect(of({ from, days: 30 })).toEqual({ from })
  expect(of({ from, to: '2026-10-01T00:00:00Z' })).toEqual({ from })
  expect(of({ from: 'yesterday', to: 7, days: 30 })).toEqual({ days: 30 })
})

test('states and reasons are distinguished where the view has them, and no report is by a dimension without counts (domain.md §4)', () => {
  expect(readReportChoices('traffic', { by: 'day', and: 'reason' }, true, 'internal')).toEqual({
    by: 'day',
    and: 'reason',
  })
  expect(readReportChoices('traffic', { by: 'day', and: 'reason' }, true, 'external')).toEqual({ by: 'day' })
  expect(readReportChoices('terminations', { and: 'state' }, true, 'internal')).toEqual({})
})

test('a saved view has the choices of the URL as an address has them', () => {
  expect(addressOfChoices({ and: 'supplier', status: 3, q: 'tea & cake', days: undefined })).toBe(
    'and=supplier&status=3&q=tea+%26+cake',
  )
  expect(addressOfChoices({ pm_proj_ud: '7,9' })).toBe('pm_proj_ud=7,9')
})
