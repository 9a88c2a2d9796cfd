import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import type { BlockReason } from '@desk/schema/statuses/block-reasons'
import type { StatusOptions } from '@desk/schema/statuses/status-view'
import { describe, expect, test } from 'vitest'
import { planStatus, type ReadRow } from './bulk-plan.ts'
import type { BulkNoun } from './bulk-rows.ts'

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
