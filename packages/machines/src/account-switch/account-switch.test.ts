import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { AccountSwitchEvent } from './account-switch.events.ts'
import { accountSwitchMachine } from './account-switch.machine.ts'
import * as accountSwitch from './account-switch.selectors.ts'

function after(...events: readonly AccountSwitchEvent[]) {
  let { snapshot } = start(accountSwitchMachine)
  let commands: readonly CommandFrom<typeof accountSwitchMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(accountSwitchMachine, snapshot, event))
  const shown = {
    switching: accountSwitch.isSwitching(snapshot),
    to: accountSwitch.switchingTo(snapshot),
    error: accountSwitch.switchError(snapshot),
  }
  return { commands, shown, snapshot }
}

const requested = (pm_dsh_ud = 3): AccountSwitchEvent => ({
  type: 'account.switchRequested',
  pm_dsh_ud,
  fromDshUd: 2,
  loginParentDshUd: 1,
})
const accepted = (callNo = 1): AccountSwitchEvent => ({ type: 'account.switchAccepted', callNo, tokenRef: 't1' })
const refused: AccountSwitchEvent = {
  type: 'account.switchRefused',
  callNo: 1,
  message: 'This account cannot be opened.',
}
const stored: AccountSwitchEvent = { type: 'token.stored', ref: 't1' }
const checked: AccountSwitchEvent = { type: 'account.switchChecked', callNo: 2, loginParentDshUd: 1 }
const details = { type: 'storeLoginDetails', params: { switchFlag: true, loginParentDshUd: 1 } }
const forget = { type: 'forgetAccount' }
const leave = (path: string, delayMs: number) => [
  { type: 'goTo', params: { path, replace: true } },
  { type: 'reload', params: { delayMs } },
]
const QUIET = { switching: false, to: null, error: null }
const STORED = [
  { type: 'storeToken', params: { ref: 't1' } },
  { type: 'notify', params: { machine: 'app', event: { type: 'accountSwitch.tokenStored', pm_dsh_ud: 3 } } },
]
const TO_3 = { switching: true, to: 3, error: null }

describe('an account switch (§4.9)', () => {
  test('sends the account, stores the token, checks the session, stores details and flag, goes to /projects and reloads (§4.9)', () => {
    const all = [requested(), accepted(), stored, checked] as const
    const steps = all.map((_, index) => after(...all.slice(0, index + 1)))
    expect(steps.map(({ commands }) => commands)).toEqual([
      [{ type: 'switchAccount', params: { callNo: 1, pm_dsh_ud: 3 } }],
      STORED,
      [{ type: 'notify', params: { machine: 'app', event: { type: 'accountSwitch.checkRequested', callNo: 2 } } }],
      [details, forget, ...leave('/projects', 0)],
    ])
    expect(steps.map(({ shown }) => shown)).toEqual([TO_3, TO_3, TO_3, TO_3])
  })
  test('shows the server’s message when the Status is not 0, and can be tried again (§4.9, §7.8)', () => {
    expect([
      after(requested(), refused).shown,
      after(requested(), refused, requested()).shown,
      after(requested(), refused, { type: 'account.switchErrorDismissed' }).shown,
    ]).toEqual([{ ...QUIET, error: 'This account cannot be opened.' }, TO_3, QUIET])
  })
  test.each(['page.hidden', 'page.unfocused'] as const)(
    'in progress when the tab becomes %s, goes to / and reloads after 500 ms (§4.9, §9.3)',
    type => {
      const hidden = { type } as const
      expect([
        after(hidden).commands,
        after(requested(), hidden).commands,
        after(requested(), accepted(), hidden).commands,
        after(requested(), accepted(), stored, hidden).commands,
        after(requested(), hidden, hidden).commands,
      ]).toEqual([
        [],
        leave('/', 500),
        [details, forget, ...leave('/', 500)],
        [details, forget, ...leave('/', 500)],
        [],
      ])
    },
  )
  test('a token that arrives while a hidden tab reloads is stored: the old one has ended (§4.9)', () => {
    expect(after(requested(), { type: 'page.hidden' }, accepted()).commands).toEqual([...STORED, details])
  })
  test('a switch to the present account does nothing, nor does a second switch during the first', () => {
    expect([
      after(requested(2)).commands,
      after(requested(), requested(4)).commands,
      after(requested(), accepted(0)).commands,
    ]).toEqual([[], [], []])
  })
  test('ends with the session and leaves nothing behind (law 4)', () => {
    for (const events of [
      [requested()],
      [requested(), accepted()],
      [requested(), accepted(), stored],
      [requested(), refused],
      [requested(), { type: 'page.hidden' } as const],
    ]) {
      const { snapshot, shown, commands } = after(...events, { type: 'session.ended' })
      expect([shown, commands, { ...snapshot.context, callNo: 0 }]).toEqual([
        QUIET,
        [],
        start(accountSwitchMachine).snapshot.context,
      ])
    }
  })
})
