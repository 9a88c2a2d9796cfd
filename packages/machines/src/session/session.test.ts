import { describe, expect, test } from 'vitest'
import { start, step, type CommandFrom } from '../runtime/step.ts'
import { SAMPLE_USER, type SessionEvent } from './session.events.ts'
import { sessionMachine } from './session.machine.ts'
import * as session from './session.selectors.ts'

type Command = CommandFrom<typeof sessionMachine>

/** Runs events from the start; gives the last snapshot and the commands of the last event. */
function after(...events: readonly SessionEvent[]) {
  let { snapshot } = start(sessionMachine)
  let commands: readonly Command[] = []
  for (const event of events) ({ snapshot, commands } = step(sessionMachine, snapshot, event))
  return { snapshot, commands, value: snapshot.value }
}

const started = (path: string, hasToken = true): SessionEvent => ({ type: 'app.started', hasToken, path })
const confirmed = (callNo: number, user = SAMPLE_USER): SessionEvent => ({ type: 'session.confirmed', callNo, user, switchFlag: false, loginParentDshUd: 1 })
const goTo = (path: string): Command => ({ type: 'goTo', params: { path, replace: true } })
const reload = (delayMs: number): Command => ({ type: 'reload', params: { delayMs } })
const forgetAccount: Command = { type: 'forgetAccount', params: {} }
const clearSession: Command = { type: 'clearSession', params: {} }
const checkSession = (callNo: number): Command => ({ type: 'checkSession', params: { callNo } })

describe('session start (§4.6)', () => {
  test('with a token: the session is fetched while the spinner shows (§4.6)', () => {
    const { snapshot, commands } = after(started('/projects/5/survey'))
    expect({ commands, starting: session.isStarting(snapshot), requesting: session.isRequesting(snapshot), user: session.user(snapshot) }).toEqual({
      commands: [checkSession(1)],
      starting: true,
      requesting: true,
      user: null,
    })
  })
  test('on success the user, the switch flag and the login parent account are kept, and the page stays (§4.6)', () => {
    const { snapshot, commands } = after(started('/projects/5/survey'), { ...confirmed(1), switchFlag: true } as SessionEvent)
    expect({ commands, user: session.user(snapshot), flag: snapshot.context.switchFlag, parent: snapshot.context.loginParentDshUd }).toEqual({
      commands: [],
      user: SAMPLE_USER,
      flag: true,
      parent: 1,
    })
  })
  test('on failure the page goes to /login (§4.6, §8.8)', () => {
    const failed = after(started('/suppliers'), { type: 'session.checkFailed', callNo: 1, message: 'Failed to fetch' })
    expect([failed.value, failed.commands]).toEqual([{ signedOut: 'resting' }, [forgetAccount, goTo('/login')]])
  })
  test('without a token a protected page leads to /login, a public one stays, and nothing is called (§2.2)', () => {
    expect([after(started('/suppliers', false)).commands, after(started('/login', false)).commands, after(started('/reset-password/*', false)).commands]).toEqual([[goTo('/login')], [], []])
  })
  test('the token of a password reset is not kept, by whichever way the path comes', () => {
    const kept = [after(started('/reset-password/x1', false)), after(started('/login', false), { type: 'location.changed', path: '/reset-password/x1?a=b' })]
    expect(kept.map(({ snapshot }) => snapshot.context.path)).toEqual(['/reset-password/*', '/reset-password/*?a=b'])
  })
  test('a public page with its own purpose is shown whatever the token is worth', () => {
    expect(after(started('/reset-password/*')).commands).toEqual([])
  })
  test('whoever is signed in and opens /login lands on /projects (§2.10)', () => {
    expect(after(started('/login'), confirmed(1)).commands).toEqual([goTo('/projects')])
  })
  test('a defender account lands on its index (§2.9)', () => {
    expect(after(started('/login'), confirmed(1, { ...SAMPLE_USER, account_type: 'DEFENDER' })).commands).toEqual([goTo('/')])
  })
  test('the account view type is DEFENDER for a DEFENDER account, otherwise DESK (§4.12)', () => {
    const viewType = (user = SAMPLE_USER) => session.accountViewType(after(started('/'), confirmed(1, user)).snapshot)
    expect([viewType(), viewType({ ...SAMPLE_USER, account_type: 'DEFENDER' }), session.accountViewType(after().snapshot)]).toEqual(['DESK', 'DEFENDER', 'DESK'])
  })
})

