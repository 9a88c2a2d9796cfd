import type { Source } from '@desk/schema/sources/source'
import type { SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { describe, expect, test } from 'vitest'
import { planOutOfField, planPrice, type ReadRow } from './bulk-plan.ts'
import { sourceEnd, sourceEndChanges, SUPPLY_PRICE } from './source-rules.ts'
import { warningsOf } from './testing/warnings-of.ts'

const { live, paused, draft } = STATUS_CODES

const pricing = (id: number, over: Partial<SourceSuppliers> = {}): ReadRow<SourceSuppliers> => ({
  id,
  name: `Panel ${id}`,
  present: {
    stmid: id,
    version: id + 1,
    type: 'diy',
    supplier_cpi: 2.5,
    client_cpi: 3.5,
    suppliers: [],
    warnings: [],
    ...over,
  },
})

test('another supply price: that of an exchange is typed in its form, the same price is no change, suppliers with a price of their own are named, and a source where all have one stays (§5.19)', () => {
  const kestrel = {
    pm_sup_ud: 7,
    name: 'Kestrel',
    allocation_percent: 100,
    supplier_cpi: 4,
    default_cpi: 1,
    entrants: 0,
    completes: 0,
    rejected: 0,
  }
  const plan = planPrice(
    [
      pricing(1),
      pricing(2, { type: 'lucid', supplier_cpi: null }),
      pricing(3, { supplier_cpi: 3.1 }),
      pricing(4, {
        supplier_cpi: null,
        suppliers: [kestrel, { ...kestrel, pm_sup_ud: 8, name: 'Opinion Harbor', supplier_cpi: null }],
      }),
      pricing(5, { suppliers: [kestrel, { ...kestrel, pm_sup_ud: 8, name: 'Opinion Harbor', supplier_cpi: 3 }] }),
    ],
    3.1,
    SUPPLY_PRICE,
  )
  expect(plan).toEqual({
    changes: [
      {
        id: 1,
        name: 'Panel 1',
        from: '$2.50',
        to: '$3.10',
        note: null,
        order: { kind: 'supplyPrice', id: 1, payload: { supplier_cpi: 3.1, version: 2 }, was: 2.5 },
      },
      {
        id: 4,
        name: 'Panel 4',
        from: 'none',
        to: '$3.10',
        note: 'Kestrel keeps its own price',
        order: { kind: 'supplyPrice', id: 4, payload: { supplier_cpi: 3.1, version: 5 }, was: null },
      },
    ],
    stays: [
      { id: 2, name: 'Panel 2', why: 'The CPI of an exchange is typed in its form.' },
      { id: 3, name: 'Panel 3', why: 'Its price is $3.10 already.' },
      {
        id: 5,
        name: 'Panel 5',
        why: 'Every supplier of this source has its own price: Kestrel $4.00, Opinion Harbor $3.00.',
      },
    ],
    isStopping: false,
    notes: [],
  })
})

test('another supply price above the sell price is warned of, and may be set all the same', () => {
  const plan = planPrice([pricing(1), pricing(2, { client_cpi: null })], 4, SUPPLY_PRICE)
  expect(warningsOf(plan)).toEqual([
    [1, 'Supply Price $4.00 is above the sell price $3.50: each complete loses $0.50.'],
    [2, undefined],
  ])
})

const STORED: Source = {
  stmid: 1,
  pm_sy_ud: 2,
  pm_proj_ud: 3,
  name: 'Panel 1',
  type: 'diy',
  isLucid: false,
  respondents: 100,
  completes: 0,
  statusid: live,
  effective_statusid: live,
  status_reason: null,
  status_changed_by: null,
  status_changed_at: '2026-11-01T00:00:00Z',
  status_version: 6,
  calculation_type_code_ud: 1,
  click_balancing: false,
  pacing: 2,
  hold_places: 1,
  country_id: null,
  supplier_cpi: 2.5,
  out_of_field_date: '2027-01-01T17:00:00.000Z',
  out_of_field_time_zone_code: 15,
  survey_out_of_field_date: null,
  country_name: null,
  alias: 'A',
  auto_boost: false,
  version: 4,
  allowed: [],
  live_blocks: [],
  warnings: [],
}
const stored = (id: number, over: Partial<Source> = {}): ReadRow<Source> => ({
  id,
  name: `Panel ${id}`,
  present: { ...STORED, stmid: id, ...over },
})
/** The form of the stored source on the wire, without its price and end. */
const FORM = {
  stream_name: 'Panel 1',
  respondents: 100,
  stream_status_cd: live,
  click_balancing: false,
  calculation_type_code_ud: 1,
  pacing: 2,
  version: 4,
  status_version: 6,
}

describe('another out-of-field date of several sources', () => {
  const ofSources = sourceEnd({ seesSupplyPrice: true })
  const context = {
    say: ({ date, zoneCode }: { date: string | null; zoneCode: number }) => `${date ?? 'none'} in ${zoneCode}`,
    nowMs: Date.parse('2026-11-21T00:00:00Z'),
  }
  const wanted = { date: '2027-02-01T17:00:00.000Z', zoneCode: 15 }

  test('an end after the survey’s is warned of, and may be set all the same (domain.md §2)', () => {
    const reads = [stored(1, { survey_out_of_field_date: '2027-01-15T17:00:00.000Z' }), stored(2)]
    expect(warningsOf(planOutOfField(reads, wanted, ofSources, context))).toEqual([
      [1, 'This is after the survey’s end, 2027-01-15T17:00:00.000Z in 15, when the source stops.'],
      [2, undefined],
    ])
  })

  test('sends the whole form with the new date and the versions seen; rows that have the date or would be refused stay, with the reason (§5.7, §5.19)', () => {
    const reads = [
      stored(1),
      stored(2, { out_of_field_date: '2027-02-01T17:00:00Z' }),
      stored(3, { statusid: draft, supplier_cpi: null }),
      stored(4, { type: 'lucid', supplier_cpi: null, out_of_field_date: null, out_of_field_time_zone_code: 8 }),
    ]
    const form = { ...FORM, out_of_field_date: wanted.date, out_of_field_time_zone_code: 15 }
    expect(planOutOfField(reads, wanted, ofSources, context)).toEqual({
      changes: [
        {
          id: 1,
          name: 'Panel 1',
          from: '2027-01-01T17:00:00.000Z in 15',
          to: `${wanted.date} in 15`,
          note: null,
          order: {
            kind: 'sourceEnd',
            payload: { stmid: 1, ...form, supplier_cpi: 2.5 },
            was: { date: '2027-01-01T17:00:00.000Z', zoneCode: 15 },
          },
        },
        {
          id: 4,
          name: 'Panel 4',
          from: 'none in 8',
          to: `${wanted.date} in 15`,
          note: null,
          order: { kind: 'sourceEnd', payload: { stmid: 4, ...form }, was: { date: null, zoneCode: 8 } },
        },
      ],
      stays: [
        { id: 2, name: 'Panel 2', why: 'It has this date already.' },
        { id: 3, name: 'Panel 3', why: 'It cannot be saved as it is: Supply Price is required.' },
      ],
      isStopping: false,
      notes: [],
    })
  })

  test('a date that has passed says that live sources will be paused; no date leaves the zone; a classic source is not the external view’s (§4.1)', () => {
    const passed = planOutOfField(
      [stored(1), stored(2, { statusid: paused })],
      { date: '2026-11-01T00:00:00.000Z', zoneCode: 15 },
      ofSources,
      context,
    )
    expect([passed.notes, passed.isStopping]).toEqual([
      ['This date has passed: the source will be paused automatically.'],
      true,
    ])
    const none = planOutOfField(
      [stored(1), stored(2, { out_of_field_date: null }), stored(3, { type: 'classic' })],
      { date: null, zoneCode: 40 },
      sourceEnd({ seesSupplyPrice: false }),
      context,
    )
    expect(
      none.changes.map(({ id, to, order }) => [
        id,
        to,
        order.kind === 'sourceEnd' ? order.payload.out_of_field_time_zone_code : null,
      ]),
    ).toEqual([[1, 'none in 40', 15]])
    expect(none.stays.map(({ why }) => why)).toEqual([
      'It has no date of its own.',
      'Classic sources are not this view’s to change.',
    ])
  })

  test('a previous value can be restored: no date is an absent field', () => {
    expect(sourceEndChanges(STORED, { date: null, zoneCode: 8 })).toEqual({
      ...FORM,
      stmid: 1,
      supplier_cpi: 2.5,
      out_of_field_time_zone_code: 8,
    })
  })
})
