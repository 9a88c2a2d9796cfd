import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import type { BlockReason } from '@desk/schema/statuses/block-reasons'
import type { Source } from '@desk/schema/sources/source'
import type { BuyerRate, SourceSuppliers } from '@desk/schema/sources/source-suppliers'
import type { StatusOptions } from '@desk/schema/statuses/status-view'
import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { describe, expect, test } from 'vitest'
import { planOutOfField, planPrice, planStatus, type ReadRow } from './bulk-plan.ts'
import type { BulkNoun } from './bulk-rows.ts'
import { sourceEnd, sourceEndChanges, SUPPLY_PRICE } from './source-rules.ts'
import { SELL_PRICE, surveyEnd } from './survey-rules.ts'
import { SAMPLE_SURVEY, SURVEY_FORM } from './testing/sample-survey.ts'

const { live, paused, draft, complete, cancelled } = STATUS_CODES

interface WantedOptions {
  readonly statusid: StatusCode
  readonly scope?: BulkNoun
  readonly below?: { readonly live_surveys: number; readonly live_sources: number }
  readonly inflight?: number
  readonly blocked?: Partial<Record<StatusCode, BlockReason>>
}

function options(
  id: number,
  { statusid, scope = 'source', below = { live_surveys: 0, live_sources: 0 }, inflight, blocked = {} }: WantedOptions,
): ReadRow<StatusOptions> {
  const allowed = ([live, paused, complete, cancelled] as const).map(to => ({
    to,
    allowed: blocked[to] === undefined,
    reason: blocked[to] ?? null,
  }))
  const status = {
    statusid,
    effective_statusid: statusid,
    reason: null,
    changed_by: null,
    changed_at: '2026-11-01T00:00:00Z',
    version: id * 10,
  }
  const effects = { ...below, ...(inflight === undefined ? {} : { inflight }) }
  return { id, name: `Panel ${id}`, present: { scope, id, name: `Panel ${id}`, status, allowed, effects } }
}

describe('another status of several sources', () => {
  test('live ones are paused, with notes on traffic and respondents in progress; blocked or paused ones are listed with the reason (§4.1, §4.3)', () => {
    const reads = [
      options(1, { statusid: live, inflight: 3 }),
      options(2, { statusid: draft, blocked: { [paused]: 'not_a_transition' } }),
      options(3, { statusid: paused }),
      options(4, { statusid: live, inflight: 4 }),
      { id: 5, name: 'Panel 5', why: 'It could not be read: No.' },
    ]
    expect(planStatus('source', reads, paused, ' Holiday ')).toEqual({
      changes: [1, 4].map(id => ({
        id,
        name: `Panel ${id}`,
        from: 'Live',
        to: 'Paused',
        note: null,
        order: {
          kind: 'status',
          change: {
            scope: 'source',
            id,
            name: `Panel ${id}`,
            from: live,
            to: paused,
            version: id * 10,
            note: 'Holiday',
          },
        },
      })),
      stays: [
        { id: 2, name: 'Panel 2', why: 'This status cannot follow the present one.' },
        { id: 3, name: 'Panel 3', why: 'It is Paused already.' },
        { id: 5, name: 'Panel 5', why: 'It could not be read: No.' },
      ],
      isStopping: true,
      notes: [
        'This will stop incoming survey traffic via 2 sources.',
        '7 respondents are in progress and can still finish; they count.',
      ],
    })
  })

  test('of one source the notes are those of §4.3 to the letter', () => {
    expect(planStatus('source', [options(1, { statusid: live, inflight: 1 })], complete).notes).toEqual([
      'This will stop incoming survey traffic via the source.',
      '1 respondent is in progress and can still finish; they count.',
    ])
    const launched = planStatus(
      'source',
      [
        options(1, { statusid: paused, inflight: 1 }),
        options(2, { statusid: draft, blocked: { [live]: 'supplier_missing' } }),
      ],
      live,
    )
    expect([launched.notes, launched.isStopping, launched.stays]).toEqual([
      ['This will allow incoming traffic.'],
      false,
      [{ id: 2, name: 'Panel 2', why: 'The source has no supplier.' }],
    ])
  })

  test('of sources below a draft survey it promises no traffic (domain.md §2)', () => {
    const held = [{ scope: 'survey', statusid: draft }] as const
    const read = options(1, { statusid: draft })
    const waiting =
      'present' in read
        ? { ...read, present: { ...read.present, effects: { ...read.present.effects, held_by: held } } }
        : read
    expect(planStatus('source', [waiting, options(2, { statusid: paused })], live).notes).toEqual([
      'This will allow incoming traffic.',
      'No traffic yet via the source: not all above is live.',
    ])
  })

  test('a status that the view does not know the way to is no transition (§4.1)', () => {
    const read = options(1, { statusid: live })
    const unlisted = 'present' in read ? { ...read, present: { ...read.present, allowed: [] } } : read
    expect(planStatus('source', [unlisted], paused)).toEqual({
      changes: [],
      stays: [{ id: 1, name: 'Panel 1', why: 'This status cannot follow the present one.' }],
      isStopping: false,
      notes: [],
    })
  })

  test('of surveys and projects it says what stops below them too (§4.3)', () => {
    const surveys = [
      options(1, { statusid: live, scope: 'survey', below: { live_surveys: 0, live_sources: 2 }, inflight: 5 }),
      options(2, { statusid: paused, scope: 'survey', below: { live_surveys: 0, live_sources: 4 } }),
    ]
    const ended = planStatus('survey', surveys, complete)
    expect([ended.notes, ended.changes.map(({ order }) => order.kind === 'status' && order.change.scope)]).toEqual([
      [
        'This will stop incoming survey traffic via the survey.',
        '6 sources will stop.',
        '5 respondents are in progress and can still finish; they count.',
      ],
      ['survey', 'survey'],
    ])
    expect(planStatus('survey', surveys, paused).notes).toEqual([
      'This will stop incoming survey traffic via the survey.',
      '2 sources will stop.',
      '5 respondents are in progress and can still finish; they count.',
    ])
    const projects = [1, 2].map(id =>
      options(id, { statusid: live, scope: 'project', below: { live_surveys: 1, live_sources: 0 } }),
    )
    expect(planStatus('project', projects, paused).notes).toEqual([
      'This will stop incoming survey traffic via 2 projects.',
      '2 surveys will stop.',
    ])
  })
})

