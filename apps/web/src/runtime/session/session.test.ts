import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import {
  asksForCode,
  codeError,
  isExpired,
  isSendingCode,
  isSignedIn,
  signInError,
} from '@desk/machines/session/session.selectors'
import { describe, expect, test } from 'vitest'
import { LINK_REDIRECT_ERROR } from './session-handlers.ts'
import {
  type Answer,
  json,
  newBrowser,
  openTab,
  PASSWORD,
  SERVER,
  settled,
  signedIn,
  signInForm,
  type Tab,
} from './testing/open-tab.ts'

describe('session start', () => {
  test('fetches the session; the user is stored, switch flag and login parent account come from storage (§4.6, api:A3)', async () => {
    const tab = openTab()
    tab.tokens.start('token-1', false)
    tab.stored.setLoginDetails({ login_pm_parent_dsh_ud: 77 })
    tab.stored.setAccountSwitched(true)
    tab.loaded('/projects/5/survey')
    await settled()
    const { user: kept, switchFlag, loginParentDshUd } = tab.session.getSnapshot().context
    expect([tab.calls, kept, switchFlag, loginParentDshUd, tab.moves]).toEqual([
      ['GET /v1/user-login-details Bearer token-1'],
      SAMPLE_USER,
      true,
      77,
      [],
    ])
  })

  test('that fails goes to /login, which keeps the page for later (§4.6, §8.8)', async () => {
    const tab = openTab({})
    tab.tokens.start('token-1', false)
    tab.loaded('/projects/5/survey')
    await settled()
    expect([isSignedIn(tab.session.getSnapshot()), tab.moves]).toEqual([
      false,
      ['forget account', ['/login?redirect=%2Fprojects%2F5%2Fsurvey', true]],
    ])
  })

  test('without a token asks the server for nothing (law 3)', async () => {
    const tab = openTab()
    tab.loaded('/projects')
    await settled()
    expect([tab.calls, tab.moves]).toEqual([[], [['/login', true]]])
  })
})

describe('signing in', () => {
  test('stores the token for the tab, checks the session and lands on /projects (§2.10, §7.2, api:A1)', async () => {
    const tab = await signedIn()
    expect([tab.calls, tab.tokens.held().token, tab.tokens.isRemembered(), tab.moves]).toEqual([
      ['POST /v1/login -', 'GET /v1/user-login-details Bearer token-1'],
      'token-1',
      false,
      [['/projects', true]],
    ])
  })

  test('with remember me keeps token and choice beyond the tab, and tells the server (§1.9, §9.14)', async () => {
    const sent: unknown[] = []
    const server: Readonly<Record<string, Answer>> = {
      ...SERVER,
      'POST /v1/login': (_, body) => {
        sent.push(JSON.parse(body))
        return json({ AccessToken: 'token-1', is_password_updated: true })
      },
    }
    const kept: unknown[] = []
    for (const remember of [true, false]) {
      const tab = openTab(server)
      tab.loaded('/login')
      tab.session.signIn({ ...signInForm, remember })
      await settled()
      kept.push([tab.tokens.isRemembered(), tab.stored.rememberMe()])
    }
    const { username, password } = signInForm
    expect([kept, sent]).toEqual([
      [
        [true, true],
        [false, false],
      ],
      [
        { username, password, remember: true },
        { username, password, remember: false },
      ],
    ])
  })

  test('that is refused tells why and how long to wait, and stays', async () => {
    const tab = openTab({
      'POST /v1/login': () =>
        Response.json({ message: 'Too many tries.' }, { status: 429, headers: { 'retry-after': '30' } }),
    })
    tab.loaded('/login')
    tab.session.signIn(signInForm)
    await settled()
    expect([signInError(tab.session.getSnapshot()), tab.tokens.held().token, tab.moves]).toEqual([
      { message: 'Too many tries.', retryAfterMs: 30_000 },
      null,
      [],
    ])
  })

  test('shows neither the typed credentials nor the token to machine or journal (S4)', async () => {
    const tab = openTab()
    tab.loaded('/login')
    tab.session.signIn({ ...signInForm, username: 'Canary-password-in-the-name-field' })
    await settled()
    tab.session.signIn(signInForm)
    await settled()
    expect(isSignedIn(tab.session.getSnapshot())).toBe(true)
    const reset = 'reset-password/canary-reset-token'
    for (const path of [
      `/${reset}?x=1`,
      `/v2/${reset}`,
      `/Reset-Password//canary-reset`,
      `/session-expired?redirect=${encodeURIComponent(`/${reset}`)}`,
      `/login?redirect=%252F${reset.replace('/', '%252F')}`,
      '/support/links/canary-link-token',
      '/login?redirect=%2Fsupport%2Flinks%2Fcanary-link-token',
    ])
      tab.app.send({ type: 'location.changed', path })
    const seen = JSON.stringify(tab.recorded)
    expect(['Canary', 'token-1', 'canary-reset', 'canary-link'].filter(secret => seen.includes(secret))).toEqual([])
  })
})

