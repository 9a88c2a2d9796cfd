import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STORM_ERRORS } from './keep-serving.ts'
import { serveUntilEnded, SHUTDOWN_MS, type EndingProcess } from './serve-until-ended.ts'

class StagedProcess extends EventEmitter implements EndingProcess {
  readonly exits: number[] = []
  exit(code: number): void {
    this.exits.push(code)
  }
}

function stage(stopped: Promise<void> = Promise.resolve(), drainNoticeMs = 0) {
  const program = new StagedProcess()
  const logged: unknown[] = []
  const counted: number[] = []
  const stops: number[] = []
  const drains: number[] = []
  serveUntilEnded(program, {
    name: 'desk',
    log: { error: (what, sentence) => logged.push([what, sentence]) },
    count: () => counted.push(logged.length),
    drain: () => drains.push(stops.length),
    drainNoticeMs,
    stop: () => {
      stops.push(program.exits.length)
      return stopped
    },
    nowMs: () => 0,
  })
  return { program, logged, counted, stops, drains }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each(['SIGTERM', 'SIGINT', 'disconnect'])('%s shuts the process down cleanly, and once only', async told => {
  const { program, stops } = stage()
  program.emit(told)
  expect(program.exits).toEqual([])
  program.emit(told)
  await vi.advanceTimersByTimeAsync(0)
  expect([stops, program.exits]).toEqual([[0], [0]])
})

test('a server that does not stop in time is ended anyway', async () => {
  const { program } = stage(new Promise(() => {}))
  program.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(SHUTDOWN_MS - 1)
  expect(program.exits).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(program.exits).toEqual([1])
})

test('readiness ends at once, the listener closes after the notice (operate.md §2)', async () => {
  const { program, stops, drains } = stage(Promise.resolve(), 3_000)
  program.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(2_999)
  expect([drains, stops]).toEqual([[0], []])
  await vi.advanceTimersByTimeAsync(1)
  expect([drains, stops, program.exits]).toEqual([[0], [0], [0]])
})

test('a process whose parent is gone gives no notice', async () => {
  const { program, stops } = stage(Promise.resolve(), 3_000)
  program.emit('disconnect')
  await vi.advanceTimersByTimeAsync(0)
  expect([stops, program.exits]).toEqual([[0], [0]])
})

test('an uncaught error is logged whole and counted, and serving goes on (F12)', async () => {
  const { program, logged, counted, stops } = stage()
  const [thrown, rejected] = [new Error('thrown'), new Error('rejected')]
  program.emit('uncaughtException', thrown)
  program.emit('unhandledRejection', rejected)
  await vi.advanceTimersByTimeAsync(SHUTDOWN_MS)
  const sentence = 'An uncaught error; the desk keeps serving'
  expect(logged).toEqual([
    [{ err: thrown, kind: 'uncaughtException' }, sentence],
    [{ err: rejected, kind: 'unhandledRejection' }, sentence],
  ])
  expect([counted.length, stops, program.exits]).toEqual([2, [], []])
})

test('a storm of uncaught errors shuts the process down cleanly, with a failure code (F13)', async () => {
  const { program, counted, stops } = stage()
  for (let n = 0; n < STORM_ERRORS + 5; n++) program.emit(n % 2 === 0 ? 'uncaughtException' : 'unhandledRejection', n)
  await vi.advanceTimersByTimeAsync(0)
  expect([counted.length, stops, program.exits]).toEqual([STORM_ERRORS + 5, [0], [1]])
})
