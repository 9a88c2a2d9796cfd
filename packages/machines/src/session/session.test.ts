import { describe, expect, test } from 'vitest'
import { step } from '../runtime/step.ts'
import type { SessionEvent } from './session.events.ts'
import { SAMPLE_USER } from '../../tools/samples/session.samples.ts'
import { sessionMachine } from './session.machine.ts'
import * as session from './session.selectors.ts'

import {
  after,
  started,
  confirmed,
  noAnswer,
  regained,
  inSession,
  goTo,
  reload,
  forgetAccount,
  clearSession,
  checkSession,
  type Command,
} from '../../tools/samples/session.steps.ts'

describe('session start (§4.6)', () => {
  test('with a token: the session is fetched while the spinner shows (§4.6)', () => {
    const { snapshot, commands } = after(started('/projects/5/survey'))
    expect({
      commands,
      starting: session.isStarting(snapshot),
      requesting: session.isRequesting(snapshot),
      user: session.user(snapshot),
    }).toEqual({
      commands: [checkSession(1)],
      starting: true,
      requesting: true,
      user: null,
    })
  })
  test('on success the user, the switch flag and the login parent account are stored, and the page stays (§4.6)', () => {
    const { snapshot, commands } = after(started('/projects/5/survey'), {
      ...confirmed(1),
      switchFlag: true,
    } as SessionEvent)
    expect({
      commands,
      user: session.user(snapshot),
      flag: snapshot.context.switchFlag,
      parent: snapshot.context.loginParentDshUd,
    }).toEqual({
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
  test('where nothing answers, too; the token is kept, and it is tried again by hand, or when the network is back (§4.6, §8.8, F2)', () => {
    const failed = [started('/projects/5/survey'), noAnswer(1)] as const
    const { value, commands, snapshot } = after(...failed)
    expect([value, commands, session.isUnanswered(snapshot), snapshot.context.hasToken]).toEqual([
      { signedOut: 'resting' },
      [forgetAccount, goTo('/login?redirect=%2Fprojects%2F5%2Fsurvey')],
      true,
      true,
    ])
    const there: SessionEvent = { type: 'location.changed', path: '/login?redirect=%2Fprojects%2F5%2Fsurvey' }
    expect(
      [after(...failed, there, regained), after(...failed, there, { type: 'session.recheckRequested' })].map(
        ({ commands }) => commands,
      ),
    ).toEqual([[checkSession(2)], [checkSession(2)]])
    expect(after(...failed, there, regained, confirmed(2)).commands).toEqual([goTo('/projects/5/survey')])
    expect(session.isUnanswered(after(...failed, there, regained, noAnswer(2)).snapshot)).toBe(true)
  })
  test('a token that is refused or gone, or whose check has become pointless, is not checked again (law 3)', () => {
    const failed = [started('/login'), noAnswer(1)] as const
    const settled = [
      after(started('/login'), { type: 'session.checkFailed', callNo: 1, message: 'No.' }),
      after(...failed, { type: 'session.endedInOtherTab' }),
      after(
        ...failed,
        { type: 'signIn.submitted', attemptId: 'a1', remember: false },
        { type: 'signIn.refused', attemptId: 'a1', message: 'No.', retryAfterMs: null },
      ),
    ]
    expect(
      settled.map(({ snapshot }) => [
        session.isUnanswered(snapshot),
        step(sessionMachine, snapshot, regained).commands,
      ]),
    ).toEqual(settled.map(() => [false, []]))
  })
  test('without a token a protected page leads to /login, a public one stays, and nothing is called (§2.2)', () => {
    expect([
      after(started('/suppliers', false)).commands,
      after(started('/login', false)).commands,
      after(started('/reset-password/*', false)).commands,
    ]).toEqual([[goTo('/login')], [], []])
  })
  test('the token of a password reset is not stored, by whichever way the path comes', () => {
    const kept = [
      after(started('/reset-password/x1', false)),
      after(started('/login', false), { type: 'location.changed', path: '/reset-password/x1?a=b' }),
    ]
    expect(kept.map(({ snapshot }) => snapshot.context.path)).toEqual(['/reset-password/*', '/reset-password/*?a=b'])
  })
  test('a public page with its own purpose is shown even if the token is not valid', () => {
    expect(after(started('/reset-password/*')).commands).toEqual([])
  })
  test('a signed-in user who opens /login lands on /projects (§2.10)', () => {
    expect(after(started('/login'), confirmed(1)).commands).toEqual([goTo('/projects')])
  })
  test('a defender account lands on its index (§2.9)', () => {
    expect(after(started('/login'), confirmed(1, { ...SAMPLE_USER, account_type: 'DEFENDER' })).commands).toEqual([
      goTo('/'),
    ])
  })
  test('the account view type is DEFENDER for a DEFENDER account, otherwise DESK (§4.12)', () => {
    const viewType = (user = SAMPLE_USER) => session.accountViewType(after(started('/'), confirmed(1, user)).snapshot)
    expect([
      viewType(),
      viewType({ ...SAMPLE_USER, account_type: 'DEFENDER' }),
      session.accountViewType(after().snapshot),
    ]).toEqual(['DESK', 'DEFENDER', 'DESK'])
  })
})

describe('signing in', () => {
  const submitted: SessionEvent = { type: 'signIn.submitted', attemptId: 'a1', remember: true }
  const atLogin = (query = '') => [started(`/login${query}`, false), submitted] as const

  test('asks for a login by attempt id, with neither user name nor password (S4)', () => {
    expect(after(...atLogin()).commands).toEqual([{ type: 'login', params: { attemptId: 'a1', remember: true } }])
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
    expect(after(...atLogin(), { type: 'signIn.succeeded', attemptId: 'a1' }, confirmed(1)).commands).toEqual([
      goTo('/projects'),
    ])
  })
  test('a refusal is shown with the time to wait, until the next attempt', () => {
    const refused: SessionEvent = {
      type: 'signIn.refused',
      attemptId: 'a1',
      message: 'Too many attempts.',
      retryAfterMs: 30_000,
    }
    expect(session.signInError(after(...atLogin(), refused).snapshot)).toEqual({
      message: 'Too many attempts.',
      retryAfterMs: 30_000,
    })
    expect(session.signInError(after(...atLogin(), refused, { ...submitted, attemptId: 'a2' }).snapshot)).toBe(null)
  })
  test('the answer to an attempt given up is dropped', () => {
    const { snapshot, commands } = after(...atLogin(), { type: 'signIn.succeeded', attemptId: 'a0' })
    expect([session.isSigningIn(snapshot), commands]).toEqual([true, []])
  })

  const landing = (redirect: string) =>
    after(
      ...atLogin(`?redirect=${encodeURIComponent(redirect)}`),
      { type: 'signIn.succeeded', attemptId: 'a1' },
      confirmed(1),
    ).commands
  test('a redirect parameter under /projects/ is followed with its state (§2.31)', () => {
    expect([
      landing('/projects/5/survey?state=live'),
      landing('#/projects/5/survey'),
      landing('/projects/5/survey?state=live&pm_dsh_ud=2'),
    ]).toEqual([
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
    expect(landing(redirect)).toEqual([{ type: 'storeLinkError', params: { pm_dsh_ud: null } }, goTo('/projects')])
  })
  test.each(['%2Fprojects', '/projects', '/suppliers'])(
    'the page on which a session ended, %j, is not reported as a failed link; one under /projects/ is opened again (§2.4, §2.31)',
    ended => {
      const back = (redirect: string) => after(started(`/session-expired?redirect=${redirect}`), confirmed(1)).commands
      expect([back(ended), back('/projects/5/survey')]).toEqual([[goTo('/projects')], [goTo('/projects/5/survey')]])
    },
  )
  test('a link from outside is followed within a session, at its start and later, and otherwise after /login (§2.5, §2.31)', () => {
    const link = (redirect: string): string => `/page-redirection?redirect=${encodeURIComponent(redirect)}`
    const to = '#/projects/5/survey?state=live&pm_dsh_ud=2'
    expect([
      after(started(link(to)), confirmed(1)).commands,
      inSession(link(to)),
      inSession(`/login?redirect=${encodeURIComponent(to)}`),
      inSession(link('/suppliers')),
      inSession('/page-redirection'),
      after(started(link(to), false)).commands,
      after(started('/login', false), { type: 'location.changed', path: link(to) }).commands,
      after(started('/page-redirection', false)).commands,
    ]).toEqual([
      [goTo('/projects/5/survey?state=live')],
      [goTo('/projects/5/survey?state=live')],
      [goTo('/projects/5/survey?state=live')],
      [{ type: 'storeLinkError', params: { pm_dsh_ud: null } }, goTo('/projects')],
      [goTo('/projects')],
      [goTo(`/login?redirect=${encodeURIComponent(to)}`)],
      [goTo(`/login?redirect=${encodeURIComponent(to)}`)],
      [goTo('/login')],
    ])
  })
  test('a protected page under /projects/ is remembered on the way to /login, and one under /manage as its twin there (§2.31, §2.11, §2.17)', () => {
    const remembered = [goTo('/login?redirect=%2Fprojects%2F5%2Fsurvey%3Fstate%3D1')]
    const asked = (path: string) => after(started(path, false)).commands
    expect([
      asked('/projects/5/survey?state=1'),
      asked('/manage/project/5/survey?state=1'),
      asked('/manage/project/new'),
      asked('/manage/project/5/../../x'),
    ]).toEqual([remembered, remembered, [goTo('/login')], [goTo('/login')]])
  })
  test('a signed-in user is redirected from /session-expired to where the session ended, else to /projects, without a message about a link (§2.4, §2.10)', () => {
    expect([
      inSession('/session-expired?redirect=%2Fprojects%2F5%2Fsurvey'),
      inSession('/session-expired?redirect=%2Fsuppliers'),
      inSession('/session-expired'),
    ]).toEqual([[goTo('/projects/5/survey')], [goTo('/projects')], [goTo('/projects')]])
  })
  test('a link to another account says which, when it is one of the user’s own (§2.31)', () => {
    const link = (account: number) => `/login?redirect=${encodeURIComponent(`/projects/5/survey?pm_dsh_ud=${account}`)}`
    const member = {
      ...SAMPLE_USER,
      settings: [2, 3].map(pm_dsh_ud => ({
        pm_dsh_ud,
        dashboard_name: `Account ${pm_dsh_ud}`,
        is_default: false,
        user_time_zone: 15,
        advanced_stream_view: false,
      })),
    }
    const follows = (account: number) => after(started(link(account)), confirmed(1, member)).commands
    expect([follows(2), follows(3), follows(4)]).toEqual([
      [goTo('/projects/5/survey')],
      [{ type: 'storeLinkError', params: { pm_dsh_ud: 3 } }, goTo('/projects')],
      [{ type: 'storeLinkError', params: { pm_dsh_ud: null } }, goTo('/projects')],
    ])
  })
})

describe('a 401 (§4.7, §8.1)', () => {
  const ended: SessionEvent = { type: 'session.ended' }
  test('goes to /session-expired with the page the user was on, then reloads (§8.1, §2.4, §4.7)', () => {
    const { snapshot, commands } = after(started('/manage/project/5/survey?state=live'), confirmed(1), ended)
    expect([session.isExpired(snapshot), session.user(snapshot), commands]).toEqual([
      true,
      null,
      [
        clearSession,
        forgetAccount,
        goTo('/session-expired?redirect=%2Fmanage%2Fproject%2F5%2Fsurvey%3Fstate%3Dlive'),
        reload(0),
      ],
    ])
  })
  test.each(['/login', '/session-expired?redirect=%2F'])('leaves %s where it is (§8.1)', path => {
    expect(after(started(path), ended).commands).toEqual([clearSession, forgetAccount])
  })
  test('counts during a check, a re-check or a switch of the session, and for a changed password (§8.1)', () => {
    const expired = [clearSession, forgetAccount, goTo('/session-expired?redirect=%2Fprojects'), reload(0)]
    const signedIn = [started('/projects'), confirmed(1)] as const
    expect([
      after(started('/projects'), ended).commands,
      after(...signedIn, { type: 'session.recheckRequested' }, ended).commands,
      after(...signedIn, { type: 'account.switched' }, ended).commands,
      after(started('/projects'), confirmed(1, { ...SAMPLE_USER, is_password_updated: false }), ended).commands,
    ]).toEqual([expired, expired, expired, expired])
  })
  test('after the reload the expired page stays until the user signs in', () => {
    const { snapshot, commands } = after(started('/session-expired?redirect=%2Fprojects', false))
    expect([session.isExpired(snapshot), commands]).toEqual([true, []])
  })
  test('the sign-in on the expired page goes back to where the user was (§2.4, §2.31)', () => {
    const { commands } = after(
      started('/session-expired?redirect=%2Fprojects%2F5%2Fsurvey', false),
      { type: 'signIn.submitted', attemptId: 'a1', remember: false },
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
    expect([commands, session.user(snapshot), session.isRequesting(snapshot)]).toEqual([
      [checkSession(2)],
      SAMPLE_USER,
      true,
    ])
  })
  test('a good answer changes nothing but the user', () => {
    const renamed = { ...SAMPLE_USER, firstname: 'Anna' }
    const { snapshot, commands } = after(...due, confirmed(2, renamed))
    expect([commands, session.user(snapshot)]).toEqual([[], renamed])
  })
  test('a failed check goes to /login (§8.8)', () => {
    expect(after(...due, { type: 'session.checkFailed', callNo: 2, message: 'x' }).commands).toEqual([
      forgetAccount,
      goTo('/login'),
    ])
  })
  test('a check without an answer leaves everything as it is, and is repeated when the network is back or when it is due again (§4.7, F2)', () => {
    const unanswered = [...due, noAnswer(2)] as const
    const { value, commands, snapshot } = after(...unanswered)
    expect([value, commands, session.user(snapshot)]).toEqual([{ signedIn: 'active' }, [], SAMPLE_USER])
    expect(
      [after(...unanswered, regained), after(...unanswered, { type: 'session.recheckRequested' })].map(
        ({ commands }) => commands,
      ),
    ).toEqual([[checkSession(3)], [checkSession(3)]])
    // answered, there is nothing more to ask
    expect(after(...unanswered, regained, confirmed(3), regained).commands).toEqual([])
    expect(after(...due, confirmed(2), regained).commands).toEqual([])
  })
  test('where another tab has signed in, nothing is shown any more without an answer: the token may be somebody else’s (law 4)', () => {
    const taken: SessionEvent = { type: 'session.startedInOtherTab' }
    const shown = [
      after(started('/projects'), confirmed(1), taken, noAnswer(2)),
      after(...due, taken, noAnswer(3)),
      after(...due, taken, noAnswer(2)),
    ]
    expect(shown.map(({ value, snapshot }) => [value, session.user(snapshot)?.uid])).toEqual([
      [{ signedOut: 'resting' }, undefined],
      [{ signedOut: 'resting' }, undefined],
      [{ signedIn: 'takingOver' }, SAMPLE_USER.uid],
    ])
    expect(after(...due, taken, confirmed(3, { ...SAMPLE_USER, uid: 12 })).value).toEqual({ signedIn: 'leaving' })
  })
  test('finding another user or account reloads the page, so that nothing of the old one stays', () => {
    const { snapshot, commands } = after(...due, confirmed(2, { ...SAMPLE_USER, pm_dsh_ud: 3 }))
    expect([session.isSwitching(snapshot), commands]).toEqual([true, [forgetAccount, goTo('/projects'), reload(0)]])
  })
})

describe('signing out (§4.8)', () => {
  const signedOut: readonly Command[] = [
    { type: 'endServerSession' },
    clearSession,
    forgetAccount,
    goTo('/login?action=logout'),
  ]
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
  test('by the path /logout when no user is signed in any more leads to /login as well (§2.7)', () => {
    const toLogout: SessionEvent = { type: 'location.changed', path: '/logout' }
    const afterFailure = after(
      started('/suppliers'),
      { type: 'session.checkFailed', callNo: 1, message: 'Failed to fetch' },
      toLogout,
    )
    const afterExpiry = after(started('/session-expired?redirect=%2Fprojects', false), toLogout)
    expect(
      [afterFailure, afterExpiry].map(({ value, commands, snapshot }) => [value, commands, snapshot.context.hasToken]),
    ).toEqual([
      // A token that could not be checked may still be valid on the server.
      [{ signedOut: 'resting' }, [{ type: 'endServerSession' }, clearSession, goTo('/login?action=logout')], false],
      [{ signedOut: 'resting' }, [clearSession, goTo('/login?action=logout')], false],
    ])
  })
  test('in another tab signs out here, and leaves the storage and the server alone', () => {
    expect(after(started('/projects'), confirmed(1), { type: 'session.endedInOtherTab' }).commands).toEqual([
      forgetAccount,
      goTo('/login?action=logout'),
    ])
  })
  test('a sign-in of another tab is taken over', () => {
    expect(after(started('/login', false), { type: 'session.startedInOtherTab' }).commands).toEqual([checkSession(1)])
    expect(after(started('/projects'), confirmed(1), { type: 'session.startedInOtherTab' }).commands).toEqual([
      checkSession(2),
    ])
  })
})

describe('a switched account (§4.9)', () => {
  const asked = [started('/suppliers'), confirmed(1), { type: 'account.switched' }] as const
  const beta = { ...SAMPLE_USER, pm_dsh_ud: 3 }
  test('has the session checked with the new token, whatever else was being checked (§4.9)', () => {
    const rechecking = [
      started('/suppliers'),
      confirmed(1),
      { type: 'session.recheckRequested' },
      { type: 'account.switched' },
    ] as const
    expect([
      after(...asked).commands,
      after(...rechecking).commands,
      session.isRequesting(after(...asked).snapshot),
    ]).toEqual([[checkSession(2)], [checkSession(3)], true])
  })
  test('the user found is stored; account-switch decides where the page goes (§4.9)', () => {
    const { snapshot, commands } = after(...asked, confirmed(2, beta))
    expect([session.isSwitching(snapshot), session.user(snapshot), commands]).toEqual([true, beta, []])
  })
  test('a check that fails goes to /login (§8.8)', () => {
    expect(after(...asked, { type: 'session.checkFailed', callNo: 2, message: 'x' }).commands).toEqual([
      forgetAccount,
      goTo('/login'),
    ])
  })
})

describe('what the other machines are told', () => {
  const inside = [started('/projects'), { ...confirmed(1), atMs: 5 } as SessionEvent] as const
  const notice = (event: object) => ({ type: 'notify', params: { machine: 'app', event } })
  const finished = (isEnded: boolean) => notice({ type: 'session.finished', isEnded })
  const rechecked = (pm_dsh_ud: number) =>
    notice({ type: 'session.rechecked', uid: 11, pm_dsh_ud, loginParentDshUd: 1, atMs: 9 })
  const journalOf = (pm_dsh_ud: number) => ({ type: 'keepJournal', params: { uid: 11, pm_dsh_ud } })
  const again = (user = SAMPLE_USER): SessionEvent => ({ ...confirmed(2, user), atMs: 9 }) as SessionEvent
  const recheck: SessionEvent = { type: 'session.recheckRequested' }
  const elsewhere = { ...SAMPLE_USER, pm_dsh_ud: 3 }

  test('a session begins and is checked again, with the moment of the answer; another account is told before (§4.6, §4.7, law 4)', () => {
    expect([
      after(...inside).news,
      after(...inside, recheck, again()).news,
      after(...inside, recheck, again(elsewhere)).news,
      after(...inside, { type: 'account.switched' }, again(elsewhere)).news,
      after(...inside, { type: 'account.switched' }, again()).news,
    ]).toEqual([
      [notice({ type: 'session.began', uid: 11, pm_dsh_ud: 2, atMs: 5 }), journalOf(2)],
      [rechecked(2)],
      [notice({ type: 'session.accountChanged' }), rechecked(3), journalOf(3)],
      [notice({ type: 'session.accountChanged' }), rechecked(3), journalOf(3)],
      [rechecked(2)],
    ])
  })
  test('a session that is over ends for all tabs; one that is in doubt, or may do nothing else before, for this one (§1.10)', () => {
    const failed: SessionEvent = { type: 'session.checkFailed', callNo: 2, message: 'Forbidden' }
    const over = [finished(true), { type: 'endJournal' }]
    const left = [finished(false), { type: 'endJournal' }]
    expect([
      after(...inside, { type: 'signOut.requested' }).news,
      after(...inside, { type: 'session.ended' }).news,
      after(...inside, { type: 'session.endedInOtherTab' }).news,
      after(started('/logout')).news,
      after(...inside, recheck, failed).news,
      after(...inside, recheck, again({ ...SAMPLE_USER, is_password_updated: false })).news,
      after(...inside, recheck, again({ ...SAMPLE_USER, second_factor: 'required' })).news,
    ]).toEqual([over, over, over, over, left, left, left])
  })
  test('no news is sent if no user was signed in and no token was lost; the loss of an unchecked token is news', () => {
    const unchecked = [started('/projects'), noAnswer(1)] as const
    expect([
      after(started('/login', false)).news,
      after(started('/projects'), { type: 'session.checkFailed', callNo: 1, message: 'Forbidden' }).news,
      after(started('/login', false), { type: 'session.endedInOtherTab' }).news,
      after(...unchecked, { type: 'session.endedInOtherTab' }).news,
      after(...unchecked, { type: 'location.changed', path: '/logout' }).news,
      after(...inside, recheck, { ...noAnswer(2), atMs: 9 } as SessionEvent).news,
    ]).toEqual([[], [], [], [finished(true)], [finished(true)], [notice({ type: 'session.unanswered', atMs: 9 })]])
  })
})