describe('a sign-in with a second factor', () => {
  const server: Readonly<Record<string, Answer>> = {
    ...SERVER,
    'POST /v1/login': () => json({ second_factor: { challenge: 'canary-challenge', expires_in_seconds: 300 } }),
    'POST /v1/login/second-factor': (_, body) =>
      body === JSON.stringify({ challenge: 'canary-challenge', code: 'canary-code' })
        ? json({ AccessToken: 'token-1', is_password_updated: true })
        : json({ message: 'Too late.' }, 401),
  }
  const asked = async () => {
    const tab = openTab(server)
    tab.loaded('/login')
    tab.session.signIn(signInForm)
    await settled()
    return tab
  }

  const shown = ({ session }: Tab) => {
    const snapshot = session.getSnapshot()
    return asksForCode(snapshot) ? { problem: codeError(snapshot), isSending: isSendingCode(snapshot) } : null
  }

  test('asks for its code and then goes on; neither challenge nor code is shown to machine or journal (S4)', async () => {
    const tab = await asked()
    expect([shown(tab), tab.tokens.held().token]).toEqual([{ problem: null, isSending: false }, null])
    tab.session.giveCode('canary-code')
    await settled()
    const seen = JSON.stringify(tab.recorded)
    expect([isSignedIn(tab.session.getSnapshot()), tab.tokens.held().token, shown(tab)]).toEqual([
      true,
      'token-1',
      null,
    ])
    expect(['canary', 'token-1'].filter(secret => seen.includes(secret))).toEqual([])
  })

  test('that took too long is refused, and can be begun again', async () => {
    const tab = await asked()
    tab.session.giveCode('another')
    await settled()
    expect([signInError(tab.session.getSnapshot()), shown(tab)]).toEqual([
      { message: 'Too late.', retryAfterMs: null },
      null,
    ])
    tab.session.signIn(signInForm)
    await settled()
    expect(shown(tab)).toEqual({ problem: null, isSending: false })
  })

  test('whose code is wrong, or does not get there, asks again', async () => {
    const tab = openTab({
      ...server,
      'POST /v1/login/second-factor': () => json({ message: 'The code is not right.', details: [] }, 422),
    })
    tab.loaded('/login')
    tab.session.signIn(signInForm)
    await settled()
    tab.session.giveCode('another')
    await settled()
    expect([shown(tab), signInError(tab.session.getSnapshot())]).toEqual([
      { problem: 'The code is not right.', isSending: false },
      null,
    ])
  })
})

describe('a login redirect', () => {
  const landed = async (path: string) => {
    const tab = openTab()
    tab.tokens.start('token-1', false)
    tab.loaded(path)
    await settled()
    return [tab.moves.at(-1), tab.stored.takeLinkRedirectError()]
  }

  test('leads to a page under /projects/; any other leads to /projects, and the next page says so once (§2.31, §1.9)', async () => {
    expect([
      await landed('/login?redirect=%23%2Fprojects%2F5%2Fsurvey%3Fstate%3D1'),
      await landed('/login?redirect=%2Fadmin'),
      await landed('/login'),
    ]).toEqual([
      [['/projects/5/survey?state=1', true], null],
      [['/projects', true], { message: LINK_REDIRECT_ERROR, pm_dsh_ud: null }],
      [['/projects', true], null],
    ])
  })

  test('of an ended session is no link that anybody followed: nothing is said about it (§2.4)', async () => {
    expect(await landed('/session-expired?redirect=%2Fprojects')).toEqual([['/projects', true], null])
  })
})

