import { Schema } from 'effect'
import { expect, test } from 'vitest'
import { Figures, ProjectTotals } from '../figures/figures.ts'
import { COUNT_COLUMNS } from '../respondents/state.ts'
import { FIGURE_COLUMN_LIST, FIGURE_COLUMNS, SUMMED_FIELDS } from './figure-columns.ts'
import type { RollupCounts } from './rollup-counts.ts'

const NOTHING: RollupCounts = {
  entrants: 0,
  eqTerms: 0,
  terms: 0,
  oQs: 0,
  sqTerms: 0,
  abandons: 0,
  inflight: 0,
  completes: 0,
  pricedCompletes: 0,
  expenseCents: 0,
  loiMedianSeconds: null,
  lastCompleteAt: null,
}
const ROLLUPS: readonly RollupCounts[] = [
  NOTHING,
  { ...NOTHING, entrants: 9, terms: 3, inflight: 1, abandons: 2, sqTerms: 1, eqTerms: 2 },
  { ...NOTHING, entrants: 9, completes: 7, oQs: 2, expenseCents: 1_001, loiMedianSeconds: 31.5, pricedCompletes: 3 },
  { ...NOTHING, entrants: 9, completes: 7 },
]

test('each column’s calculated value is one that its wire field accepts', () => {
  const rows = ROLLUPS.flatMap(rollup =>
    [undefined, null, 0.25].map(allocation => {
      const figures = FIGURE_COLUMN_LIST.map(({ id, of }) => [id, of(rollup, allocation)] as const)
      return {
        ...Object.fromEntries(figures.filter(([, figure]) => figure !== undefined)),
        last_complete_at: null,
        target: 1,
      }
    }),
  )
  expect(rows.map(row => Schema.decodeUnknownSync(Figures)(row))).toEqual(rows)
})

test('an internal column may be missing on the wire, any other only if it is a share and has no whole (domain.md §4)', () => {
  const mayMiss = FIGURE_COLUMN_LIST.filter(({ id }) => {
    const others = FIGURE_COLUMN_LIST.filter(other => other.id !== id).map(other => [other.id, 0])
    return Schema.is(Figures)({ ...Object.fromEntries(others), last_complete_at: null, target: 1 })
  })
  expect(mayMiss.map(({ id }) => id)).toEqual(
    FIGURE_COLUMN_LIST.filter(({ seenBy, isPartOfSurvey }) => seenBy === 'internal' || isPartOfSurvey === true).map(
      ({ id }) => id,
    ),
  )
})

test('the ledger keeps every figure that counts respondents by state', () => {
  expect(
    ['entrants', ...COUNT_COLUMNS].filter(id => !FIGURE_COLUMN_LIST.some(column => column.id === id && column.rollup)),
  ).toEqual([])
})

test('several projects together have no allocation and no LOI: a share of itself and a median of medians mean nothing', () => {
  const all = Object.keys(FIGURE_COLUMNS)
  expect([Object.keys(SUMMED_FIELDS), Object.keys(ProjectTotals.fields)]).toEqual([
    all.filter(id => id !== 'allocation' && id !== 'loi'),
    [...all.filter(id => id !== 'allocation' && id !== 'loi'), 'last_complete_at', 'target'],
  ])
})
