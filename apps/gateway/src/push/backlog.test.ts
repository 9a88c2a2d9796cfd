import { expect, test } from 'vitest'
import { Backlog, HOPELESS_AFTER_MS, MAX_BACKLOG_BYTES, SLOW_AFTER_MS } from './backlog.ts'

const packet = (length = 10) => ({ data: 'x'.repeat(length) })
const connection = (writeBuffer: readonly { data: string }[], writable = false) => ({
  writeBuffer,
  transport: { writable },
})

test('a client is slow when its queue does not move for a while, normal again once it is empty, and given up after long', () => {
  const backlog = new Backlog()
  const stuck = [packet()]
  const looks = [
    backlog.look(connection(stuck), 0),
    backlog.look(connection([...stuck, packet()]), SLOW_AFTER_MS),
    backlog.look(connection([], false), SLOW_AFTER_MS + 200),
    backlog.look(connection([], true), SLOW_AFTER_MS + 400),
    backlog.look(connection(stuck), 10_000),
    backlog.look(connection(stuck), 10_000 + SLOW_AFTER_MS),
    backlog.look(connection(stuck), 10_000 + SLOW_AFTER_MS + HOPELESS_AFTER_MS),
  ]
  expect(looks).toEqual(['flowing', 'slow', 'slow', 'flowing', 'flowing', 'slow', 'hopeless'])
})

test('a queue that is handed over regularly is no backlog', () => {
  const backlog = new Backlog()
  expect([0, 2_000, 4_000].map(nowMs => backlog.look(connection([packet()]), nowMs))).toEqual([
    'flowing',
    'flowing',
    'flowing',
  ])
})

test('too many bytes are too many at once', () => {
  expect(new Backlog().look(connection([packet(MAX_BACKLOG_BYTES), packet(1)]), 0)).toBe('slow')
})
