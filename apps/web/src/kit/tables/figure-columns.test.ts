import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import type { SourceRow } from '@desk/schema/figures/figures'
import { describe, expect, test } from 'vitest'
import { cellText, shownOf } from '#ui/table/column.ts'
import { presetViews } from '#ui/table/view.ts'
import { figureColumns, figureTotals } from './figure-columns.ts'

const INTERNAL_ONLY_COLUMNS: readonly string[] = [
  'eqTerms',
  'sqTerms',
  'abandons',
  'inflight',
  'supplierCpi',
  'expense',
  'pricedCompletes',
  'margin',
]

const row: SourceRow = {
  stmid: 7,
  pm_sy_ud: 3,
  name: 'Lucid US',
  type: 'lucid',
  statusid: 1,
  effective_statusid: 1,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-02T09:30:00.000Z',
  status_version: 4,
  figures_version: 12,
  allocation: 0.25,
  entrants: 1200,
  eqTerms: 40,
  terms: 300,
  oQs: 100,
  sqTerms: 25,
  abandons: 90,
  inflight: 45,
  completes: 600,
  ir: 0.6,
  conversion: 0.5,
  loi: 11.25,
  supplierCpi: 2.35,
  expense: 1410.1,
  pricedCompletes: 598,
  last_complete_at: null,
  target: 800,
  ...NO_FIELD_FACTS,
  revenue: 2040,
  margin: 623.1,
}

const columns = figureColumns<SourceRow>('internal', 'source')
const column = (id: string) => columns.find(one => one.id === id)!
const shown = (id: string) => cellText(column(id), column(id).value(row))

describe('the source table’s figure columns', () => {
  test('each follows the order of the specification, with its meaning or formula in the tooltip (§1.3, §3.9, §3.10, §3.11, §3.12, §3.13, §3.14, §3.15, §3.16, §3.17, §3.18, §3.19, §3.20, §3.21, §3.22)', () => {
    expect(columns.map(({ id, header, headerTooltip }) => [id, header, headerTooltip, shown(id)])).toEqual([
      [
        'allocation',
        'Allocation',
        'Share of the overall quota given to a source: target of the source ÷ sum of the targets of the survey’s sources',
        '25%',
      ],
      ['entrants', 'Entrants', 'Respondents entering', '1,200'],
      ['eqTerms', 'EQ terms', 'Defender terms: failed pre-survey quality checks', '40'],
      ['terms', 'Terms', 'Did not meet qualifying criteria', '300'],
      ['oQs', 'OQs', 'Overquotas: met base criteria but not an open sub-quota', '100'],
      ['sqTerms', 'SQ terms', 'Failed in-survey quality checks', '25'],
      ['abandons', 'Abandons', 'Abandoned: no return within 1.8 × the stated interview length', '90'],
      ['inflight', 'Inflight', 'In progress', '45'],
      ['completes', 'Completes', 'Completes; the bar shows completes ÷ target', '600'],
      [
        'ir',
        'IR',
        'Incidence rate: completes ÷ (completes + OQs + terms)\nPureSpectrum: completes ÷ (completes + OQs + terms + drops at the buyer)\nDynata: completes ÷ (completes + screenouts + quota-fulls), which is the same',
        '60%',
      ],
      [
        'conversion',
        'Conversion',
        'Completes ÷ entrants\nCint: system conversion is the same; client-side conversion is completes ÷ prescreener completes',
        '50%',
      ],
      ['loi', 'LOI (min)', 'Median interview length of completes, in minutes\nPureSpectrum: the median too', '11.3'],
      [
        'supplierCpi',
        'CPI',
        'Buyer unit cost per complete: expense ÷ the completes whose supply price is known',
        '$2.35',
      ],
      ['expense', 'Expense', 'Sum of buyer expenses: of the completes whose supply price is known', '$1,410.10'],
      [
        'pricedCompletes',
        'Priced',
        'Completes whose supply price is known: CPI, expense and margin are of these',
        '598',
      ],
    ])
  })

  test('heads carry explanatory tooltips, every one of them (§2.40)', () => {
    expect(columns.filter(({ headerTooltip }) => !headerTooltip)).toEqual([])
  })

  test('the external view has no column that it may not see (§3.2)', () => {
    const external = figureColumns<SourceRow>('external', 'source').map(({ id }) => id)
    expect([external, external.filter(id => INTERNAL_ONLY_COLUMNS.includes(id))]).toEqual([
      ['allocation', 'entrants', 'terms', 'oQs', 'completes', 'ir', 'conversion', 'loi'],
      [],
    ])
  })

  test('the completes cell measures against the target', () => {
    expect(columns.filter(({ target }) => target).map(({ id, target }) => [id, target?.(row)])).toEqual([
      ['completes', 800],
    ])
  })

  test('the presets are Traffic, Quality, Money and All', () => {
    const named = presetViews([{ id: 'name', header: 'Source', kind: 'text', value: () => '' }, ...columns])
    expect(named.map(({ name, columnIds }) => [name, columnIds.length])).toEqual([
      ['Traffic', 11],
      ['Quality', 9],
      ['Money', 6],
      ['All', 16],
    ])
  })
})

test('a count or a sum that is known to be zero is 0; what an exchange’s completes cost is not known, and says why (domain.md §4, 0092)', () => {
  const cells = (of: object) =>
    (['completes', 'supplierCpi', 'expense', 'pricedCompletes', 'ir'] as const).map(id => {
      const { text, unknown } = shownOf(column(id), column(id).value({ ...row, ...of }), { ...row, ...of })
      return unknown === null ? text : [text, unknown.slice(0, 9)]
    })
  const nothing = { completes: 0, supplierCpi: null, expense: 0, pricedCompletes: 0, ir: null }
  expect([cells(nothing), cells({ ...nothing, completes: 7, expense: null, ir: 0 })]).toEqual([
    ['0', '-', '$0.00', '0', '-'],
    ['7', ['–', 'Not known'], ['–', 'Not known'], '0', '0%'],
  ])
})

test('totals are the server’s figures by column, money in cents, and hold no column that the answer left out', () => {
  const external = Object.fromEntries(Object.entries(row).filter(([name]) => !INTERNAL_ONLY_COLUMNS.includes(name)))
  expect(figureTotals(row)).toEqual({
    allocation: 0.25,
    entrants: 1200,
    eqTerms: 40,
    terms: 300,
    oQs: 100,
    sqTerms: 25,
    abandons: 90,
    inflight: 45,
    completes: 600,
    ir: 0.6,
    conversion: 0.5,
    loi: 11.25,
    supplierCpi: 235,
    expense: 141010,
    pricedCompletes: 598,
    revenue: 204000,
    margin: 62310,
  })
  expect(figureTotals(external)).toEqual({
    allocation: 0.25,
    entrants: 1200,
    terms: 300,
    oQs: 100,
    completes: 600,
    ir: 0.6,
    conversion: 0.5,
    loi: 11.25,
    revenue: 204000,
  })
})
