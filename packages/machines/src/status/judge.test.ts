import { STATUS_CODES, type StatusCode, type StatusName } from '@desk/schema/statuses/status'
import type { BlockReason } from '@desk/schema/statuses/block-reasons'
import { describe, expect, test } from 'vitest'
import type { StatusFacts } from '@desk/schema/statuses/facts'
import { allowedTransitions, cascadeSteps, isReversible, judgeStatusChange, type StatusVerdict } from './judge.ts'
import { READY_SOURCE_FACTS } from '../../tools/samples/status.samples.ts'

const NAMES: readonly StatusName[] = ['draft', 'live', 'paused', 'autoPaused', 'complete', 'cancelled']
const facts = (status: StatusName, changed: Partial<StatusFacts> = {}): StatusFacts => ({
  ...READY_SOURCE_FACTS,
  status: STATUS_CODES[status],
  ...changed,
})
const blocked = (reason: BlockReason): StatusVerdict => ({ kind: 'blocked', reason })

/** The table of domain.md §2: `from → to: event`; there are no other transitions. */
const TABLE: Readonly<Record<string, string>> = {
  'draft → live': 'LAUNCH',
  'draft → cancelled': 'CANCEL',
  'live → paused': 'PAUSE',
  'live → complete': 'COMPLETE',
  'paused → live': 'RESUME',
  'paused → complete': 'COMPLETE',
  'paused → cancelled': 'CANCEL',
  'autoPaused → live': 'RESUME',
  'autoPaused → paused': 'PAUSE',
  'autoPaused → complete': 'COMPLETE',
  'autoPaused → cancelled': 'CANCEL',
  'complete → live': 'RESUME',
}

describe('which transitions there are (§4.1)', () => {
  for (const from of NAMES) {
    for (const to of NAMES) {
      const event = TABLE[`${from} → ${to}`]
      const expected =
        from === to
          ? { kind: 'same' }
          : event
            ? { kind: 'allowed', event }
            : blocked(from === 'live' && to === 'autoPaused' ? 'system_only' : 'not_a_transition')
      test(`a user takes ${from} to ${to}: ${JSON.stringify(expected)} (§4.1)`, () => {
        expect(judgeStatusChange(facts(from), STATUS_CODES[to], 'user')).toEqual(expected)
      })
    }
  }

  test('only the system pauses automatically, and only live objects (§4.1)', () => {
    expect(NAMES.map(from => judgeStatusChange(facts(from), STATUS_CODES.autoPaused, 'system'))).toEqual([
      blocked('not_a_transition'),
      { kind: 'allowed', event: 'AUTO_PAUSE' },
      blocked('not_a_transition'),
      { kind: 'same' },
      blocked('not_a_transition'),
      blocked('not_a_transition'),
    ])
  })
})

