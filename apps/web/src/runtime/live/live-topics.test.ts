import { freshness, isFrozen, topicPhase, waitingFrames } from '@desk/machines/feed/feed.selectors'
import { feedMachine } from '@desk/machines/feed/feed.machine'
import type { Frame } from '@desk/schema/push/frames'
import { describe, expect, test } from 'vitest'
import { run, type Runner } from '../runner.ts'
import { openLiveTopics, type LiveTarget } from './live-topics.ts'

const TOPIC = 'survey:7'
const frame = (from: number, to: number, completes: number): Frame => ({
  topic: TOPIC,
  epoch: 'e1',
  from,
  to,
  rows: [{ id: '1', cells: { completes } }],
  statuses: [],
})

interface Reading {
  answer: (completes: number) => void
  fail: () => void
  readonly signal: AbortSignal
}

/** A table of one row, whose snapshots the test answers when it likes. */
function table() {
  const shown: string[] = []
  const readings: Reading[] = []
  const target: LiveTarget<number> = {
    read: signal =>
      new Promise((resolve, reject) =>
        readings.push({ answer: resolve, fail: () => reject(new Error('down')), signal }),
      ),
    applySnapshot: completes => void shown.push(`snapshot ${completes}`),
    applyFrame: ({ to, rows }) => void shown.push(`frame ${to}: ${JSON.stringify(rows[0]?.cells['completes'])}`),
  }
  return { shown, readings, target: target as LiveTarget }
}

function feed() {
  let nowMs = 0
  const socket: string[] = []
  const faults: unknown[] = []
  const note = (what: string) => (topic?: string) => void socket.push(topic === undefined ? what : `${what} ${topic}`)
  const topics = openLiveTopics(
    { connect: note('connect'), disconnect: note('disconnect'), watch: note('watch'), unwatch: note('unwatch') },
    () => nowMs,
    fault => void faults.push(fault),
  )
  const runner: Runner<typeof feedMachine> = run('feed', feedMachine, { handlers: topics.handlers })
  return {
    topics,
    runner,
    socket,
    faults,
    show: (target: LiveTarget) => topics.add(TOPIC, target, runner.send),
    receive: (received: Frame) => topics.receive(received, runner.send),
    connect: () => {
      runner.send({ type: 'feed.openRequested' })
      runner.send({ type: 'socket.connected', atMs: nowMs })
    },
    subscribed: (position: number) => runner.send({ type: 'topic.subscribed', topic: TOPIC, epoch: 'e1', position }),
    at: (ms: number) => void (nowMs = ms),
  }
}
const settled = () => new Promise(resolve => setImmediate(resolve))

async function following() {
  const live = feed()
  const one = table()
  live.connect()
  const stop = live.show(one.target)
  live.subscribed(3)
  one.readings[0]!.answer(10)
  await settled()
  return { ...live, ...one, stop }
}

describe('a live topic', () => {
  test('is watched, read whole, and then follows frame by frame', async () => {
    const { shown, socket, receive, runner } = await following()
    receive(frame(3, 4, 11))
    receive(frame(4, 5, 12))
    expect([socket, shown, topicPhase(runner.getSnapshot(), TOPIC)]).toEqual([
      ['connect', `watch ${TOPIC}`],
      ['snapshot 10', 'frame 4: 11', 'frame 5: 12'],
      'following',
    ])
  })

  test('frames that come while the snapshot is read are applied on top of it, in order (law 7)', async () => {
    const live = feed()
    const { shown, readings, target } = table()
    live.connect()
    live.show(target)
    live.subscribed(3)
    live.receive(frame(3, 4, 11))
    live.receive(frame(4, 5, 12))
    expect(shown).toEqual([])
    readings[0]!.answer(10)
    await settled()
    expect(shown).toEqual(['snapshot 10', 'frame 4: 11', 'frame 5: 12'])
  })

  test('a gap makes it read again, and the lost figures come with the snapshot (law 7)', async () => {
    const { shown, readings, receive } = await following()
    receive(frame(5, 6, 14))
    readings[1]!.answer(14)
    await settled()
    receive(frame(6, 7, 15))
    expect(shown).toEqual(['snapshot 10', 'snapshot 14', 'frame 7: 15'])
  })

  test('a frame that was there already changes nothing (law 7)', async () => {
    const { shown, receive } = await following()
    receive(frame(3, 4, 11))
    receive(frame(3, 4, 11))
    expect(shown).toEqual(['snapshot 10', 'frame 4: 11'])
  })

  test('while frozen the figures hold and what waits is counted; thawing applies it', async () => {
    const { shown, receive, runner } = await following()
    runner.send({ type: 'updates.freezeRequested' })
    receive(frame(3, 4, 11))
    receive(frame(4, 5, 12))
    expect([shown, isFrozen(runner.getSnapshot()), waitingFrames(runner.getSnapshot())]).toEqual([
      ['snapshot 10'],
      true,
      2,
    ])
    runner.send({ type: 'updates.unfreezeRequested' })
    expect([shown, waitingFrames(runner.getSnapshot())]).toEqual([['snapshot 10', 'frame 4: 11', 'frame 5: 12'], 0])
  })

  test('a snapshot that fails is tried again with the clock, and reported', async () => {
    const { shown, readings, receive, runner, faults } = await following()
    receive(frame(8, 9, 20))
    readings[1]!.fail()
    await settled()
    runner.send({ type: 'clock.ticked', nowMs: 1 })
    readings[2]!.answer(20)
    await settled()
    expect([shown, faults.map(String)]).toEqual([['snapshot 10', 'snapshot 20'], ['Error: down']])
  })

  test('after a lost connection it is watched again, and old figures are never called live', async () => {
    const { socket, readings, shown, runner, connect, subscribed, at } = await following()
    runner.send({ type: 'socket.disconnected' })
    expect(freshness(runner.getSnapshot(), 1_000)).toBe('delayed')
    at(5_000)
    connect()
    subscribed(9)
    readings[1]!.answer(30)
    await settled()
    expect([socket.slice(2), shown.at(-1), freshness(runner.getSnapshot(), 6_000)]).toEqual([
      ['connect', `watch ${TOPIC}`],
      'snapshot 30',
      'live',
    ])
  })

  test('without viewers the reading is aborted, and the topic let go', async () => {
    const live = feed()
    const { readings, target, shown } = table()
    live.connect()
    const stop = live.show(target)
    live.subscribed(3)
    stop()
    readings[0]!.answer(10)
    await settled()
    expect([
      readings[0]!.signal.aborted,
      shown,
      live.socket.at(-1),
      topicPhase(live.runner.getSnapshot(), TOPIC),
    ]).toEqual([true, [], `unwatch ${TOPIC}`, null])
  })

  test('a second table on the same topic starts both from one snapshot each', async () => {
    const { shown, readings, show, subscribed, receive } = await following()
    const second = table()
    show(second.target)
    subscribed(4)
    readings[1]!.answer(11)
    second.readings[0]!.answer(11)
    await settled()
    receive(frame(4, 5, 12))
    expect([shown, second.shown]).toEqual([
      ['snapshot 10', 'snapshot 11', 'frame 5: 12'],
      ['snapshot 11', 'frame 5: 12'],
    ])
  })
})