const PRICED = { type: 'diy' as const, supplier_cpi: 2.5, client_cpi: 3.5, suppliers: [], warnings: [] }

function pricing(id: number, over: Partial<SourceSuppliers> = {}): ReadRow<SourceSuppliers> {
  return {
    id,
    name: `Panel ${id}`,
    present: { stmid: id, version: id + 1, ...PRICED, ...over },
  }
}

test('another supply price: a Lucid source has none, the same price is no change, suppliers with a price of their own are named, and a source where all have one stays (§5.19)', () => {
  const kestrel = { pm_sup_ud: 7, name: 'Kestrel', allocation_percent: 100, supplier_cpi: 4, default_cpi: 1 }
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
        note: 'Kestrel keeps a price of its own',
        order: { kind: 'supplyPrice', id: 4, payload: { supplier_cpi: 3.1, version: 5 }, was: null },
      },
    ],
    stays: [
      { id: 2, name: 'Panel 2', why: 'A Lucid source has no Supply Price.' },
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
  const { changes } = planPrice([pricing(1), pricing(2, { client_cpi: null })], 4, SUPPLY_PRICE)
  expect(changes.map(({ id, warning }) => [id, warning])).toEqual([
    [1, 'Supply Price $4.00 is above the sell price $3.50: each complete loses $0.50.'],
    [2, undefined],
  ])
})

const rate = (id: number, over: Partial<BuyerRate> = {}): ReadRow<BuyerRate> => ({
  id,
  name: `Wave ${id}`,
  present: { pm_sy_ud: id, pm_sy_client_cpi: 4, project_client_cpi: null, version: id + 1, ...over },
})

test('another sell price of surveys: the same price is no change, and where the project’s held it is said (§5.11)', () => {
  expect(
    planPrice(
      [rate(1), rate(2, { pm_sy_client_cpi: 5.5 }), rate(3, { pm_sy_client_cpi: null, project_client_cpi: 6 })],
      5.5,
      SELL_PRICE,
    ),
  ).toEqual({
    changes: [
      {
        id: 1,
        name: 'Wave 1',
        from: '$4.00',
        to: '$5.50',
        note: null,
        order: { kind: 'sellPrice', id: 1, payload: { pm_sy_client_cpi: 5.5, version: 2 }, was: 4 },
      },
      {
        id: 3,
        name: 'Wave 3',
        from: 'none',
        to: '$5.50',
        note: 'the project’s $6.00 held',
        order: { kind: 'sellPrice', id: 3, payload: { pm_sy_client_cpi: 5.5, version: 4 }, was: null },
      },
    ],
    stays: [{ id: 2, name: 'Wave 2', why: 'Its price is $5.50 already.' }],
    isStopping: false,
    notes: [],
  })
})

