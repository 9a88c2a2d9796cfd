import { statusColourKey } from '@desk/schema/statuses/pause-reasons'
import type { StatusOptions } from '@desk/schema/statuses/status-view'
import { describe, expect, test } from 'vitest'
import { askedStatus, statusMenuItems, waitingMenuItems } from './status-menu-items.ts'
import { reasonWords } from './status-words.ts'

const live: StatusOptions = {
  scope: 'source',
  id: 7,
  name: 'Lucid US',
  status: {
    statusid: 1,
    effective_statusid: 1,
    reason: null,
    changed_by: 'Ana Silva',
    changed_at: '2026-11-02T09:30:00.000Z',
    version: 4,
  },
  allowed: [
    { to: 3, allowed: false, reason: 'not_a_transition' },
    { to: 2, allowed: true, reason: null },
    { to: 6, allowed: false, reason: 'system_only' },
    { to: 4, allowed: true, reason: null },
    { to: 5, allowed: false, reason: 'not_a_transition' },
  ],
  effects: { inflight: 12, live_surveys: 0, live_sources: 1 },
}
const paused: StatusOptions = {
  ...live,
  status: { ...live.status, statusid: 2 },
  allowed: [
    { to: 3, allowed: false, reason: 'not_a_transition' },
    { to: 1, allowed: false, reason: 'target_reached' },
    { to: 4, allowed: true, reason: null },
    { to: 5, allowed: true, reason: null },
  ],
}

describe('the status menu', () => {
  test('shows the allowed and the blocked statuses, with the reason, and marks the present status (§4.1)', () => {
    expect(statusMenuItems(live)).toEqual([
      { id: 'present', label: 'Live', description: 'Current status', isCurrent: true },
      { id: '2', label: 'Paused', description: 'Stops incoming survey traffic via the source' },
      {
        id: '6',
        label: 'Auto-paused',
        description: 'Stops incoming survey traffic via the source',
        blockedReason: 'Only the system pauses automatically.',
      },
      { id: '4', label: 'Complete', description: 'Stops incoming survey traffic via the source' },
    ])
    expect(statusMenuItems(paused)).toEqual([
      { id: 'present', label: 'Paused', description: 'Current status', isCurrent: true },
      { id: '1', label: 'Live', description: 'Allows incoming traffic', blockedReason: 'The target is reached.' },
      { id: '4', label: 'Complete', description: 'Closes it; it can be launched again' },
      { id: '5', label: 'Cancelled', description: 'Closes it permanently', isDanger: true },
    ])
  })

  test('begins with the present status, by the same id, before the answer comes and when none does', () => {
    expect([waitingMenuItems(1, null), waitingMenuItems(1, 'The server is away.')]).toEqual([
      [{ id: 'present', label: 'Live', description: 'Loading...', isCurrent: true }],
      [
        { id: 'present', label: 'Live', description: 'Current status', isCurrent: true },
        { id: 'failed', label: 'The statuses did not load', blockedReason: 'The server is away.' },
      ],
    ])
    expect(statusMenuItems(paused)[0]?.id).toBe(waitingMenuItems(2, null)[0]?.id)
  })

  test('asks only for allowed ones', () => {
    expect(['2', '6', 'present', 'history', '9'].map(id => askedStatus(id, live))).toEqual([2, null, null, null, null])
  })
})

test('a source auto-paused by its clicks has the colour key CLICKS (§4.1)', () => {
  expect([
    statusColourKey(6, 'click_target_reached'),
    statusColourKey(6, 'hash_errors'),
    statusColourKey(6, 'made up'),
    statusColourKey(1, null),
    statusColourKey(2, null),
    statusColourKey(3, null),
    statusColourKey(4, null),
    statusColourKey(5, null),
  ]).toEqual(['CLICKS', 'AUTO_PAUSED', 'AUTO_PAUSED', 'LIVE', 'PAUSED', 'DRAFT', 'COMPLETE', 'CANCELLED'])
})

test('reasons have words', () => {
  expect([reasonWords('no_starts_24h'), reasonWords('parent_complete'), reasonWords(''), reasonWords(null)]).toEqual([
    'no starts in 24 hours',
    'parent complete',
    undefined,
    undefined,
  ])
})
