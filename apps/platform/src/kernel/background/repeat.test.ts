import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '#testing/database/test-server'
import { DatabaseUnavailable } from '../db/errors.ts'
import { openBackground } from './background.ts'
import { repeat } from './repeat.ts'

const HOUR_MS = 3_600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a pass that fails is tried again after 1, 2 and 4 seconds, and one that succeeds waits the whole interval', async () => {
  const beganMs = Date.now()
  const passesAtMs: number[] = []
  const stop = repeat(
    'sweep',
    HOUR_MS,
    async () => {
      passesAtMs.push(Date.now() - beganMs)
      if (passesAtMs.length < 4) throw new Error('no')
    },
    silentLog,
  )
  await vi.advanceTimersByTimeAsync(HOUR_MS + 7_000)
  await stop()
  expect(passesAtMs).toEqual([0, 1_000, 3_000, 7_000, HOUR_MS + 7_000])
})

test('a sweep with a short interval is never tried again later than it', async () => {
  let passes = 0
  const stop = repeat(
    'sweep',
    3_000,
    async () => {
      passes += 1
      throw new Error('no')
    },
    silentLog,
  )
  await vi.advanceTimersByTimeAsync(12_000)
  await stop()
  expect(passes).toBe(6)
})

test('work in the background says nothing of a database that is away, which the database itself says once', async () => {
  const warned: string[] = []
  const log = { ...silentLog, warn: (_fields: object, message: string) => void warned.push(message) }
  const away = { reason: 'connect ECONNREFUSED', mayHaveCommitted: false, isAway: true, cause: null }
  const background = openBackground({ listen: () => Promise.reject(new DatabaseUnavailable(away)) }, log)
  background.listen(
    'feed',
    () => {},
    () => {},
  )
  background.forever('Delivering', () => Promise.reject(new DatabaseUnavailable(away)))
  background.repeat('sweep', HOUR_MS, () => Promise.reject(new DatabaseUnavailable(away)))
  background.repeat('slow sweep', HOUR_MS, () => Promise.reject(new DatabaseUnavailable({ ...away, isAway: false })))
  await vi.advanceTimersByTimeAsync(2_500)
  await background.stop()
  expect(warned).toEqual(Array.from({ length: 2 }, () => 'The slow sweep failed; it is tried again'))
})
