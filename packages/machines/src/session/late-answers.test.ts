import { describe, expect, test } from 'vitest'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { SAMPLE_USER } from '../../tools/samples/session.samples.ts'
import { start, step } from '../runtime/step.ts'
import type { SessionEvent } from './session.events.ts'
import { sessionMachine } from './session.machine.ts'

const confirmed = (callNo: number, user: CurrentUser): SessionEvent => ({
  type: 'session.confirmed',
  callNo,
  user,
  switchFlag: false,
  loginParentDshUd: null,
})
const after = (...events: readonly SessionEvent[]) =>
  events.reduce((snapshot, event) => step(sessionMachine, snapshot, event).snapshot, start(sessionMachine).snapshot)
const started = (path: string): SessionEvent => ({ type: 'app.started', hasToken: true, path })
const startedInOtherTab: SessionEvent = { type: 'session.startedInOtherTab' }

/** Users for whom a current answer would lead elsewhere. */
const LED_ELSEWHERE: Readonly<Record<string, CurrentUser>> = {
  'an outdated password': { ...SAMPLE_USER, is_password_updated: false },
  'a second factor to set up': { ...SAMPLE_USER, second_factor: 'required' },
  'somebody else': { ...SAMPLE_USER, uid: 12 },
  'another account': { ...SAMPLE_USER, pm_dsh_ud: 3 },
}

describe('the answer to an older call changes nothing, whatever it says', () => {
  for (const [what, user] of Object.entries(LED_ELSEWHERE)) {
    test(`of ${what}, while the session is fetched anew (§4.6)`, () => {
      const waiting = after(started('/projects'), startedInOtherTab)
      expect(waiting.context.callNo).toBe(2)
      expect(step(sessionMachine, waiting, confirmed(1, user))).toEqual({ snapshot: waiting, commands: [] })
    })
    test(`of ${what}, while the session is checked again (§4.7)`, () => {
      const waiting = after(started('/projects'), confirmed(1, SAMPLE_USER), { type: 'session.recheckRequested' })
      expect(waiting.context.callNo).toBe(2)
      expect(step(sessionMachine, waiting, confirmed(1, user))).toEqual({ snapshot: waiting, commands: [] })
    })
  }

  for (const path of ['/login', '/login?redirect=%2Felsewhere'])
    test(`on ${path}, from which a present answer would lead on (§2.31)`, () => {
      const waiting = after(started(path), startedInOtherTab)
      expect(step(sessionMachine, waiting, confirmed(1, SAMPLE_USER))).toEqual({ snapshot: waiting, commands: [] })
    })
})

describe('a redirect parameter counts only on pages that redirect (§2.31)', () => {
  const path = '/projects/5/survey?redirect=%2Felsewhere'
  test('a session confirmed on another page stays there, and no link is reported lost', () => {
    const waiting = after(started(path))
    const { snapshot, commands } = step(sessionMachine, waiting, confirmed(1, SAMPLE_USER))
    expect([snapshot.value, commands.filter(({ type }) => type === 'goTo' || type === 'storeLinkError')]).toEqual([
      { signedIn: 'active' },
      [],
    ])
  })
  test('going to another page within the session reports no lost link', () => {
    const inside = after(started('/projects'), confirmed(1, SAMPLE_USER))
    expect(step(sessionMachine, inside, { type: 'location.changed', path }).commands).toEqual([])
  })
})
