import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { FeedEvent } from './feed.events.ts'
import { feedMachine } from './feed.machine.ts'
import * as feed from './feed.selectors.ts'

function after(...events: readonly FeedEvent[]) {
  let { snapshot } = start(feedMachine)
  let commands: readonly CommandFrom<typeof feedMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(feedMachine, snapshot, event))
  return { snapshot, commands, value: snapshot.value }
}

const T = 'survey:1'
const open: FeedEvent = { type: 'feed.openRequested' }
const connected = (atMs = 0): FeedEvent => ({ type: 'socket.connected', atMs })
const lost: FeedEvent = { type: 'socket.disconnected' }
const watch = (topic = T): FeedEvent => ({ type: 'topic.watchRequested', topic })
const subscribed = (position: number, epoch = 'e1', topic = T): FeedEvent => ({
  type: 'topic.subscribed',
  topic,
  epoch,
  position,
})
const snapshotRead = (readNo: number, topic = T): FeedEvent => ({ type: 'snapshot.received', topic, readNo, atMs: 0 })
const frame = (from: number, to: number, epoch = 'e1', topic = T): FeedEvent => ({
  type: 'frame.received',
  topic,
  epoch,
  from,
  to,
  atMs: 0,
})
const tick = (nowMs: number): FeedEvent => ({ type: 'clock.ticked', nowMs })
const freeze: FeedEvent = { type: 'updates.freezeRequested' }
const unfreeze: FeedEvent = { type: 'updates.unfreezeRequested' }

const connect = { type: 'connect' }
const disconnect = { type: 'disconnect' }
const onTopic = (type: string) => ({ type, params: { topic: T } })
const ofRead = (type: string, readNo: number) => ({ type, params: { topic: T, readNo } })
const ofFrame = (type: string, to: number) => ({ type, params: { topic: T, to } })

const following = [open, watch(), connected(), subscribed(1), snapshotRead(1)] as const

describe('watching', () => {
  test('a topic watched before the socket is open is subscribed when it is', () => {
    expect([after(open).commands, after(open, watch()).commands, after(open, watch(), connected()).commands]).toEqual([
      [connect],
      [],
      [onTopic('subscribe')],
    ])
  })
  test('a subscribed topic reads a snapshot and follows from its position', () => {
    expect([
      after(open, connected(), watch(), subscribed(1)).commands,
      after(...following).commands,
      after(...following, frame(1, 2)).commands,
    ]).toEqual([[ofRead('requestSnapshot', 1)], [ofRead('applySnapshot', 1)], [ofFrame('applyFrame', 2)]])
  })
  test('frames that come while the snapshot is read are held and applied after it', () => {
    const reading = [open, watch(), connected(), subscribed(1), frame(1, 2), frame(2, 3)] as const
    expect([after(...reading).commands, after(...reading, snapshotRead(1)).commands]).toEqual([
      [ofFrame('holdFrame', 3)],
      [ofRead('applySnapshot', 1), onTopic('applyHeld')],
    ])
  })
  test('an unwatched topic is unsubscribed; what still comes of it is dropped', () => {
    const gone = [open, watch(), connected(), subscribed(1), { type: 'topic.unwatchRequested', topic: T }] as const
    expect([
      after(...gone).commands,
      after(...gone, snapshotRead(1)).commands,
      after(...gone, frame(1, 2)).commands,
    ]).toEqual([[onTopic('unsubscribe')], [ofRead('dropSnapshot', 1)], []])
  })
  test('the late snapshot of an earlier watch is not taken for a new one', () => {
    const again = [
      open,
      watch(),
      connected(),
      subscribed(1),
      { type: 'topic.unwatchRequested', topic: T },
      watch(),
      subscribed(1),
    ] as const
    expect([after(...again).commands, after(...again, snapshotRead(1)).commands]).toEqual([
      [ofRead('requestSnapshot', 2)],
      [ofRead('dropSnapshot', 1)],
    ])
  })
  test('a refused topic is left alone until the next connection', () => {
    const refused = [
      open,
      watch(),
      connected(),
      { type: 'topic.refused', topic: T, status: 404, message: 'Not found.' },
    ] as const
    expect([
      feed.topicPhase(after(...refused).snapshot, T),
      after(...refused, frame(0, 1)).commands,
      after(...refused, lost, connected()).commands,
    ]).toEqual(['refused', [], [onTopic('subscribe')]])
  })
})

