import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { sessionMachine } from '@desk/machines/session/session.machine'
import { expect, test } from 'vitest'
import { openApp } from '../app/app.ts'
import { run } from '../runner.ts'
import { watchIdle } from './idle.ts'

const IDLE_MS = 4_200_000

function watched() {
  const checks: number[] = []
  const told: unknown[] = []
  const page = new EventTarget()
  let nowMs = 0
  let due: { atMs: number; act: () => void } | null = null
  const app = openApp({})
  const session = run('session', sessionMachine, {
    handlers: {
      login: () => {},
      giveCode: () => {},
      storeToken: () => {},
      storeLoginDetails: () => {},
      storeLinkError: () => {},
      endServerSession: () => {},
      clearSession: () => {},
      forgetAccount: () => {},
      goTo: () => {},
      reload: () => {},
      checkSession: () => void checks.push(nowMs),
      keepJournal: () => {},
      endJournal: () => {},
      notify: app.notify,
    },
  })
  app.join('session', session.send)
  watchIdle({
    app,
    page,
    nowMs: () => nowMs,
    startTimer: (delayMs, act) => {
      const timer = { atMs: nowMs + delayMs, act }
      due = timer
      return () => {
        if (due === timer) due = null
      }
    },
    recorder: { record: (_, event) => void told.push(event) },
    onFault: fault => {
      throw fault
    },
  })
  const confirm = () =>
    session.send({
      type: 'session.confirmed',
      callNo: session.getSnapshot().context.callNo,
      user: SAMPLE_USER,
      switchFlag: false,
      loginParentDshUd: null,
      atMs: nowMs,
    })
  app.send({ type: 'page.loaded', hasToken: true, path: '/projects', canLink: false })
  confirm()
  checks.length = 0
  return {
    checks,
    told,
    confirm,
    end: () => session.send({ type: 'session.ended' }),
    isTimed: () => due !== null,
    does: (activity: string) => void page.dispatchEvent(new Event(activity)),
    /** Lets time pass, and whatever falls due in it. */
    passes: (ms: number) => {
      const untilMs = nowMs + ms
      for (let timer = due; timer !== null && timer.atMs <= untilMs; timer = due) {
        nowMs = timer.atMs
        due = null
        timer.act()
      }
      nowMs = untilMs
    },
  }
}

test.each(['mousemove', 'mousedown', 'keydown', 'wheel', 'scroll', 'touchstart', 'touchmove'])(
  'the session is checked again 4,200,000 ms after the last activity: %s (§4.7, §9.3)',
  activity => {
    const tab = watched()
    tab.passes(1_000_000)
    tab.does(activity)
    tab.passes(IDLE_MS - 1)
    expect(tab.checks).toEqual([])
    tab.passes(1)
    expect(tab.checks).toEqual([1_000_000 + IDLE_MS])
  },
)

test('a session that is still there restarts its 70 minutes; a check by any other caller does so too (§4.7)', () => {
  const tab = watched()
  tab.passes(IDLE_MS)
  tab.passes(IDLE_MS)
  expect(tab.checks).toEqual([IDLE_MS])
  tab.confirm()
  tab.passes(IDLE_MS)
  expect(tab.checks).toEqual([IDLE_MS, 3 * IDLE_MS])
})

test('activity is reported at most once a second (§4.7)', () => {
  const tab = watched()
  tab.told.length = 0
  for (let no = 0; no < 25; no += 1) {
    tab.passes(100)
    tab.does('mousemove')
  }
  expect(tab.told).toEqual([
    { type: 'activity.seen', atMs: 100 },
    { type: 'activity.seen', atMs: 1_100 },
    { type: 'activity.seen', atMs: 2_100 },
  ])
})

test('nothing is watched once the session has ended (§4.7)', () => {
  const tab = watched()
  tab.end()
  tab.told.length = 0
  tab.does('keydown')
  tab.passes(2 * IDLE_MS)
  expect([tab.checks, tab.told, tab.isTimed()]).toEqual([[], [], false])
})
