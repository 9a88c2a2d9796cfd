import { expect, test } from 'vitest'
import { Wakes } from './wakes.ts'

const LONG_MS = 60_000
const never = new AbortController().signal

test('a reader that read the counter before a wake does not wait', async () => {
  const wakes = new Wakes()
  const seen = wakes.count
  wakes.wake()
  await wakes.after(seen, LONG_MS, never)
  expect(wakes.count).toBe(1)
})

test('a wake wakes all waiting readers; an aborted or timed-out one goes on too', async () => {
  const wakes = new Wakes()
  const leaving = new AbortController()
  const woken = Promise.all([wakes.after(0, LONG_MS, never), wakes.after(0, LONG_MS, never)])
  const gaveUp = wakes.after(0, LONG_MS, leaving.signal)
  leaving.abort()
  await gaveUp
  await wakes.after(0, 1, never)
  expect(wakes.count).toBe(0)
  wakes.wake()
  await woken
  expect(wakes.count).toBe(1)
})
