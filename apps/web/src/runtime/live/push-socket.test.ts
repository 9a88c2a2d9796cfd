import type { FeedEvent } from '@desk/machines/feed/feed.events'
import type { Frame } from '@desk/schema/push/frames'
import { describe, expect, test } from 'vitest'
import { decodeFrame, decodeHeartbeat, decodeTokenAnswer, decodeWatchAnswer, openSocket } from './push-module.ts'
import { openPushSocket } from './push-socket.ts'

type Handler = (...given: unknown[]) => void

/** The part of a Socket.IO client that the push socket uses. */
function wire() {
  const handlers = new Map<string, Handler>()
  const said: unknown[][] = []
  const socket = {
    connected: false,
    active: true,
    on: (name: string, handler: Handler) => void handlers.set(name, handler),
    emit: (...given: unknown[]) => void said.push(given),
    timeout: () => socket,
    connect: () => {
      socket.connected = true
      handlers.get('connect')?.()
      return socket
    },
    disconnect: () => {
      socket.connected = false
      handlers.get('disconnect')?.()
      return socket
    },
  }
  return { socket, said, hear: (name: string, ...given: unknown[]) => handlers.get(name)?.(...given) }
}

async function opened() {
  const { socket, said, hear } = wire()
  const events: FeedEvent[] = []
  const frames: Frame[] = []
  const faults: unknown[] = []
  const opens: unknown[] = []
  const doubts = { count: 0 }
  const outdated = { count: 0 }
  const alerts = { count: 0 }
  const push = openPushSocket({
    load: async () => ({
      decodeFrame,
      decodeHeartbeat,
      decodeTokenAnswer,
      decodeWatchAnswer,
      openSocket: (address, token) => {
        opens.push([address, token()])
        // Only what the push socket uses of a Socket.
        return socket as unknown as ReturnType<typeof openSocket>
      },
    }),
    address: async () => 'https://push.example',
    token: () => 'token-1',
    nowMs: () => 500,
    send: event => void events.push(event),
    onFrame: frame => void frames.push(frame),
    onAlerts: () => void (alerts.count += 1),
    onSessionDoubt: () => void (doubts.count += 1),
    onOutdated: () => void (outdated.count += 1),
    onFault: fault => void faults.push(fault),
  })
  push.connect()
  await new Promise(resolve => setImmediate(resolve))
  return { push, socket, said, hear, events, frames, faults, opens, doubts, outdated, alerts }
}

const FRAME: Frame = { topic: 'survey:7', epoch: 'e1', from: 1, to: 2, rows: [], statuses: [] }

describe('the push socket', () => {
  test('connects to the API base with the token of the moment, and tells what it hears as events', async () => {
    const { opens, hear, events, frames } = await opened()
    hear('frame', FRAME)
    hear('heartbeat', { atMs: 1, feedDelayMs: 40 })
    hear('heartbeat', { atMs: 2, feedDelayMs: null })
    expect([opens, frames, events]).toEqual([
      [['https://push.example', 'token-1']],
      [FRAME],
      [
        { type: 'socket.connected', atMs: 500 },
        { type: 'heartbeat.received', atMs: 500, feedDelayMs: 40 },
        { type: 'heartbeat.received', atMs: 500, feedDelayMs: null },
      ],
    ])
  })

  test('a frame that is none is reported and left out', async () => {
    const { hear, frames, faults } = await opened()
    hear('frame', { topic: 'survey:7', rows: 'nonsense' })
    expect([frames, faults.length]).toEqual([[], 1])
  })

  test('a heartbeat or an answer to a token that is none is reported and ends nothing (F12)', async () => {
    const { push, said, hear, events, faults, doubts } = await opened()
    for (const beat of [undefined, null, 'beat', { atMs: 1 }, { atMs: 1, feedDelayMs: '40' }]) hear('heartbeat', beat)
    push.handOver('token-2')
    const answer = said[0]!.at(-1) as Handler
    for (const taken of [undefined, null, { ok: 'yes' }]) answer(taken)
    expect([events.slice(1), faults.length, doubts.count]).toEqual([[], 8, 3])
  })

  test('the answer to a watch is the place of the topic, or why not', async () => {
    const { push, said, events } = await opened()
    push.watch('survey:7')
    push.watch('survey:8')
    const [first, second] = said.map(given => given.at(-1) as Handler)
    first!(null, { ok: true, topic: 'survey:7', epoch: 'e1', position: 4, view: 'internal' })
    second!(null, { ok: false, topic: 'survey:8', status: 404, message: 'Not found.' })
    expect([said.map(given => given.slice(0, 2)), events.slice(1)]).toEqual([
      [
        ['watch', 'survey:7'],
        ['watch', 'survey:8'],
      ],
      [
        { type: 'topic.subscribed', topic: 'survey:7', epoch: 'e1', position: 4 },
        { type: 'topic.refused', topic: 'survey:8', status: 404, message: 'Not found.' },
      ],
    ])
  })

  test('a watch without an answer reopens the connection', async () => {
    const { push, said, events } = await opened()
    push.watch('survey:7')
    ;(said[0]!.at(-1) as Handler)(new Error('timeout'))
    expect(events.slice(1)).toEqual([{ type: 'socket.disconnected' }, { type: 'socket.connected', atMs: 500 }])
  })

  test('an ended or refused session, and one whose rights changed, is doubted, which asks the API, not believed (§6.10)', async () => {
    const { socket, hear, doubts } = await opened()
    hear('ended', { reason: 'session_ended' })
    hear('doubted', undefined)
    socket.active = false
    hear('connect_error', new Error('unauthorized'))
    expect(doubts.count).toBe(3)
  })

  test('the bell is read again when the server says so, and after each connection, which may have missed that', async () => {
    const { hear, alerts } = await opened()
    expect(alerts.count).toBe(1)
    hear('alerted')
    expect(alerts.count).toBe(2)
    hear('connect')
    expect(alerts.count).toBe(3)
  })

  test('a refusal of the protocol says that the page is outdated; other refusals do not', async () => {
    const { socket, hear, outdated, doubts, push } = await opened()
    socket.active = false
    const refused = (status: number) => Object.assign(new Error('Refused.'), { data: { status, message: 'Refused.' } })
    hear('connect_error', refused(503))
    hear('connect_error', new Error('no answer'))
    expect(outdated.count).toBe(0)
    hear('connect_error', refused(426))
    expect([outdated.count, doubts.count]).toEqual([1, 0])
    push.disconnect()
  })

  test('a renewed token is handed over; one that is refused is a doubt', async () => {
    const { push, said, doubts } = await opened()
    push.handOver('token-2')
    const [given] = said
    ;(given!.at(-1) as Handler)({ ok: true })
    expect([given!.slice(0, 2), doubts.count]).toEqual([['token', 'token-2'], 0])
    ;(given!.at(-1) as Handler)({ ok: false, status: 401, message: 'no' })
    expect(doubts.count).toBe(1)
  })
})

test('a page whose gateway is gone tries again at least every 3 s', () => {
  const { io } = openSocket('http://127.0.0.1:9', () => 'token-1')
  expect(
    Array.from({ length: 8 }, () => io['backoff'].duration()).every(waitMs => waitMs >= 500 && waitMs <= 3_000),
  ).toBe(true)
})
