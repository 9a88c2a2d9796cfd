import { expect, test } from 'vitest'
import { keepServing, STORM_ERRORS, STORM_MS } from './keep-serving.ts'

function stage() {
  let now = 0
  const told: unknown[] = []
  const ends: number[] = []
  const loose = keepServing({ tell: (_, error) => told.push(error), end: () => ends.push(now), nowMs: () => now })
  return { told, ends, loose, pass: (ms: number) => void (now += ms) }
}

test('every uncaught error is logged, and none ends the process (F12)', () => {
  const { told, ends, loose, pass } = stage()
  for (let n = 0; n < 10 * STORM_ERRORS; n++) {
    loose('uncaughtException', n)
    pass(Math.ceil(STORM_MS / (STORM_ERRORS - 1)))
  }
  expect([told.length, ends]).toEqual([10 * STORM_ERRORS, []])
})

test('a storm of uncaught errors ends the process, once (F13)', () => {
  const { ends, loose, pass } = stage()
  for (let n = 0; n < STORM_ERRORS + 5; n++) {
    loose('unhandledRejection', n)
    pass(10)
  }
  expect(ends).toEqual([(STORM_ERRORS - 1) * 10])
})