describe('signing out', () => {
  test('tells the server with the token that goes, then removes token, login details and switch flag (§4.8, §2.7, api:A2)', async () => {
    const tab = await signedIn()
    tab.stored.setAccountSwitched(true)
    tab.session.send({ type: 'signOut.requested' })
    await settled()
    expect([
      tab.calls.at(-1),
      tab.tokens.held().token,
      tab.stored.loginDetails(),
      tab.stored.isAccountSwitched(),
    ]).toEqual(['POST /v1/logout Bearer token-1', null, null, false])
    expect(tab.moves.slice(1)).toEqual(['forget account', ['/login?action=logout', true]])
  })

  test('is done at once here, and sent to the server behind the journal’s end, with the token that both go with (§4.8)', async () => {
    let answerEnd = () => {}
    const tab = await signedIn(SERVER, newBrowser(), () => new Promise(resolve => (answerEnd = resolve)))
    const made = tab.calls.length
    tab.session.send({ type: 'signOut.requested' })
    await settled()
    expect([tab.tokens.held().token, tab.moves.at(-1), tab.calls.slice(made)]).toEqual([
      null,
      ['/login?action=logout', true],
      [],
    ])
    answerEnd()
    await settled()
    expect(tab.calls.slice(made)).toEqual(['POST /v1/logout Bearer token-1'])
  })
})

describe('a 401', () => {
  test('goes to /session-expired with the page, then reloads; nothing of the session is left (§8.1, §4.7, §2.4)', async () => {
    const tab = await signedIn({ ...SERVER, 'GET /v1/projects': () => json({ message: 'Session ended' }, 401) })
    await tab.api.call('projects.list', { query: {} }).catch(() => undefined)
    expect([isExpired(tab.session.getSnapshot()), tab.tokens.held().token, tab.moves.slice(1)]).toEqual([
      true,
      null,
      ['forget account', ['/session-expired?redirect=%2Fprojects', true], ['reload', 0]],
    ])
  })
})

test('every event from outside is recorded, by each machine that it comes to; the journal belongs to the signed-in user', async () => {
  const tab = await signedIn()
  const taken = () =>
    tab.recorded.splice(0).map(entry =>
      (entry as [string, { type: string }])
        .slice(0, 2)
        .map(part => (typeof part === 'string' ? part : part.type))
        .join(' '),
    )
  expect(taken()).toEqual([
    'app page.loaded',
    'tabs tabs.linked',
    'session app.started',
    'session signIn.submitted',
    'session signIn.succeeded',
    'session session.confirmed',
    'app session.began',
    'tabs tab.sessionChanged',
    'app location.changed',
    'session location.changed',
  ])
  tab.app.send({ type: 'page.hidden' })
  tab.session.send({ type: 'signOut.requested' })
  expect([
    taken(),
    tab.owners
      .map(owner => owner?.pm_dsh_ud ?? null)
      .filter((owner, index, owners) => index === 0 || owner !== owners[index - 1]),
  ]).toEqual([
    [
      'app page.hidden',
      'account-switch page.hidden',
      'session signOut.requested',
      'app session.finished',
      'account-switch session.ended',
      'tabs tab.sessionChanged',
      'app location.changed',
      'session location.changed',
    ],
    [SAMPLE_USER.pm_dsh_ud, null],
  ])
})

test('a sign-out without a network leaves nothing in the browser (§4.8)', async () => {
  const tab = await signedIn({
    ...SERVER,
    'POST /v1/logout': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  tab.stored.setAccountSwitched(true)
  tab.session.send({ type: 'signOut.requested' })
  await settled()
  expect([
    tab.tokens.held().token,
    tab.stored.loginDetails(),
    tab.stored.isAccountSwitched(),
    tab.moves.at(-1),
  ]).toEqual([null, null, false, ['/login?action=logout', true]])
})

test('a new password goes on under the new token (§2.8, api:A4)', async () => {
  let isUpdated = false
  const tab = openTab({
    ...SERVER,
    'GET /v1/user-login-details': () => json({ ...SAMPLE_USER, is_password_updated: isUpdated }),
    'POST /v1/update-password': () => {
      isUpdated = true
      return json({ AccessToken: 'token-2', is_password_updated: true })
    },
  })
  tab.loaded('/login')
  tab.session.signIn(signInForm)
  await settled()
  expect(tab.moves).toEqual(['forget account', ['/change-password?action=change_password', true]])
  await tab.session.changePassword({ payload: { password: PASSWORD, new_password: 'Canary-password-2' } })
  await settled()
  expect([isSignedIn(tab.session.getSnapshot()), tab.tokens.held().token, tab.moves.at(-1)]).toEqual([
    true,
    'token-2',
    ['/projects', true],
  ])
})