describe('a refusal that may pass', () => {
  const refusedWith = (status: number) =>
    [open, watch(), connected(), { type: 'topic.refused', topic: T, status, message: 'Not now.' }] as const
  test.each([409, 429, 500, 503])('with %i the topic is asked for again at the next tick', status => {
    expect([
      after(...refusedWith(status)).commands,
      after(...refusedWith(status), tick(1)).commands,
      after(...refusedWith(status), tick(1), subscribed(4)).commands,
    ]).toEqual([[], [onTopic('subscribe')], [ofRead('requestSnapshot', 1)]])
  })
  test.each([400, 401, 403, 404])('with %i it is not', status => {
    expect(after(...refusedWith(status), tick(1)).commands).toEqual([])
  })
  test('is retried after a delay that grows to half a minute, counted from the server’s last message', () => {
    const beat = (atMs: number): FeedEvent => ({ type: 'heartbeat.received', atMs, feedDelayMs: 0 })
    const triedAtMs: number[] = []
    let events: readonly FeedEvent[] = [
      open,
      watch(),
      connected(),
      beat(0),
      { type: 'topic.refused', topic: T, status: 503, message: 'Not now.' },
    ]
    for (let nowMs = 1_000; nowMs <= 120_000; nowMs += 1_000) {
      events = [...events, beat(nowMs), tick(nowMs)]
      if (after(...events).commands.length === 0) continue
      triedAtMs.push(nowMs)
      events = [...events, { type: 'topic.refused', topic: T, status: 503, message: 'Not now.' }]
    }
    expect(triedAtMs).toEqual([1_000, 4_000, 10_000, 22_000, 46_000, 76_000, 106_000])
    const accepted = after(...events, tick(136_000), subscribed(1), snapshotRead(1)).snapshot
    expect([feed.topicPhase(accepted, T), accepted.context.topics[T]?.context.failures]).toEqual(['following', 0])
  })
  test('is retried at once when the gateway reaches the platform again, and no heartbeat retries it earlier', () => {
    const beat = (atMs: number, feedDelayMs: number | null): FeedEvent => ({
      type: 'heartbeat.received',
      atMs,
      feedDelayMs,
    })
    const away = [
      open,
      watch(),
      connected(),
      beat(0, 6_000),
      ...[0, 0, 0].flatMap(() => [
        { type: 'topic.refused', topic: T, status: 503, message: 'Away.' } as const,
        tick(50_000),
      ]),
    ] as const
    const waiting = [...away, { type: 'topic.refused', topic: T, status: 503, message: 'Away.' }] as const
    expect([
      after(...waiting).commands,
      after(...waiting, beat(1, null)).commands,
      after(...waiting, beat(1, 5_001)).commands,
      after(...waiting, beat(1, 5_000)).commands,
    ]).toEqual([[], [], [], [onTopic('subscribe')]])
    expect(after(...waiting, { type: 'page.hidden' }, beat(1, 0)).commands).toEqual([])
  })
  test('a followed topic that missed nothing goes on without a snapshot, else it reads one', () => {
    const again = [
      ...following,
      lost,
      connected(),
      { type: 'topic.refused', topic: T, status: 503, message: 'Away.' },
      tick(1),
    ] as const
    expect([after(...again, subscribed(1)).commands, after(...again, subscribed(2)).commands]).toEqual([
      [],
      [ofRead('requestSnapshot', 2)],
    ])
  })
})

