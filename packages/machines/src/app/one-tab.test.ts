import { describe, expect, test } from 'vitest'
import type { AnyStateMachine, EventObject } from 'xstate'
import type { formMachine } from '../form/form.machine.ts'
import { MACHINES, machineOf } from '../registry.ts'
import { start, stateOf, step, type CommandFrom } from '../runtime/step.ts'
import type { SessionEvent } from '../session/session.events.ts'
import { SAMPLE_USER } from '../../tools/samples/session.samples.ts'
import type { AppEvent } from './app.events.ts'
import type { Notice } from './notice.ts'

type FormSubmit = Extract<CommandFrom<typeof formMachine>, { type: 'submit' }>['params']
const IDLE_MS = 4_200_000
const DIALOG_VIEWER = {
  uid: 11,
  isSuperAdmin: true,
  isAdminGroup: true,
  isStaffAccount: false,
  isDeskAccount: true,
  invoicesByBusinessUnit: false,
}
const confirmed = (callNo: number, pm_dsh_ud = SAMPLE_USER.pm_dsh_ud): SessionEvent => ({
  type: 'session.confirmed',
  callNo,
  user: { ...SAMPLE_USER, pm_dsh_ud },
  switchFlag: false,
  loginParentDshUd: null,
})

type Snapshots = Map<string, ReturnType<typeof start>['snapshot']>

/** All machines of one tab, linked; commands still to perform are in `asked`. */
class Tab {
  readonly asked: string[] = []
  nowMs = 0
  readonly #snapshots: Snapshots = new Map()

  machineOf(key: string): AnyStateMachine {
    const registered = machineOf(key)
    if (registered === null) throw new Error(`no machine ${key}`)
    return registered.machine
  }

