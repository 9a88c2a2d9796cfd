import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import type { AppEvent } from './app.events.ts'
import { appMachine } from './app.machine.ts'
import type { Notice } from './notice.ts'
import { isOpen } from './app.selectors.ts'

function after(...events: readonly AppEvent[]) {
  let { snapshot } = start(appMachine)
  let commands: readonly CommandFrom<typeof appMachine>[] = []
  for (const event of events) ({ snapshot, commands } = step(appMachine, snapshot, event))
  return { snapshot, told: commands.map(({ params }): Notice => params) }
}
const told = (...events: readonly AppEvent[]) => after(...events).told

const loaded: AppEvent = { type: 'page.loaded', hasToken: false, path: '/login', canLink: true }
const ANN = { uid: 11, pm_dsh_ud: 2 }
const began: AppEvent = { type: 'session.began', ...ANN, atMs: 5 }
const finished: AppEvent = { type: 'session.finished', isEnded: true }
const interrupted: AppEvent = { type: 'session.finished', isEnded: false }
const rechecked: AppEvent = { type: 'session.rechecked', uid: 11, pm_dsh_ud: 3, loginParentDshUd: 1, atMs: 9 }
const inside = [loaded, began] as const
const RECHECK: Notice[] = [{ machine: 'session', event: { type: 'session.recheckRequested' } }]

