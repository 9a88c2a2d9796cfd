import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import type { SourceRow } from '@desk/schema/figures/figures'
import { describe, expect, test } from 'vitest'
import { toView } from './view.ts'

const row: SourceRow = {
  stmid: 3000,
  pm_sy_ud: 2000,
  name: 'Main',
  type: 'diy',
  statusid: 1,
  effective_statusid: 1,
  status_reason: null,
  status_changed_by: 'Ada Byron',
  status_changed_at: '2026-11-01T10:00:00.000Z',
  status_version: 2,
  suppliers: ['Northlight Panels'],
  figures_version: 7,
  allocation: 0.5,
  entrants: 20,
  eqTerms: 1,
  terms: 2,
  oQs: 3,
  sqTerms: 1,
  abandons: 1,
  inflight: 2,
  completes: 10,
  ir: 10 / 15,
  conversion: 0.5,
  loi: 11.5,
  supplierCpi: 2.5,
  expense: 25,
  pricedCompletes: 10,
  last_complete_at: '2026-11-02T10:00:00.000Z',
  target: 100,
  ...NO_FIELD_FACTS,
  supplier_cpi: 2.5,
  margin: 30,
}

describe('what a view shows of a row (§3.2)', () => {
  test('the internal view has every column', () => {
    expect(toView(row, 'internal')).toEqual(row)
  })

  test('the plain external view has allocation, entrants, terms, oQs, completes, ir, conversion, loi and status, and the others are absent', () => {
    expect(toView(row, 'external')).toEqual({
      stmid: 3000,
      pm_sy_ud: 2000,
      name: 'Main',
      type: 'diy',
      statusid: 1,
      effective_statusid: 1,
      status_reason: null,
      status_changed_by: 'Ada Byron',
      status_changed_at: '2026-11-01T10:00:00.000Z',
      status_version: 2,
      figures_version: 7,
      allocation: 0.5,
      entrants: 20,
      terms: 2,
      oQs: 3,
      completes: 10,
      ir: 10 / 15,
      conversion: 0.5,
      loi: 11.5,
      last_complete_at: '2026-11-02T10:00:00.000Z',
      target: 100,
      ...NO_FIELD_FACTS,
    })
  })
})
