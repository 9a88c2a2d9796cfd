import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { IdleEvent } from './idle.events.ts'
import { IDLE_RECHECK_MS, idleMachine } from './idle.machine.ts'
import { isDue } from './idle.selectors.ts'

function after(...events: readonly IdleEvent[]) {
  let { snapshot } = start(idleMachine)
  let commands: readonly CommandFrom<typeof idleMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(idleMachine, snapshot, event))
  return { commands, isDue: isDue(snapshot) }
}

const watched: IdleEvent = { type: 'idle.watchRequested', atMs: 0 }
const active = (atMs: number): IdleEvent => ({ type: 'activity.seen', atMs })
const elapsed = (timerNo: number, atMs: number): IdleEvent => ({ type: 'timer.elapsed', timerNo, atMs })
const timer = (timerNo: number, delayMs: number) => ({ type: 'startTimer', params: { timerNo, delayMs } })
const RECHECK = { commands: [{ type: 'notify', params: { machine: 'app', event: { type: 'idle.due' } } }], isDue: true }

describe('the idle re-check (§4.7)', () => {
  test('70 minutes without activity ask for a check of the session, once (§4.7, §9.3)', () => {
    expect(IDLE_RECHECK_MS).toBe(70 * 60 * 1_000)
    expect([
      after(watched),
      after(watched, elapsed(1, IDLE_RECHECK_MS)),
      after(watched, elapsed(1, IDLE_RECHECK_MS), elapsed(1, IDLE_RECHECK_MS)),
    ]).toEqual([{ commands: [timer(1, 4_200_000)], isDue: false }, RECHECK, { commands: [], isDue: true }])
  })
  test('activity puts it off: the timer goes on for the rest (§4.7)', () => {
    const busy = [watched, active(60_000), elapsed(1, IDLE_RECHECK_MS)] as const
    expect([
      after(watched, active(60_000)),
      after(...busy),
      after(...busy, elapsed(1, 9_000_000)),
      after(...busy, elapsed(2, IDLE_RECHECK_MS + 60_000)),
    ]).toEqual([
      { commands: [], isDue: false },
      { commands: [timer(2, 60_000)], isDue: false },
      { commands: [], isDue: false },
      RECHECK,
    ])
  })
  test('a computer that slept is due with its first activity, whatever its timers did (§4.7)', () => {
    expect([after(watched, active(IDLE_RECHECK_MS)), after(watched, active(IDLE_RECHECK_MS - 1))]).toEqual([
      RECHECK,
      { commands: [], isDue: false },
    ])
  })
  test('a checked session restarts the time, an ended one ends the watch (§4.7)', () => {
    expect([
      after(watched, active(IDLE_RECHECK_MS), { type: 'session.rechecked', atMs: 5_000_000 }),
      after(watched, { type: 'idle.stopRequested' }),
    ]).toEqual([
      { commands: [timer(2, 4_200_000)], isDue: false },
      { commands: [{ type: 'cancelTimer' }], isDue: false },
    ])
  })
})
