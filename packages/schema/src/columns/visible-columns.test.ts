import { expect, test } from 'vitest'
import { NO_FIELD_FACTS } from '../figures/no-field-facts.ts'
import { SourceRow } from '../figures/figures.ts'
import { visibleColumns } from './visible-columns.ts'

const ALL_COLUMNS = Object.fromEntries(Object.keys(SourceRow.fields).map(column => [column, 1]))

test('the plain external view keeps allocation, entrants, terms, oQs, completes, ir, conversion, loi, status and field facts, and loses what only the internal view has (§3.2)', () => {
  expect(Object.keys(visibleColumns('external', ALL_COLUMNS)).toSorted()).toEqual(
    [
      'stmid',
      'pm_sy_ud',
      'name',
      'type',
      'target',
      'last_complete_at',
      'figures_version',
      'statusid',
      'effective_statusid',
      'status_reason',
      'status_changed_by',
      'status_changed_at',
      'status_version',
      'allocation',
      'entrants',
      'terms',
      'oQs',
      'completes',
      'ir',
      'conversion',
      'loi',
      ...Object.keys(NO_FIELD_FACTS),
    ].toSorted(),
  )
})

test('the internal view has every column (§3.2)', () => {
  expect(visibleColumns('internal', ALL_COLUMNS)).toEqual(ALL_COLUMNS)
})
