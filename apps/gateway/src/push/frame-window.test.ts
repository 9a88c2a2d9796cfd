import { MAX_FRAMES_PER_SECOND } from '@desk/schema/push/frames'
import { expect, test } from 'vitest'
import { FrameWindow } from './frame-window.ts'

test('the first frames of a second are sent at once, the next when the first is a second old', () => {
  const window = new FrameWindow()
  const sentAtMs = [0, 10, 20, 30].map(nowMs => {
    const atMs = window.nextAtMs(nowMs)
    window.sent(atMs)
    return atMs
  })
  expect([...sentAtMs, window.nextAtMs(40), window.nextAtMs(1_700)]).toEqual([0, 10, 20, 30, 1_000, 1_700])
})

test('no second holds more than the allowed frames, whenever changes come', () => {
  const window = new FrameWindow()
  const sentAtMs: number[] = []
  for (let nowMs = 0; nowMs < 10_000; nowMs += 37) {
    if (window.nextAtMs(nowMs) > nowMs) continue
    window.sent(nowMs)
    sentAtMs.push(nowMs)
  }
  const fullest = Math.max(
    ...sentAtMs.map(start => sentAtMs.filter(atMs => atMs >= start && atMs < start + 1_000).length),
  )
  expect({ fullest, total: sentAtMs.length }).toEqual({ fullest: MAX_FRAMES_PER_SECOND, total: 40 })
})
