import { expect, test, vi } from 'vitest'
import type { Collector, Sent } from './collector.ts'
import { Outbox, type Message } from './outbox.ts'

const message = (name: string, kind: Message['kind'] = 'traces', spans = 1): Message => ({
  kind,
  spans,
  body: new TextEncoder().encode(name),
})
const TAKEN: Sent = { kind: 'taken' }
const AWAY: Sent = { kind: 'away', reason: 'ECONNREFUSED' }
const REFUSED: Sent = { kind: 'refused', reason: 'status 500' }

function outboxBefore(answers: readonly (Sent | Promise<Sent>)[], maxWaitingBytes?: number) {
  const sent: string[] = []
  const lines: string[] = []
  const left = [...answers]
  let cut: () => void = () => undefined
  const hanging = new Promise<Sent>(resolve => {
    cut = () => resolve({ kind: 'away', reason: 'closed' })
  })
  const collector: Collector = {
    send(path, body) {
      sent.push(`${path} ${new TextDecoder().decode(body)}`)
      return Promise.resolve(left.shift() ?? hanging)
    },
    close: () => cut(),
  }
  const say = (what: object, sentence: string): void => void lines.push(`${sentence} ${JSON.stringify(what)}`)
  const outbox = new Outbox({
    collector,
    log: { info: say, warn: say },
    firstPauseMs: 1,
    ...(maxWaitingBytes === undefined ? {} : { maxWaitingBytes }),
  })
  return { outbox, sent, lines }
}

test('messages are sent one after the other, in their order', async () => {
  const { outbox, sent, lines } = outboxBefore([TAKEN, TAKEN, TAKEN])
  outbox.add(message('a'))
  outbox.add(message('b', 'metrics'))
  outbox.add(message('c'))
  await vi.waitFor(() => expect(sent).toEqual(['/v1/traces a', '/v1/metrics b', '/v1/traces c']))
  await outbox.stop(1_000)
  expect([outbox.waitingBytes, outbox.droppedSpans, lines]).toEqual([0, 0, []])
})

test('a collector that is away gets the same message again, and the log says once that it is away, and once that it is back', async () => {
  const { outbox, sent, lines } = outboxBefore([AWAY, AWAY, AWAY, TAKEN, TAKEN])
  outbox.add(message('a'))
  await vi.waitFor(() => expect(sent).toEqual(Array.from({ length: 4 }, () => '/v1/traces a')))
  outbox.add(message('b'))
  await vi.waitFor(() => expect(sent.at(-1)).toBe('/v1/traces b'))
  expect(lines).toEqual([
    'The collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take traces {"reason":"ECONNREFUSED"}',
    'The collector takes traces again {"droppedSpans":0}',
  ])
})

test('what a collector refuses is dropped and counted, with one warning', async () => {
  const { outbox, sent, lines } = outboxBefore([REFUSED, REFUSED, TAKEN])
  outbox.add(message('a', 'traces', 3))
  outbox.add(message('b', 'traces', 4))
  outbox.add(message('c', 'traces', 5))
  await vi.waitFor(() => expect(sent).toEqual(['/v1/traces a', '/v1/traces b', '/v1/traces c']))
  await outbox.stop(1_000)
  expect([outbox.droppedSpans, lines.slice(0, 2)]).toEqual([
    7,
    [
      'The collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take traces {"reason":"status 500"}',
      'The collector takes traces again {"droppedSpans":7}',
    ],
  ])
})

test('while a collector hangs, no more than the limit waits: the oldest are dropped and counted, and of metrics the newest waits', async () => {
  const { outbox } = outboxBefore([], 100)
  outbox.add(message('in flight'))
  for (let no = 0; no < 1_000; no++) {
    outbox.add(message('0123456789', 'traces', 2))
    outbox.add(message('m'.repeat(20), 'metrics'))
    expect(outbox.waitingBytes).toBeLessThanOrEqual(100)
  }
  expect([outbox.waitingBytes, outbox.droppedSpans]).toEqual([100, 2 * (1_000 - 8)])
})

test('stopping tries once more, ends in time though the collector hangs, and counts the rest', async () => {
  const { outbox, sent } = outboxBefore([])
  outbox.add(message('a', 'traces', 3))
  outbox.add(message('b', 'traces', 4))
  const startedMs = performance.now()
  await outbox.stop(50)
  expect(performance.now() - startedMs).toBeLessThan(1_000)
  expect([sent, outbox.waitingBytes, outbox.droppedSpans]).toEqual([['/v1/traces a'], 0, 7])
  outbox.add(message('c', 'traces', 5))
  expect([sent.length, outbox.droppedSpans]).toEqual([1, 12])
})