describe('order (law 7)', () => {
  test('a repeat is dropped, a gap reads a snapshot, frames after it go on from there', () => {
    expect([
      after(...following, frame(0, 1)).commands,
      after(...following, frame(3, 4)).commands,
      after(...following, frame(3, 4), frame(4, 5)).commands,
      after(...following, frame(3, 4), frame(1, 2)).commands,
    ]).toEqual([[], [ofRead('requestSnapshot', 2)], [ofFrame('holdFrame', 5)], []])
  })
  test('a frame that begins earlier and ends later carries whole values: it is applied', () => {
    expect(after(...following, frame(0, 3)).commands).toEqual([ofFrame('applyFrame', 3)])
  })
  test('a gap during a read makes that read void', () => {
    const events = [...following, frame(3, 4), frame(4, 5), frame(7, 8)] as const
    expect([
      after(...events).commands,
      after(...events, snapshotRead(2)).commands,
      after(...events, snapshotRead(3)).commands,
    ]).toEqual([
      [onTopic('dropHeld'), ofRead('requestSnapshot', 3)],
      [ofRead('dropSnapshot', 2)],
      [ofRead('applySnapshot', 3)],
    ])
  })
  test('a restarted server, known by its new epoch, has its snapshot read again', () => {
    expect([
      after(...following, frame(0, 1, 'e2')).commands,
      after(...following, lost, connected(), subscribed(1, 'e2')).commands,
    ]).toEqual([[ofRead('requestSnapshot', 2)], [ofRead('requestSnapshot', 2)]])
  })
  test('a snapshot that failed is read again at the next tick', () => {
    const failed = [
      open,
      watch(),
      connected(),
      subscribed(1),
      { type: 'snapshot.failed', topic: T, readNo: 1 },
    ] as const
    expect([after(...failed).commands, after(...failed, tick(1)).commands]).toEqual([
      [],
      [ofRead('requestSnapshot', 2)],
    ])
  })
  test('one that keeps failing is read after a growing delay; a success resets the delay', () => {
    const failed = (readNo: number): FeedEvent => ({ type: 'snapshot.failed', topic: T, readNo })
    const twice = [open, watch(), connected(), subscribed(1), failed(1), tick(1), failed(2)] as const
    expect([after(...twice, tick(2_999)).commands, after(...twice, tick(3_000)).commands]).toEqual([
      [],
      [ofRead('requestSnapshot', 3)],
    ])
    const recovered = [...twice, tick(3_000), snapshotRead(3), frame(5, 6), failed(4)] as const
    expect(after(...recovered, tick(3_001)).commands).toEqual([ofRead('requestSnapshot', 5)])
  })
})

describe('losing the connection', () => {
  test('makes the figures stale and reconnects; a snapshot is read only when something was missed', () => {
    const back = [...following, lost, connected()] as const
    expect([
      after(...following, lost).value,
      after(...following, lost).commands,
      after(...back).value,
      after(...back).commands,
    ]).toEqual(['stale', [connect], 'resuming', [onTopic('subscribe')]])
    expect([after(...back, subscribed(1)).commands, after(...back, subscribed(1)).value]).toEqual([[], 'live'])
    expect([
      after(...back, subscribed(2)).commands,
      after(...back, subscribed(2)).value,
      after(...back, subscribed(2), snapshotRead(2)).value,
    ]).toEqual([[ofRead('requestSnapshot', 2)], 'resuming', 'live'])
  })
  test('silence over 60 s counts as a lost connection; a heartbeat prevents it', () => {
    expect([
      after(...following, tick(60_000)).value,
      after(...following, tick(60_001)).value,
      after(...following, tick(60_001)).commands,
    ]).toEqual(['live', 'stale', [disconnect, connect]])
    expect(after(...following, { type: 'heartbeat.received', atMs: 30_000, feedDelayMs: 0 }, tick(60_001)).value).toBe(
      'live',
    )
  })
  test('a renewed token is tried at once while there is no connection', () => {
    const renewed: FeedEvent = { type: 'token.renewed' }
    expect([
      after(open, renewed).commands,
      after(...following, lost, renewed).commands,
      after(...following, renewed).commands,
    ]).toEqual([[connect], [connect], []])
  })
  test('without a network it is offline, and reconnects when the network is back', () => {
    const offline = [...following, { type: 'network.lost' }] as const
    expect([
      after(...offline).value,
      after(...offline).commands,
      after(...offline, { type: 'network.regained' }).commands,
      after({ type: 'network.regained' }).commands,
    ]).toEqual(['offline', [disconnect], [connect], []])
  })
  test('closing it forgets every topic (law 4)', () => {
    const { snapshot, commands } = after(...following, { type: 'feed.closeRequested' })
    expect([snapshot.context.topics, commands]).toEqual([{}, [disconnect]])
  })
})

