import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import { forecastText } from '@desk/schema/forecasts/forecast'
import { recentHours } from '@desk/schema/figures/recent-hours'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { describe, expect, test } from 'vitest'
import { cellText } from '#ui/table/column.ts'
import { fieldColumns, judgedFigures } from './field-columns.tsx'
import type { FieldRow } from './field-time.ts'
import { figureColumns } from './figure-columns.ts'
import { NO_FIGURES_YET } from './with-figures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
// 04:20 in Kolkata, 5:30 hours ahead of UTC
const NOW_MS = Date.parse('2026-11-20T22:50:00Z')
const AT = { nowMs: NOW_MS, zone: 'Asia/Kolkata' }
const thisHour = Math.floor(NOW_MS / HOUR_MS)

const row: FieldRow = {
  ...NO_FIGURES_YET,
  ...NO_FIELD_FACTS,
  statusid: STATUS_CODES.live,
  target: 400,
  completes: 120,
  pricedCompletes: 100,
  supplierCpi: 3,
  expense: 300,
  started_at: new Date(NOW_MS - 6 * DAY_MS).toISOString(),
  ends_at: new Date(NOW_MS + 4 * DAY_MS).toISOString(),
  stated_loi: 12,
  stated_ir: 46,
  sell_price: 8.5,
  revenue: 1020,
  margin: 550,
  // three in this hour, two in the last, one in the first of today, and yesterday four in each of the same
  recent_hours: recentHours(
    [
      [0, 3],
      [1, 2],
      [3, 1],
      [24, 4],
      [25, 4],
      [27, 4],
      [49, 9],
    ]
      .map(([ago = 0, completes = 0]) => ({ hour: thisHour - ago, completes }))
      .toSorted((one, other) => one.hour - other.hour),
  ),
}

const columnsOf = (view: 'internal' | 'external') => [
  ...judgedFigures<FieldRow>(figureColumns(view, 'source'), AT),
  ...fieldColumns<FieldRow>(view, AT, () => ({ scope: 'source', id: 1 })),
]
const column = (id: string) => columnsOf('internal').find(one => one.id === id)!
const text = (id: string, of: Partial<FieldRow> = {}) => cellText(column(id), column(id).value({ ...row, ...of }))
const remark = (id: string, of: Partial<FieldRow> = {}) => column(id).remark?.({ ...row, ...of }) ?? null

describe('the columns of field work (day.md §3)', () => {
  test('today begins with the first hour after midnight in the zone, and yesterday is compared by finished hours', () => {
    expect([text('today'), text('sinceYesterday')]).toEqual(['6', '-5'])
  })

  test('pace is of 24 hours beside what each day has to bring; draft and ended ones need nothing', () => {
    const needed = (of: Partial<FieldRow>) => column('pace').stated?.({ ...row, ...of })
    expect([
      text('pace'),
      needed({}),
      needed({ statusid: STATUS_CODES.draft }),
      needed({ statusid: STATUS_CODES.complete }),
    ]).toEqual(['6', 70, null, null])
  })

  test('remaining is never below zero, and days are left until out of field', () => {
    expect([
      text('remaining'),
      text('remaining', { completes: 500 }),
      text('daysLeft'),
      text('daysLeft', { ends_at: null }),
    ]).toEqual(['280', '0', '4.0', ''])
  })

  test('the tick is at an even pace from the first launch to out of field, and one far behind it is amber', () => {
    const due = (of: Partial<FieldRow>) => column('completes').due?.({ ...row, ...of })
    expect([due({}), due({ started_at: null }), due({ statusid: STATUS_CODES.cancelled })]).toEqual([240, null, null])
    expect([remark('completes')?.tone, remark('completes', { completes: 231 })?.tone]).toEqual(['amber', undefined])
    expect(remark('completes')?.text).toBe('240 are due by now at an even pace: 120 are missing')
  })

  const forecast = forecastText({
    asked_at: new Date(NOW_MS).toISOString(),
    p10_at: new Date(NOW_MS + DAY_MS).toISOString(),
    p50_at: new Date(NOW_MS + 5 * DAY_MS).toISOString(),
    p90_at: null,
    p_full: 0.31,
    expected_now: 300,
    expected_at_end: 380,
    pool: 'account',
    like_count: 32,
  })

  test('with a forecast the tick is what it expects by now, and the lighter bar what it expects by out of field (forecast.md §1)', () => {
    const { due, ahead } = column('completes')
    expect([due?.({ ...row, forecast }), ahead?.({ ...row, forecast }), ahead?.(row)]).toEqual([300, 380, null])
    expect(remark('completes', { forecast })?.text).toBe(
      '300 are due by now to be full by out of field: 180 are missing',
    )
  })

  test('full by is the middle of the band; a live row without a forecast has none (forecast.md §1)', () => {
    const { value } = column('fullBy')
    expect([value({ ...row, forecast }), value(row)]).toEqual([new Date(NOW_MS + 5 * DAY_MS).toISOString(), null])
  })

  test('a figure is red beyond the survey’s limits, or where completes lose money (§3.6)', () => {
    expect([remark('ir'), remark('loi'), remark('supplierCpi')]).toEqual([null, null, null])
    expect([
      remark('ir', { is_under_ir: true }),
      remark('loi', { is_over_loi: true }),
      remark('supplierCpi', { supplierCpi: 9 }),
      remark('margin', { margin: -1, pricedCompletes: 120 }),
    ]).toEqual([
      { tone: 'red', text: 'Below the stated IR of 46 % by more than the survey’s limit' },
      { tone: 'red', text: 'Above the stated LOI of 12 min by more than the survey’s limit' },
      { tone: 'red', text: 'Above the sell price of $8.50' },
      { tone: 'red', text: 'The completes cost more than they brought' },
    ])
  })

  test('revenue is of all completes, and margin says of how many it is known (docs/decisions/0092)', () => {
    expect([text('revenue'), text('margin'), remark('margin')]).toEqual([
      '$1,020.00',
      '$550.00',
      { text: 'Margin known for 100 of 120 completes' },
    ])
  })

  test('the external view has revenue and no margin (domain.md §4)', () => {
    const ids = columnsOf('external').map(({ id }) => id)
    expect([ids.includes('revenue'), ids.includes('margin'), ids.includes('expense')]).toEqual([true, false, false])
  })
})