describe('the whole of one tab', () => {
  test('begins with the tabs and the session (§1.10, §4.6)', () => {
    const begun: Notice[] = [{ machine: 'session', event: { type: 'app.started', hasToken: false, path: '/login' } }]
    expect([told(loaded), told({ ...loaded, canLink: false }), told(loaded, loaded)]).toEqual([
      [{ machine: 'tabs', event: { type: 'tabs.linked', asksForSession: true } }, ...begun],
      begun,
      [],
    ])
  })
  test('opens the machines of a session when one begins, and closes all of them with the session (law 4)', () => {
    const session = { uid: 11, pm_dsh_ud: 2 }
    expect([told(...inside), told(...inside, finished)]).toEqual([
      [
        { machine: 'feed', event: { type: 'feed.openRequested' } },
        { machine: 'idle', event: { type: 'idle.watchRequested', atMs: 5 } },
        { machine: 'tabs', event: { type: 'tab.sessionChanged', session, tokenRef: null } },
      ],
      [
        { machine: 'feed', event: { type: 'feed.closeRequested' } },
        { machine: 'idle', event: { type: 'idle.stopRequested' } },
        { machine: 'account-switch', event: { type: 'session.ended' } },
        { machine: 'user-dialog', event: { type: 'session.ended' } },
        { machine: 'tabs', event: { type: 'tab.sessionChanged', session: null, tokenRef: null } },
      ],
    ])
    expect(
      [loaded, began, finished].map((_, index) =>
        isOpen(after(...[loaded, began, finished].slice(0, index + 1)).snapshot),
      ),
    ).toEqual([false, true, false])
  })
  test('an interrupted session closes its machines and is not told to the other tabs; one that ends is (§1.10)', () => {
    const closed: readonly Notice['machine'][] = ['feed', 'idle', 'account-switch', 'user-dialog']
    expect([
      told(...inside, interrupted).map(({ machine }) => machine),
      told(loaded, interrupted),
      told(loaded, finished),
    ]).toEqual([
      closed,
      [],
      [{ machine: 'tabs', event: { type: 'tab.sessionChanged', session: null, tokenRef: null } }],
    ])
  })
  test('a 401 anywhere ends the session, signed in or not (§8.1)', () => {
    const ended: Notice[] = [{ machine: 'session', event: { type: 'session.ended' } }]
    expect([told(loaded, { type: 'call.unauthorized' }), told(...inside, { type: 'call.unauthorized' })]).toEqual([
      ended,
      ended,
    ])
  })
  test('each machine can have the session checked, while there is one (§4.7, §4.9, §4.11)', () => {
    const requests: readonly AppEvent[] = [{ type: 'idle.due' }, { type: 'ownUser.changed' }]
    expect(requests.map(request => [told(...inside, request), told(loaded, request)])).toEqual(
      requests.map(() => [RECHECK, []]),
    )
  })
  test('a checked session is told to the idle watch, to the other tabs, and once to the switch that waits for it (§4.9)', () => {
    const idle: Notice = { machine: 'idle', event: { type: 'session.rechecked', atMs: 9 } }
    const tabs: Notice = {
      machine: 'tabs',
      event: { type: 'tab.sessionChanged', session: { uid: 11, pm_dsh_ud: 3 }, tokenRef: null },
    }
    const waiting = [...inside, { type: 'accountSwitch.checkRequested', callNo: 4 } as const]
    expect([
      told(...inside, rechecked),
      told(...waiting, rechecked),
      told(...waiting, rechecked, rechecked),
      told(...waiting, finished, began, rechecked),
    ]).toEqual([
      [idle, tabs],
      [
        idle,
        { machine: 'account-switch', event: { type: 'account.switchChecked', callNo: 4, loginParentDshUd: 1 } },
        tabs,
      ],
      [idle, tabs],
      [idle, tabs],
    ])
  })
  test('a switched account is told to the other tabs with its token, and to the session, which has it checked (§4.9, §1.10)', () => {
    const events: readonly AppEvent[] = [
      { type: 'accountSwitch.tokenStored', pm_dsh_ud: 3 },
      { type: 'accountSwitch.checkRequested', callNo: 4 },
    ]
    expect(events.map(event => [told(...inside, event), told(loaded, event)])).toEqual([
      [[{ machine: 'tabs', event: { type: 'tab.accountSwitched', pm_dsh_ud: 3 } }], []],
      [[{ machine: 'session', event: { type: 'account.switched' } }], []],
    ])
  })
  test('a hidden or unfocused tab is told to the switch and, hidden, to the push connection (§4.9)', () => {
    const feed: Notice = { machine: 'feed', event: { type: 'page.hidden' } }
    expect([
      told(...inside, { type: 'page.hidden' }),
      told(...inside, { type: 'page.unfocused' }),
      told(loaded, { type: 'page.hidden' }),
      told(loaded, { type: 'page.unfocused' }),
    ]).toEqual([
      [feed, { machine: 'account-switch', event: { type: 'page.hidden' } }],
      [{ machine: 'account-switch', event: { type: 'page.unfocused' } }],
      [feed],
      [],
    ])
  })
  test('what another tab did is told to the session (§1.10)', () => {
    expect([true, false].map(isSignedIn => told(loaded, { type: 'otherTab.sessionApplied', isSignedIn }))).toEqual([
      [{ machine: 'session', event: { type: 'session.startedInOtherTab' } }],
      [{ machine: 'session', event: { type: 'session.endedInOtherTab' } }],
    ])
  })
  test('the user’s form and dialog are told of each other, and of an answer once (§4.11)', () => {
    const submitted: AppEvent = {
      type: 'userForm.submitted',
      attemptNo: 3,
      values: { firstname: 'Ann' },
      isPasswordFilled: true,
    }
    const answered = (isSaved: boolean): AppEvent => ({ type: 'userForm.answered', isSaved, message: 'm', details: [] })
    expect([
      told(...inside, submitted),
      told(...inside, submitted, answered(true)),
      told(...inside, submitted, answered(false)),
      told(...inside, submitted, answered(true), answered(true)),
      told(...inside, { type: 'userForm.left' }),
    ]).toEqual([
      [
        {
          machine: 'user-dialog',
          event: { type: 'user.saveRequested', values: { firstname: 'Ann' }, isPasswordFilled: true },
        },
      ],
      [{ machine: 'form/user', event: { type: 'form.saved', attemptNo: 3 } }],
      [{ machine: 'form/user', event: { type: 'form.refused', attemptNo: 3, message: 'm', details: [] } }],
      [],
      [{ machine: 'user-dialog', event: { type: 'userDialog.closeRequested' } }],
    ])
  })
  test('an account that changes without a sign-out closes the dialog, and drops the answer to its save (law 4)', () => {
    const submitted: AppEvent = { type: 'userForm.submitted', attemptNo: 3, values: {}, isPasswordFilled: false }
    const changed: AppEvent = { type: 'session.accountChanged' }
    expect([
      told(...inside, changed),
      told(loaded, changed),
      told(...inside, submitted, changed, { type: 'userForm.answered', isSaved: true, message: null, details: [] }),
    ]).toEqual([[{ machine: 'user-dialog', event: { type: 'session.ended' } }], [], []])
  })
  test('the network’s return is told to the session too, whether anybody is signed in or not (§4.7, F2)', () => {
    const passed = [
      { machine: 'feed', event: { type: 'network.regained' } },
      { machine: 'session', event: { type: 'network.regained' } },
    ]
    expect([told(...inside, { type: 'network.regained' }), told(loaded, { type: 'network.regained' })]).toEqual([
      passed,
      passed,
    ])
  })
  test('a check without an answer restarts the 70 minutes (§4.7)', () => {
    expect([
      told(...inside, { type: 'session.unanswered', atMs: 9 }),
      told(loaded, { type: 'session.unanswered', atMs: 9 }),
    ]).toEqual([[{ machine: 'idle', event: { type: 'idle.watchRequested', atMs: 9 } }], []])
  })
  test.each([
    [{ type: 'page.shown' }, { machine: 'feed', event: { type: 'page.shown' } }],
    [{ type: 'network.lost' }, { machine: 'feed', event: { type: 'network.lost' } }],
    [
      { type: 'location.changed', path: '/x' },
      { machine: 'session', event: { type: 'location.changed', path: '/x' } },
    ],
    [
      { type: 'config.read', isLocalDevelopment: true, buildDate: 'b' },
      { machine: 'version-poll', event: { type: 'version.pollRequested', isLocalDevelopment: true, buildDate: 'b' } },
    ],
  ] as const)('%j is passed on', (event, passed) => {
    expect(told(...inside, event)).toEqual([passed])
  })
})