describe('a hidden page', () => {
  test('is not pushed to, and catches up when it is seen', () => {
    const hidden = [...following, { type: 'page.hidden' }] as const
    expect([
      after(...hidden).commands,
      after(...hidden, frame(1, 2)).commands,
      after(...hidden, { type: 'page.shown' }).commands,
    ]).toEqual([[onTopic('unsubscribe')], [], [onTopic('subscribe')]])
    expect(after(...hidden, { type: 'page.shown' }, subscribed(4)).commands).toEqual([ofRead('requestSnapshot', 2)])
  })
})

describe('frozen updates', () => {
  test('wait and are counted, and come all at once', () => {
    const frozen = [...following, freeze, frame(1, 2), frame(2, 3)] as const
    expect([
      after(...frozen).commands,
      feed.waitingFrames(after(...frozen).snapshot),
      feed.isFrozen(after(...frozen).snapshot),
    ]).toEqual([[ofFrame('holdFrame', 3)], 2, true])
    expect([
      after(...frozen, unfreeze).commands,
      feed.waitingFrames(after(...frozen, unfreeze).snapshot),
      after(...frozen, unfreeze, frame(3, 4)).commands,
    ]).toEqual([[onTopic('applyHeld')], 0, [ofFrame('applyFrame', 4)]])
  })
  test('no snapshot changes figures that are frozen; it is read on unfreezing', () => {
    const gap = [...following, freeze, frame(1, 2), frame(5, 6), tick(1)] as const
    expect([
      after(...gap).commands,
      feed.waitingFrames(after(...gap).snapshot),
      after(...gap, unfreeze).commands,
    ]).toEqual([[], 2, [ofRead('requestSnapshot', 2)]])
  })
  test('a table opened in between is shown once', () => {
    expect(after(open, connected(), freeze, watch(), subscribed(1), snapshotRead(1)).commands).toEqual([
      ofRead('applySnapshot', 1),
    ])
  })
})

describe('the freshness label', () => {
  const at = (nowMs: number, ...events: readonly FeedEvent[]) =>
    feed.freshness(after(...following, ...events).snapshot, nowMs)
  test('ages: live to 10 s, delayed to 60 s, then stale', () => {
    expect([at(0), at(10_000), at(10_001), at(60_000), at(60_001)]).toEqual([
      'live',
      'live',
      'delayed',
      'delayed',
      'stale',
    ])
  })
  test('never says live without a connection, never offline when no connection is wanted, and does not warn while the first figures load', () => {
    expect([
      at(1, lost),
      at(1, { type: 'network.lost' }),
      feed.freshness(after().snapshot, 0),
      feed.freshness(after(open, connected()).snapshot, 0),
    ]).toEqual(['delayed', 'offline', 'loading', 'loading'])
  })
  test('a heartbeat does not refresh the age of figures that are not followed', () => {
    const beat: FeedEvent = { type: 'heartbeat.received', atMs: 30_000, feedDelayMs: 0 }
    const away: FeedEvent = { type: 'topic.refused', topic: T, status: 503, message: 'Away.' }
    const gone: FeedEvent = { type: 'topic.refused', topic: 'projects', status: 404, message: 'Not found.' }
    expect([
      at(30_000, lost, connected(), away, beat),
      at(30_000, frame(5, 6), { type: 'snapshot.failed', topic: T, readNo: 2 }, beat),
      at(30_000, watch('projects'), gone, beat),
    ]).toEqual(['delayed', 'delayed', 'live'])
  })
  test('adds the time for which the gateway itself has not heard from the platform', () => {
    const beat = (feedDelayMs: number | null): FeedEvent => ({ type: 'heartbeat.received', atMs: 90_000, feedDelayMs })
    expect([at(90_000, beat(0)), at(90_000, beat(20_000)), at(90_000, beat(85_000)), at(90_000, beat(null))]).toEqual([
      'live',
      'delayed',
      'stale',
      'stale',
    ])
  })
})