type Case = readonly [
  from: StatusName,
  to: StatusName,
  changed: Partial<StatusFacts>,
  reasons: { project: BlockReason | null; survey: BlockReason | null; source: BlockReason | null },
]
const everywhere = (reason: BlockReason) => ({ project: reason, survey: reason, source: reason })
const CASES: readonly Case[] = [
  [
    'draft',
    'live',
    { surveyUrlValid: false },
    { project: null, survey: 'survey_url_missing', source: 'survey_url_missing' },
  ],
  ['draft', 'live', { surveyUrlValid: false, surveyUrlRequired: false }, { project: null, survey: null, source: null }],
  ['draft', 'live', { target: 0 }, { project: null, survey: 'target_missing', source: 'target_missing' }],
  ['draft', 'live', { target: 1 }, { project: null, survey: null, source: null }],
  ['draft', 'live', { target: Number.NaN }, { project: null, survey: 'target_missing', source: 'target_missing' }],
  ['draft', 'live', { hasPrice: false }, { project: null, survey: 'price_missing', source: 'price_missing' }],
  ['draft', 'live', { hasSupplier: false }, { project: null, survey: null, source: 'supplier_missing' }],
  ['draft', 'live', { quotasMeetable: false }, { project: null, survey: null, source: 'quotas_unmeetable' }],
  ['draft', 'live', { outOfFieldPassed: true }, everywhere('out_of_field_passed')],
  ['draft', 'live', { parentTerminal: true }, everywhere('parent_terminal')],
  ['draft', 'live', { targetReached: true }, { project: null, survey: null, source: null }],
  ['draft', 'cancelled', { billableCompletes: 1, inflight: 1 }, { project: null, survey: null, source: null }],
  ...(['paused', 'autoPaused', 'complete'] as const).flatMap((from): Case[] => [
    [from, 'live', { targetReached: true }, { project: null, survey: 'target_reached', source: 'target_reached' }],
    [from, 'live', { outOfFieldPassed: true }, everywhere('out_of_field_passed')],
    [from, 'live', { parentTerminal: true }, everywhere('parent_terminal')],
    [
      from,
      'live',
      { surveyUrlValid: false, target: 0, hasPrice: false, hasSupplier: false, quotasMeetable: false },
      { project: null, survey: null, source: null },
    ],
  ]),
  ...(['paused', 'autoPaused'] as const).flatMap((from): Case[] => [
    [from, 'cancelled', { billableCompletes: 1 }, everywhere('has_billable_completes')],
    [from, 'cancelled', { inflight: 1 }, everywhere('has_inflight')],
    [from, 'complete', { billableCompletes: 1, inflight: 1 }, { project: null, survey: null, source: null }],
  ]),
]

describe('what blocks a transition, by scope (§4.1)', () => {
  for (const [from, to, changed, reasons] of CASES) {
    test(`${from} to ${to} with ${JSON.stringify(changed)} (§4.1)`, () => {
      const scopes = ['project', 'survey', 'source'] as const
      const found = scopes.map(scope => {
        const verdict = judgeStatusChange(facts(from, { ...changed, scope }), STATUS_CODES[to], 'user')
        return [scope, verdict.kind === 'blocked' ? verdict.reason : null]
      })
      expect(Object.fromEntries(found)).toEqual(reasons)
    })
  }

  test('the first of several reasons is shown: the parent’s before the object’s own', () => {
    expect(
      judgeStatusChange(facts('draft', { parentTerminal: true, hasPrice: false }), STATUS_CODES.live, 'user'),
    ).toEqual(blocked('parent_terminal'))
  })
})

test('the menu lists every other status with the reason that blocks it (§4.1)', () => {
  expect(allowedTransitions(facts('paused', { inflight: 2, targetReached: true }))).toEqual([
    { to: 3, allowed: false, reason: 'not_a_transition' },
    { to: 1, allowed: false, reason: 'target_reached' },
    { to: 6, allowed: false, reason: 'not_a_transition' },
    { to: 4, allowed: true, reason: null },
    { to: 5, allowed: false, reason: 'has_inflight' },
  ])
})

describe('cascade to a child that is not terminal', () => {
  const cascades = (to: 4 | 5) => Object.fromEntries(NAMES.map(name => [name, cascadeSteps(STATUS_CODES[name], to)]))
  test('of a completed parent', () => {
    expect(cascades(4)).toEqual({ draft: [5], live: [4], paused: [4], autoPaused: [4], complete: [], cancelled: [] })
  })
  test('of a cancelled parent', () => {
    expect(cascades(5)).toEqual({ draft: [5], live: [2, 5], paused: [5], autoPaused: [5], complete: [], cancelled: [] })
  })
})

test('a change can be undone when the table leads straight back', () => {
  const changes = Object.keys(TABLE).map(key => key.split(' → ') as [StatusName, StatusName])
  const reversible = changes.filter(([from, to]) =>
    isReversible(STATUS_CODES[from], STATUS_CODES[to] satisfies StatusCode),
  )
  expect(reversible.map(pair => pair.join(' → '))).toEqual([
    'live → paused',
    'live → complete',
    'paused → live',
    'complete → live',
  ])
})