  stateOf(key: string): unknown {
    return stateOf(this.#snapshots.get(key) ?? start(this.machineOf(key)).snapshot).value
  }

  take(key: string, event: EventObject): void {
    const machine = this.machineOf(key)
    const before = this.#snapshots.get(key) ?? start(machine).snapshot
    // The runner says when the answer to a check came.
    const isOfCheck = event.type === 'session.confirmed' || event.type === 'session.checkFailed'
    const { snapshot, commands } = step(machine, before, isOfCheck ? { ...event, atMs: this.nowMs } : event)
    this.#snapshots.set(key, snapshot)
    // A tab's machines are looked up by key here, as by a runner; the charts check the types of their own notices.
    for (const command of commands as readonly { type: string; params: unknown }[]) {
      if (command.type === 'notify') {
        const { machine: told, event: news } = command.params as Notice
        this.take(told, news)
      } else if (key === 'form/user' && command.type === 'submit') {
        // As the dialog's runner does: the form's save goes to the dialog.
        const { attemptNo, values, filledSecrets } = command.params as FormSubmit
        const isPasswordFilled = filledSecrets.includes('password')
        this.take('app', { type: 'userForm.submitted', attemptNo, values, isPasswordFilled } as EventObject)
      } else {
        this.asked.push(`${key}: ${command.type}`)
        if (key === 'form/user' && command.type === 'leave') this.take('app', { type: 'userForm.left' })
      }
    }
  }

  page(event: AppEvent): void {
    this.take('app', event)
  }

  askedSince(act: () => void): readonly string[] {
    this.asked.length = 0
    act()
    return [...this.asked]
  }
}

function signedInTab(): Tab {
  const tab = new Tab()
  tab.page({ type: 'page.loaded', hasToken: true, path: '/projects', canLink: true })
  tab.take('session', confirmed(1))
  return tab
}

describe('the machines of one tab, linked by the app machine', () => {
  test('a session opens the push connection and the idle watch, and tells the other tabs (§4.6, §4.7, §1.10)', () => {
    const tab = new Tab()
    expect([
      tab.askedSince(() => tab.page({ type: 'page.loaded', hasToken: true, path: '/projects', canLink: true })),
      tab.askedSince(() => tab.page({ type: 'config.read', isLocalDevelopment: false, buildDate: null })),
      tab.askedSince(() => tab.take('session', confirmed(1))),
      ['app', 'session', 'feed', 'idle', 'tabs', 'version-poll'].map(key => tab.stateOf(key)),
    ]).toEqual([
      ['session: checkSession'],
      ['version-poll: readVersion'],
      ['feed: connect', 'idle: startTimer', 'tabs: postSession', 'session: keepJournal'],
      [{ running: 'signedIn' }, { signedIn: 'active' }, 'connecting', 'watching', 'linked', 'reading'],
    ])
  })
  test('70 minutes without activity have the session checked, and the check restarts the time (§4.7)', () => {
    const tab = signedInTab()
    tab.nowMs = IDLE_MS
    expect([
      tab.askedSince(() => tab.take('idle', { type: 'timer.elapsed', timerNo: 1, atMs: IDLE_MS } as EventObject)),
      tab.stateOf('idle'),
      tab.askedSince(() => tab.take('session', confirmed(2))),
      tab.stateOf('idle'),
    ]).toEqual([['session: checkSession'], 'due', ['idle: startTimer'], 'watching'])
  })
  test('a 401 ends everything that belongs to the session, and the tabs hear of it once (§8.1, law 4)', () => {
    const tab = signedInTab()
    tab.take('account-switch', {
      type: 'account.switchRequested',
      pm_dsh_ud: 3,
      fromDshUd: 2,
      loginParentDshUd: 1,
    } as EventObject)
    tab.take('user-dialog', { type: 'userDialog.createRequested', viewer: DIALOG_VIEWER } as EventObject)
    const asked = tab.askedSince(() => tab.page({ type: 'call.unauthorized' }))
    expect([
      asked,
      ['app', 'session', 'feed', 'idle', 'account-switch', 'user-dialog'].map(key => tab.stateOf(key)),
    ]).toEqual([
      [
        'feed: disconnect',
        'idle: cancelTimer',
        'tabs: postSession',
        'session: endJournal',
        'session: clearSession',
        'session: forgetAccount',
        'session: goTo',
        'session: reload',
      ],
      [{ running: 'signedOut' }, 'expired', 'offline', 'off', 'idle', 'closed'],
    ])
  })
  test('a check that fails closes the machines of this tab, and leaves the other tabs alone (§8.8, §1.10)', () => {
    const tab = signedInTab()
    tab.take('session', { type: 'session.recheckRequested' })
    const asked = tab.askedSince(() =>
      tab.take('session', { type: 'session.checkFailed', callNo: 2, message: 'Failed to fetch' } as EventObject),
    )
    expect(asked).toEqual([
      'feed: disconnect',
      'idle: cancelTimer',
      'session: endJournal',
      'session: forgetAccount',
      'session: goTo',
    ])
  })
  test('a re-check without an answer closes nothing, and is due again after 70 minutes (§4.7, F2)', () => {
    const tab = signedInTab()
    tab.nowMs = IDLE_MS
    tab.take('idle', { type: 'timer.elapsed', timerNo: 1, atMs: IDLE_MS } as EventObject)
    const asked = tab.askedSince(() =>
      tab.take('session', {
        type: 'session.checkFailed',
        callNo: 2,
        message: 'Failed to fetch',
        isTransient: true,
      } as EventObject),
    )
    const again = tab.askedSince(() =>
      tab.take('idle', { type: 'timer.elapsed', timerNo: 2, atMs: 2 * IDLE_MS } as EventObject),
    )
    expect([asked, tab.stateOf('session'), again]).toEqual([
      ['idle: startTimer'],
      { signedIn: 'rechecking' },
      ['session: checkSession'],
    ])
  })
  test('a page that begins with /logout ends the session of the other tabs too (§1.10, §2.7)', () => {
    const tab = new Tab()
    const asked = tab.askedSince(() =>
      tab.page({ type: 'page.loaded', hasToken: true, path: '/logout', canLink: true }),
    )
    expect(asked).toEqual([
      'tabs: postSession',
      'session: endJournal',
      'session: endServerSession',
      'session: clearSession',
      'session: forgetAccount',
      'session: goTo',
    ])
  })
  test('another tab’s sign-out is applied here and not echoed (§1.10)', () => {
    const tab = signedInTab()
    const asked = tab.askedSince(() =>
      tab.take('tabs', {
        type: 'otherTab.sessionChanged',
        tabId: 'b',
        seq: 1,
        session: null,
        tokenRef: null,
      } as EventObject),
    )
    expect([tab.stateOf('session'), asked.filter(command => command.startsWith('tabs'))]).toEqual([
      { signedOut: 'resting' },
      ['tabs: applySession'],
    ])
  })
  test('a switched account is checked by the session machine, and the switch leads on (§4.9)', () => {
    const tab = signedInTab()
    tab.take('account-switch', {
      type: 'account.switchRequested',
      pm_dsh_ud: 3,
      fromDshUd: 2,
      loginParentDshUd: 1,
    } as EventObject)
    const stores = tab.askedSince(() =>
      tab.take('account-switch', { type: 'account.switchAccepted', callNo: 1, tokenRef: 't1' } as EventObject),
    )
    const checks = tab.askedSince(() => tab.take('account-switch', { type: 'token.stored', ref: 't1' } as EventObject))
    const leaves = tab.askedSince(() => tab.take('session', confirmed(2, 3)))
    expect([stores, checks, leaves, tab.stateOf('account-switch'), tab.stateOf('session')]).toEqual([
      ['account-switch: storeToken', 'tabs: postSession'],
      ['session: checkSession'],
      [
        'idle: startTimer',
        'account-switch: storeLoginDetails',
        'account-switch: forgetAccount',
        'account-switch: goTo',
        'account-switch: reload',
        'session: keepJournal',
      ],
      'leaving',
      { signedIn: 'leaving' },
    ])
  })
  test('a hidden tab with a switch in progress goes to / (§4.9)', () => {
    const tab = signedInTab()
    tab.take('account-switch', {
      type: 'account.switchRequested',
      pm_dsh_ud: 3,
      fromDshUd: 2,
      loginParentDshUd: 1,
    } as EventObject)
    expect(tab.askedSince(() => tab.page({ type: 'page.hidden' }))).toEqual([
      'account-switch: goTo',
      'account-switch: reload',
    ])
  })
  test('the dialog saves the user’s form, and has the session checked when users edit themselves (§4.11)', () => {
    const tab = signedInTab()
    const form = (event: EventObject) => tab.take('form/user', event)
    tab.take('user-dialog', {
      type: 'userDialog.editRequested',
      viewer: DIALOG_VIEWER,
      user: { uid: 11, role_id: 2, isStaffUser: false, isGuest: false, version: 'a' },
    } as EventObject)
    form({
      type: 'form.opened',
      form: 'user.edit 11',
      fields: [
        { name: 'firstname', isSecret: false },
        { name: 'password', isSecret: true },
      ],
      values: { firstname: 'Ann' },
    } as EventObject)
    form({ type: 'field.changed', field: 'firstname', value: 'Anna' } as EventObject)
    form({ type: 'form.submitRequested' })
    const saves = tab.askedSince(() => form({ type: 'form.validated', attemptNo: 1, faults: [] } as EventObject))
    const answers = tab.askedSince(() =>
      tab.take('user-dialog', { type: 'user.saveAnswered', callNo: 1, status: 0, message: '', uid: 11 } as EventObject),
    )
    expect([saves, answers, tab.stateOf('form/user'), tab.stateOf('user-dialog')]).toEqual([
      ['user-dialog: saveUser'],
      ['form/user: forgetSecrets', 'user-dialog: toast', 'user-dialog: refreshUsers', 'session: checkSession'],
      { open: 'saved' },
      'closed',
    ])
    tab.take('user-dialog', { type: 'userDialog.createRequested', viewer: DIALOG_VIEWER } as EventObject)
    form({ type: 'form.leaveRequested', to: null } as EventObject)
    expect([tab.stateOf('form/user'), tab.stateOf('user-dialog')]).toEqual(['closed', 'closed'])
  })
  test('another account, or another user, that another tab brings closes the dialog of the one before; the same one leaves it open (law 4, §1.10)', () => {
    const dialogAfter = (user: Partial<typeof SAMPLE_USER>) => {
      const tab = signedInTab()
      tab.take('user-dialog', { type: 'userDialog.createRequested', viewer: DIALOG_VIEWER } as EventObject)
      tab.take('tabs', {
        type: 'otherTab.sessionChanged',
        tabId: 'b',
        seq: 1,
        session: { uid: 11, pm_dsh_ud: 2, ...user },
        tokenRef: null,
      } as EventObject)
      tab.take('session', {
        type: 'session.confirmed',
        callNo: 2,
        user: { ...SAMPLE_USER, ...user },
        switchFlag: false,
        loginParentDshUd: null,
      } as SessionEvent)
      return [tab.stateOf('session'), tab.stateOf('user-dialog')]
    }
    expect(
      [dialogAfter({ pm_dsh_ud: 3 }), dialogAfter({ uid: 12 }), dialogAfter({})].map(([, dialog]) => dialog),
    ).toEqual(['closed', 'closed', 'creating'])
  })
  test('every machine that the app machine notifies is in the registry', () => {
    expect(
      ['session', 'idle', 'account-switch', 'tabs', 'version-poll', 'feed', 'user-dialog', 'form/user'].map(
        key => machineOf(key) !== null,
      ),
    ).toEqual(Array.from({ length: 8 }, () => true))
    expect(Object.keys(MACHINES)).toContain('app')
  })
})