describe('signing in', () => {
  const submitted: SessionEvent = { type: 'signIn.submitted', attemptId: 'a1', username: ' Ann@Acme.Example ', remember: true }
  const atLogin = (query = '') => [started(`/login${query}`, false), submitted] as const

  test('asks for a login by attempt id, with the user name in lowercase and no password', () => {
    expect(after(...atLogin()).commands).toEqual([{ type: 'login', params: { attemptId: 'a1', username: 'ann@acme.example', remember: true } }])
  })
  test('success stores the token and checks the session', () => {
    const { commands } = after(...atLogin(), { type: 'signIn.succeeded', attemptId: 'a1' })
    expect(commands).toEqual([
      { type: 'storeToken', params: { ref: 'a1', remember: true } },
      { type: 'storeLoginDetails', params: { switchFlag: false, loginParentDshUd: null } },
      checkSession(1),
    ])
  })
  test('the landing after login is /projects (§2.10)', () => {
    expect(after(...atLogin(), { type: 'signIn.succeeded', attemptId: 'a1' }, confirmed(1)).commands).toEqual([goTo('/projects')])
  })
  test('a refusal is told with the time to wait, until the next attempt', () => {
    const refused: SessionEvent = { type: 'signIn.refused', attemptId: 'a1', message: 'Too many attempts.', retryAfterMs: 30_000 }
    expect(session.signInError(after(...atLogin(), refused).snapshot)).toEqual({ message: 'Too many attempts.', retryAfterMs: 30_000 })
    expect(session.signInError(after(...atLogin(), refused, { ...submitted, attemptId: 'a2' }).snapshot)).toBe(null)
  })
  test('the answer to an attempt given up is dropped', () => {
    const { snapshot, commands } = after(...atLogin(), { type: 'signIn.succeeded', attemptId: 'a0' })
    expect([session.isSigningIn(snapshot), commands]).toEqual([true, []])
  })

  const landing = (redirect: string) =>
    after(...atLogin(`?redirect=${encodeURIComponent(redirect)}`), { type: 'signIn.succeeded', attemptId: 'a1' }, confirmed(1)).commands
  test('a redirect parameter under /projects/ is followed with its state (§2.31)', () => {
    expect([landing('/projects/5/survey?state=live'), landing('#/projects/5/survey'), landing('/projects/5/survey?state=live&pm_dsh_ud=2')]).toEqual([
      [goTo('/projects/5/survey?state=live')],
      [goTo('/projects/5/survey')],
      [goTo('/projects/5/survey?state=live')],
    ])
  })
  test.each([
    '/suppliers',
    '/projects',
    '/admin/users',
    'https://evil.example/projects/1',
    '//evil.example/projects/1',
    '/projects/../admin/users',
    '/projects/%2e%2e/admin',
    '/projects/\\..\\x',
    '/projects/%5c..',
    '/projects/%E0%A4%A',
    '/projects/5?pm_dsh_ud=x',
    '/projects/5?pm_dsh_ud=3',
  ])('the redirect parameter %j is not followed (§2.31)', redirect => {
    expect(landing(redirect)).toEqual([{ type: 'storeLinkError', params: {} }, goTo('/projects')])
  })
  test.each(['%2Fprojects', '/projects', '/suppliers'])('the page that a session ended on, %j, is no link that failed; one under /projects/ is gone back to (§2.4, §2.31)', ended => {
    const back = (redirect: string) => after(started(`/session-expired?redirect=${redirect}`), confirmed(1)).commands
    expect([back(ended), back('/projects/5/survey')]).toEqual([[goTo('/projects')], [goTo('/projects/5/survey')]])
  })
  test('a protected page under /projects/ is remembered on the way to /login (§2.31)', () => {
    expect(after(started('/projects/5/survey?state=live', false)).commands).toEqual([goTo('/login?redirect=%2Fprojects%2F5%2Fsurvey%3Fstate%3Dlive')])
  })
})

