import { idleMachine } from '@desk/machines/idle/idle.machine'
import type { App } from '../app/app.ts'
import { run, type EventRecorder, type Runner } from '../runner.ts'

/** Activity is reported at most this often. */
export const ACTIVITY_EVERY_MS = 1_000
/** Mouse, key, scroll and touch (§4.7). */
const ACTIVITIES = ['mousemove', 'mousedown', 'keydown', 'wheel', 'scroll', 'touchstart', 'touchmove'] as const

export interface IdlePorts {
  readonly app: App
  /** The source of activity: the window. */
  readonly page: Pick<EventTarget, 'addEventListener'>
  /** A clock that goes on while the computer sleeps. */
  readonly nowMs: () => number
  /** Calls `act` once, so many ms later, unless the returned function is called before. */
  readonly startTimer: (delayMs: number, act: () => void) => () => void
  readonly recorder?: EventRecorder
  readonly onFault: (fault: unknown) => void
}

/** Has the session checked after 70 minutes without activity (§4.7). Only this machine gets activity events. */
export function watchIdle({ app, page, nowMs, startTimer, recorder, onFault }: IdlePorts): Runner<typeof idleMachine> {
  let cancel = () => {}
  const idle = run('idle', idleMachine, {
    handlers: {
      startTimer: ({ timerNo, delayMs }, send) => {
        cancel()
        cancel = startTimer(delayMs, () => send({ type: 'timer.elapsed', timerNo, atMs: nowMs() }))
      },
      cancelTimer: () => cancel(),
      notify: app.notify,
    },
    onFault,
    ...(recorder ? { recorder } : {}),
  })

  app.join('idle', idle.send)

  let toldMs = Number.NEGATIVE_INFINITY
  const tell = () => {
    const atMs = nowMs()
    // A clock that was set back must not silence what follows.
    if (idle.getSnapshot().matches('off') || Math.abs(atMs - toldMs) < ACTIVITY_EVERY_MS) return
    toldMs = atMs
    idle.send({ type: 'activity.seen', atMs })
  }
  for (const activity of ACTIVITIES) page.addEventListener(activity, tell, { capture: true, passive: true })
  return idle
}
