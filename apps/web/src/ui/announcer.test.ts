import { expect, test } from 'vitest'
import { createAnnouncer, type AnnouncerClock } from './announcer.ts'

function handClock(): AnnouncerClock & { advance: (ms: number) => void } {
  let now = 0
  let timers: { atMs: number; run: () => void }[] = []
  return {
    nowMs: () => now,
    after(delayMs, run) {
      const timer = { atMs: now + delayMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter(other => other !== timer)
      }
    },
    advance(ms) {
      now += ms
      const due = timers.filter(timer => timer.atMs <= now)
      timers = timers.filter(timer => timer.atMs > now)
      for (const timer of due) timer.run()
    },
  }
}

test('announces status changes at once, other messages at most once in 30 s, and only the last waiting one', () => {
  const clock = handClock()
  const announcer = createAnnouncer(clock)
  const said: string[] = []
  announcer.subscribe(() => said.push(announcer.current().message))

  announcer.announce('3 rows changed')
  announcer.announce('4 rows changed')
  announcer.announce('Source 7 is now Paused', 'status')
  announcer.announce('5 rows changed')
  clock.advance(29_999)
  expect(said).toEqual(['3 rows changed', 'Source 7 is now Paused'])

  clock.advance(1)
  expect(said).toEqual(['3 rows changed', 'Source 7 is now Paused', '5 rows changed'])

  clock.advance(30_000)
  announcer.announce('6 rows changed')
  expect(said).toEqual(['3 rows changed', 'Source 7 is now Paused', '5 rows changed', '6 rows changed'])
})

test('announces the same words again', () => {
  const announcer = createAnnouncer(handClock())
  announcer.announce('Source 7 is now Live', 'status')
  announcer.announce('Source 7 is now Live', 'status')
  expect(announcer.current()).toEqual({ message: 'Source 7 is now Live', seq: 2 })
})