describe('a 401 (§4.7, §8.1)', () => {
  const ended: SessionEvent = { type: 'session.ended' }
  test('goes to /session-expired with the page the user was on, then reloads (§8.1, §2.4, §4.7)', () => {
    const { snapshot, commands } = after(started('/manage/project/5/survey?state=live'), confirmed(1), ended)
    expect([session.isExpired(snapshot), session.user(snapshot), commands]).toEqual([
      true,
      null,
      [clearSession, forgetAccount, goTo('/session-expired?redirect=%2Fmanage%2Fproject%2F5%2Fsurvey%3Fstate%3Dlive'), reload(0)],
    ])
  })
  test.each(['/login', '/session-expired?redirect=%2F'])('leaves %s where it is (§8.1)', path => {
    expect(after(started(path), ended).commands).toEqual([clearSession, forgetAccount])
  })
  test('counts while the session is being checked, re-checked or switched, and for a changed password (§8.1)', () => {
    const expired = [clearSession, forgetAccount, goTo('/session-expired?redirect=%2Fprojects'), reload(0)]
    const signedIn = [started('/projects'), confirmed(1)] as const
    expect([
      after(started('/projects'), ended).commands,
      after(...signedIn, { type: 'session.recheckRequested' }, ended).commands,
      after(...signedIn, { type: 'account.switchRequested', pm_dsh_ud: 3 }, ended).commands,
      after(started('/projects'), confirmed(1, { ...SAMPLE_USER, is_password_updated: false }), ended).commands,
    ]).toEqual([expired, expired, expired, expired])
  })
  test('after the reload the expired page stays until one signs in', () => {
    const { snapshot, commands } = after(started('/session-expired?redirect=%2Fprojects', false))
    expect([session.isExpired(snapshot), commands]).toEqual([true, []])
  })
  test('the sign-in on the expired page goes back to where the user was (§2.4, §2.31)', () => {
    const { commands } = after(
      started('/session-expired?redirect=%2Fprojects%2F5%2Fsurvey', false),
      { type: 'signIn.submitted', attemptId: 'a1', username: 'ann@acme.example', remember: false },
      { type: 'signIn.succeeded', attemptId: 'a1' },
      confirmed(1),
    )
    expect(commands).toEqual([goTo('/projects/5/survey')])
  })
})

describe('re-checking (§4.7)', () => {
  const due = [started('/projects'), confirmed(1), { type: 'session.recheckRequested' }] as const
  test('after idle time the session is checked again, the user stays (§4.7)', () => {
    const { snapshot, commands } = after(...due)
    expect([commands, session.user(snapshot), session.isRequesting(snapshot)]).toEqual([[checkSession(2)], SAMPLE_USER, true])
  })
  test('a good answer changes nothing but the user', () => {
    const renamed = { ...SAMPLE_USER, firstname: 'Anna' }
    const { snapshot, commands } = after(...due, confirmed(2, renamed))
    expect([commands, session.user(snapshot)]).toEqual([[], renamed])
  })
  test('a failed check goes to /login (§8.8)', () => {
    expect(after(...due, { type: 'session.checkFailed', callNo: 2, message: 'x' }).commands).toEqual([forgetAccount, goTo('/login')])
  })
  test('another user or account found loads the page anew, so that nothing of the old one stays', () => {
    const { snapshot, commands } = after(...due, confirmed(2, { ...SAMPLE_USER, pm_dsh_ud: 3 }))
    expect([session.isSwitching(snapshot), commands]).toEqual([true, [forgetAccount, goTo('/projects'), reload(0)]])
  })
})

describe('signing out (§4.8)', () => {
  const signedOut: readonly Command[] = [{ type: 'endServerSession', params: {} }, clearSession, forgetAccount, goTo('/login?action=logout')]
  test('ends the session on the server, clears the storage and goes to /login with action=logout (§4.8, §2.7)', () => {
    const { snapshot, commands } = after(started('/projects'), confirmed(1), { type: 'signOut.requested' })
    expect([commands, snapshot.context.hasToken, session.user(snapshot)]).toEqual([signedOut, false, null])
  })
  test('by the path /logout as well, also when the page starts there (§2.7)', () => {
    expect([
      after(started('/projects'), confirmed(1), { type: 'location.changed', path: '/logout' }).commands,
      after(started('/logout')).commands,
      after(started('/logout', false)).commands,
    ]).toEqual([signedOut, signedOut, [clearSession, goTo('/login?action=logout')]])
  })
  test('by the path /logout when nobody is signed in any more leads to /login as well (§2.7)', () => {
    const toLogout: SessionEvent = { type: 'location.changed', path: '/logout' }
    const afterFailure = after(started('/suppliers'), { type: 'session.checkFailed', callNo: 1, message: 'Failed to fetch' }, toLogout)
    const afterExpiry = after(started('/session-expired?redirect=%2Fprojects', false), toLogout)
    expect([afterFailure, afterExpiry].map(({ value, commands, snapshot }) => [value, commands, snapshot.context.hasToken])).toEqual([
      [{ signedOut: 'resting' }, [clearSession, goTo('/login?action=logout')], false],
      [{ signedOut: 'resting' }, [clearSession, goTo('/login?action=logout')], false],
    ])
  })
  test('in another tab signs out here, and leaves the storage and the server alone', () => {
    expect(after(started('/projects'), confirmed(1), { type: 'session.endedInOtherTab' }).commands).toEqual([forgetAccount, goTo('/login?action=logout')])
  })
  test('a sign-in of another tab is taken over', () => {
    expect(after(started('/login', false), { type: 'session.startedInOtherTab' }).commands).toEqual([checkSession(1)])
    expect(after(started('/projects'), confirmed(1), { type: 'session.startedInOtherTab' }).commands).toEqual([checkSession(2)])
  })
})

