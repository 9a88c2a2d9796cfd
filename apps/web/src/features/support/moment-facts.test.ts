import { markersOf } from '@desk/machines/journal/markers'
import type { JournalEntry } from '@desk/schema/journal/entry'
import { restore, start, step } from '@desk/machines/runtime/step'
import { MACHINES } from '@desk/machines/registry'
import { describe, expect, test } from 'vitest'
import {
  changesBetween,
  marksOf,
  neighbour,
  nextError,
  positionOf,
  pushPositions,
  requestsAround,
  valueText,
  walkedPositions,
} from './moment-facts.ts'

const entry = (seq: number, event: JournalEntry['event'], atMs = seq * 1_000): JournalEntry => ({
  session: 's',
  seq,
  atMs,
  machine: 'session',
  version: 'v',
  event,
  fingerprint: 'f',
})
const ENTRIES = [
  entry(4, { type: 'location.changed', path: '/projects' }),
  entry(5, { type: 'clock.ticked', nowMs: 1 }),
  entry(6, { type: 'status.confirmed', commandId: 'c1' }),
  entry(8, { type: 'status.changeRejected', commandId: 'c1', requestId: 'r1', message: 'No' }),
  entry(20, { type: 'network.lost' }),
]

describe('places in a journal', () => {
  test('a seq leads to the position after it, or after the last before it', () => {
    expect([0, 4, 6, 7, 8, 99].map(seq => positionOf(ENTRIES, seq))).toEqual([0, 1, 3, 3, 4, 5])
  })

  test('stepping skips clock ticks, and stops at both ends', () => {
    const walked = walkedPositions(ENTRIES, true)
    expect([walked, walkedPositions(ENTRIES, false)]).toEqual([
      [1, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ])
    expect([
      neighbour(walked, 1, 1),
      neighbour(walked, 2, -1),
      neighbour(walked, 1, -1),
      neighbour(walked, 0, -1),
      neighbour(walked, 5, 1),
    ]).toEqual([3, 1, 0, null, null])
  })

  test('the next error is the one behind, else the first of all', () => {
    const markers = markersOf(ENTRIES)
    expect([nextError(markers, 0), nextError(markers, 4), nextError(markers.slice(0, 3), 0)]).toEqual([4, 4, null])
  })

  test('marks are on lanes of their kind', () => {
    expect(marksOf(markersOf(ENTRIES), 10)).toEqual({ error: [80], disconnect: [100], status: [60], navigation: [20] })
  })
})

describe('what a moment says', () => {
  const { machine } = MACHINES.session
  const begun = start(machine).snapshot

  test('a step changes the machine’s state and context', () => {
    const after = step(machine, begun, { type: 'app.started', hasToken: false, path: '/login' }).snapshot
    expect(changesBetween(begun as never, after as never)).toEqual([
      { path: 'state', kind: 'changed', before: 'starting', after: 'signedOut.resting' },
      { path: 'path', kind: 'changed', before: '“/”', after: '“/login”' },
    ])
    expect(changesBetween(begun as never, begun as never)).toEqual([])
    expect(valueText({ a: { b: 'c' }, d: 'e' })).toBe('a.b.c + d.e')
  })

  test('request ids are those within the same two seconds', () => {
    expect(requestsAround(ENTRIES, 3)).toEqual([
      { seq: 6, event: 'status.confirmed', kind: 'command', id: 'c1' },
      { seq: 8, event: 'status.changeRejected', kind: 'request', id: 'r1' },
      { seq: 8, event: 'status.changeRejected', kind: 'command', id: 'c1' },
    ])
    expect([requestsAround(ENTRIES, 0), requestsAround(ENTRIES, 5)]).toEqual([[], []])
  })

  test('push positions are those that the feed holds', () => {
    const topics = [
      { type: 'feed.openRequested' },
      { type: 'socket.connected', atMs: 0 },
      { type: 'topic.watchRequested', topic: 'survey:1' },
      { type: 'topic.subscribed', topic: 'survey:1', epoch: 'e1', position: 7 },
    ] as const
    const feed = MACHINES.feed.machine
    const subscribed = topics.reduce(
      (snapshot, event) => step(feed, snapshot, event).snapshot,
      restore(feed, start(feed).snapshot),
    )
    expect([pushPositions(subscribed as never), pushPositions(undefined)]).toEqual([
      [{ topic: 'survey:1', position: 7, epoch: 'e1' }],
      [],
    ])
  })
})