test('another sell price below what a source pays is warned of, and may be set all the same', () => {
  const dearest_source = { name: 'Panel mix', supplier_cpi: 3.5 }
  const { changes } = planPrice(
    [rate(1, { dearest_source }), rate(2), rate(3, { dearest_source: null })],
    3,
    SELL_PRICE,
  )
  expect(changes.map(({ id, warning }) => [id, warning])).toEqual([
    [1, 'The supply price of Panel mix $3.50 is above the sell price $3.00: each complete loses $0.50.'],
    [2, undefined],
    [3, undefined],
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

describe('another out-of-field date of several sources', () => {
  const ofSources = sourceEnd({ seesSupplyPrice: true })
  const context = {
    say: ({ date, zoneCode }: { date: string | null; zoneCode: number }) => `${date ?? 'none'} in ${zoneCode}`,
    nowMs: Date.parse('2026-11-21T00:00:00Z'),
  }
  const wanted = { date: '2027-02-01T17:00:00.000Z', zoneCode: 15 }

  test('an end after the survey’s is warned of, and may be set all the same (domain.md §2)', () => {
    const reads = [stored(1, { survey_out_of_field_date: '2027-01-15T17:00:00.000Z' }), stored(2)]
    expect(planOutOfField(reads, wanted, ofSources, context).changes.map(({ id, warning }) => [id, warning])).toEqual([
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
    const form = {
      stream_name: 'Panel 1',
      respondents: 100,
      stream_status_cd: live,
      click_balancing: false,
      calculation_type_code_ud: 1,
      pacing: 2,
      out_of_field_date: wanted.date,
      out_of_field_time_zone_code: 15,
      version: 4,
      status_version: 6,
    }
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
      stmid: 1,
      stream_name: 'Panel 1',
      respondents: 100,
      stream_status_cd: live,
      click_balancing: false,
      calculation_type_code_ud: 1,
      pacing: 2,
      supplier_cpi: 2.5,
      out_of_field_time_zone_code: 8,
      version: 4,
      status_version: 6,
    })
  })
})

const survey = (id: number, over: Partial<SurveyDetail> = {}): ReadRow<SurveyDetail> => ({
  id,
  name: `Wave ${id}`,
  present: { ...SAMPLE_SURVEY, pm_sy_ud: id, ...over },
})

describe('another out-of-field date of several surveys', () => {
  const context = {
    say: ({ date }: { date: string | null }) => date ?? 'none',
    nowMs: Date.parse('2097-03-01T00:00:00Z'),
  }
  const wanted = { date: '2097-02-01T17:00:00.000Z', zoneCode: 15 }

  test('an end before that of a source is warned of, and may be set all the same', () => {
    const last_source = { name: 'Panel mix', out_of_field_date: '2097-02-15T17:00:00.000Z' }
    const { changes } = planOutOfField(
      [survey(1, { last_source }), survey(2)],
      wanted,
      surveyEnd({ pricesClient: true }),
      context,
    )
    expect(changes.map(({ id, warning }) => [id, warning])).toEqual([
      [1, 'Panel mix ends later, 2097-02-15T17:00:00.000Z: it stops with the survey.'],
      [2, undefined],
    ])
  })

  test('the whole form goes with the new date and the version that was seen; what its own rules refuse stays and says why; a passed date pauses (§5.5, §5.7, §5.11)', () => {
    const { pm_sy_client_cpi: _price, ...unseen } = SAMPLE_SURVEY
    const reads = [
      survey(1),
      survey(2, { out_of_field_date: wanted.date }),
      survey(3, { survey_url: null }),
      survey(4, { survey_url: null, survey_url_flg: false, pm_sy_client_cpi: null }),
      survey(5, { languages_id: null }),
      { id: 6, name: 'Wave 6', present: unseen },
    ]
    const { survey_url: _url, pm_sy_client_cpi: _cpi, ...bare } = SURVEY_FORM
    const was = { date: '2097-01-01T17:00:00.000Z', zoneCode: 15 }
    const url =
      'Must be a valid URL starting with https:// and contain the [%RDUD%] variable, e.g. https://www.example.com/s?id=[%RDUD%]]'
    expect(planOutOfField(reads, wanted, surveyEnd({ pricesClient: false }), context)).toEqual({
      changes: [
        {
          id: 1,
          name: 'Wave 1',
          from: was.date,
          to: wanted.date,
          note: null,
          order: {
            kind: 'surveyEnd',
            id: 1,
            payload: { ...SURVEY_FORM, out_of_field_date: wanted.date, version: 4 },
            was,
          },
        },
        {
          id: 4,
          name: 'Wave 4',
          from: was.date,
          to: wanted.date,
          note: null,
          order: {
            kind: 'surveyEnd',
            id: 4,
            payload: { ...bare, survey_url_flg: false, out_of_field_date: wanted.date, version: 4 },
            was,
          },
        },
      ],
      stays: [
        { id: 2, name: 'Wave 2', why: 'It has this date already.' },
        { id: 3, name: 'Wave 3', why: `It cannot be saved as it is: ${url}.` },
        { id: 5, name: 'Wave 5', why: 'It cannot be saved as it is: Language is required.' },
        { id: 6, name: 'Wave 6', why: 'Its form is not this view’s to change.' },
      ],
      isStopping: true,
      notes: ['This date has passed: 2 surveys will be paused automatically.'],
    })
    const priced = planOutOfField(
      [survey(4, { pm_sy_client_cpi: null })],
      wanted,
      surveyEnd({ pricesClient: true }),
      context,
    )
    expect(priced.stays).toEqual([
      { id: 4, name: 'Wave 4', why: 'It cannot be saved as it is: Sell Price is required.' },
    ])
  })
})