describe('a password that is not updated (§2.8)', () => {
  const outdated = [started('/login'), confirmed(1, { ...SAMPLE_USER, is_password_updated: false })] as const
  test('leads to the change-password route with action=change_password (§2.8)', () => {
    const { snapshot, commands } = after(...outdated)
    expect([session.mustChangePassword(snapshot), session.user(snapshot), commands]).toEqual([true, null, [goTo('/change-password?action=change_password')]])
  })
  test('and back to it from any other page (§2.8)', () => {
    expect(after(...outdated, { type: 'location.changed', path: '/projects' }).commands).toEqual([goTo('/change-password?action=change_password')])
    expect(after(...outdated, { type: 'location.changed', path: '/change-password?action=change_password' }).commands).toEqual([])
  })
  test('until it is changed: then on to /projects (§2.8, §2.10)', () => {
    const changed = [...outdated, { type: 'location.changed', path: '/change-password?action=change_password' }, { type: 'password.changed' }] as const
    expect([after(...changed).commands, after(...changed, confirmed(2)).commands]).toEqual([[checkSession(2)], [goTo('/projects')]])
  })
})

describe('switching accounts (§4.9)', () => {
  const asked = [started('/suppliers'), confirmed(1), { type: 'account.switchRequested', pm_dsh_ud: 3 }] as const
  const accepted: SessionEvent = { type: 'account.switchAccepted', callNo: 2, tokenRef: 't1' }
  test('sends the new account id (§4.9)', () => {
    const { snapshot, commands } = after(...asked)
    expect([session.isSwitching(snapshot), commands]).toEqual([true, [{ type: 'switchAccount', params: { callNo: 2, pm_dsh_ud: 3 } }]])
  })
  test('stores the token and re-checks the session (§4.9)', () => {
    expect(after(...asked, accepted).commands).toEqual([{ type: 'storeToken', params: { ref: 't1', remember: null } }, checkSession(3)])
  })
  test('then stores login details and the switch flag, goes to /projects and reloads (§4.9, §2.10)', () => {
    expect(after(...asked, accepted, confirmed(3, { ...SAMPLE_USER, pm_dsh_ud: 3 })).commands).toEqual([
      forgetAccount,
      { type: 'storeLoginDetails', params: { switchFlag: true, loginParentDshUd: 1 } },
      goTo('/projects'),
      reload(0),
    ])
  })
  test('a status other than 0 leaves the user where he is, with the message (§4.9)', () => {
    const { snapshot, commands } = after(...asked, { type: 'account.switchRefused', callNo: 2, message: 'No such account.' })
    expect([session.isSwitching(snapshot), session.switchError(snapshot), session.user(snapshot), commands]).toEqual([false, 'No such account.', SAMPLE_USER, []])
  })
  test.each(['page.hidden', 'page.unfocused'] as const)('%s meanwhile: to / and a reload after 500 ms (§4.9, §9.3)', type => {
    expect([after(...asked, { type }).commands, after(...asked, accepted, { type }).commands]).toEqual([
      [goTo('/'), reload(500)],
      [goTo('/'), reload(500)],
    ])
  })
  test('a token that comes while the page is being left is stored, as the old one has ended', () => {
    expect(after(...asked, { type: 'page.hidden' }, accepted).commands).toEqual([
      { type: 'storeToken', params: { ref: 't1', remember: null } },
      { type: 'storeLoginDetails', params: { switchFlag: true, loginParentDshUd: 1 } },
    ])
  })
  test('is not asked for by whoever may not, nor for the present account (§4.9)', () => {
    const single = { ...SAMPLE_USER, account_switch_enabled: false }
    expect([
      after(started('/'), confirmed(1, single), { type: 'account.switchRequested', pm_dsh_ud: 3 }).commands,
      after(started('/'), confirmed(1), { type: 'account.switchRequested', pm_dsh_ud: 2 }).commands,
    ]).toEqual([[], []])
  })
})
