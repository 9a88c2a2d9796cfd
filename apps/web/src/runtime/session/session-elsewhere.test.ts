import { switchError } from '@desk/machines/account-switch/account-switch.selectors'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { isExpired, isSignedIn, user } from '@desk/machines/session/session.selectors'
import { describe, expect, test } from 'vitest'
import { channelOf, type Answer, json, newBrowser, openTab, SERVER, settled, signedIn } from './testing/open-tab.ts'

describe('switching the account', () => {
  const member = { ...SAMPLE_USER, is_super_admin: true }
  const other = { ...member, pm_dsh_ud: 3, dashboard_name: 'Beta', login_pm_parent_dsh_ud: 9 }
  const switching = (answer: Answer): Readonly<Record<string, Answer>> => ({
    ...SERVER,
    'GET /v1/user-login-details': request =>
      json(request.headers.get('authorization') === 'Bearer token-2' ? other : member),
    'POST /v1/switch-account': answer,
    'GET /v1/projects': () => json({ message: 'Session ended' }, 401),
  })

  test('sends the account, stores the new token, checks again, keeps details and flag, goes to /projects and reloads (§4.9, api:A9)', async () => {
    const bodies: string[] = []
    const tab = await signedIn(
      switching((_, body) => {
        bodies.push(body)
        return json({ Status: 0, AccessToken: 'token-2' })
      }),
    )
    tab.switchTo(3)
    await settled()
    expect([bodies, tab.tokens.held().token, tab.stored.loginDetails(), tab.stored.isAccountSwitched()]).toEqual([
      ['{"pm_dsh_ud":3}'],
      'token-2',
      { login_pm_parent_dsh_ud: 9 },
      true,
    ])
    expect(tab.moves.slice(1)).toEqual(['forget account', ['/projects', true], ['reload', 0]])
  })

  test('to follow a link opens that very link in the other account; the next switch leads to /projects again (§4.9, look.md 16)', async () => {
    let isOpen = false
    const tab = await signedIn(
      switching(() =>
        json(isOpen ? { Status: 0, AccessToken: 'token-2' } : { Status: 1, message: 'This account is closed.' }),
      ),
    )
    const follow = async () => {
      tab.accountSwitch.follow(
        { pm_dsh_ud: 3, fromDshUd: SAMPLE_USER.pm_dsh_ud, loginParentDshUd: 1 },
        '/suppliers/7?view=all',
      )
      await settled()
    }
    await follow()
    isOpen = true
    tab.switchTo(3)
    await settled()
    expect(tab.moves.slice(1)).toEqual(['forget account', ['/projects', true], ['reload', 0]])

    const other = await signedIn(switching(() => json({ Status: 0, AccessToken: 'token-2' })))
    other.accountSwitch.follow(
      { pm_dsh_ud: 3, fromDshUd: SAMPLE_USER.pm_dsh_ud, loginParentDshUd: 1 },
      '/suppliers/7?view=all',
    )
    await settled()
    expect(other.moves.slice(1)).toEqual(['forget account', ['/suppliers/7?view=all', true], ['reload', 0]])
  })

  test('that answers another status shows the message of the server and stays (§4.9)', async () => {
    const tab = await signedIn(switching(() => json({ Status: 1, message: 'This account is closed.' })))
    tab.switchTo(3)
    await settled()
    expect([
      switchError(tab.accountSwitch.getSnapshot()),
      tab.tokens.held().token,
      user(tab.session.getSnapshot())?.pm_dsh_ud,
    ]).toEqual(['This account is closed.', 'token-1', 2])
  })

  test('in a tab that is hidden by then goes to / and reloads after 500 ms (§4.9, §9.3)', async () => {
    const tab = await signedIn(switching(() => json({ Status: 0, AccessToken: 'token-2' })))
    tab.switchTo(3)
    tab.app.send({ type: 'page.hidden' })
    await settled()
    expect(tab.moves.slice(1, 3)).toEqual([
      ['/', true],
      ['reload', 500],
    ])
  })

  test('is not ended by a call of the old token that the server refuses during it (§4.9)', async () => {
    const tab = await signedIn(switching(() => json({ Status: 0, AccessToken: 'token-2' })))
    const reading = tab.api.call('projects.list', { query: {} }).catch(() => undefined)
    tab.switchTo(3)
    await reading
    await settled()
    expect([isExpired(tab.session.getSnapshot()), tab.tokens.held().token]).toEqual([false, 'token-2'])
  })
})

describe('other tabs of the browser', () => {
  test('are signed in by a sign-in in one of them (§1.10)', async () => {
    const browser = newBrowser()
    const waiting = openTab(SERVER, browser)
    waiting.loaded('/login')
    await signedIn(SERVER, browser)
    await settled()
    expect([isSignedIn(waiting.session.getSnapshot()), waiting.tokens.held().token, waiting.calls]).toEqual([
      true,
      'token-1',
      ['GET /v1/user-login-details Bearer token-1'],
    ])
  })

  test('are signed out by a sign-out in one of them, which the server hears once (§1.10)', async () => {
    const browser = newBrowser()
    const one = await signedIn(SERVER, browser)
    const two = await signedIn(SERVER, browser)
    one.session.send({ type: 'signOut.requested' })
    await settled()
    expect([isSignedIn(two.session.getSnapshot()), two.tokens.held().token, two.moves.at(-1)]).toEqual([
      false,
      null,
      ['/login?action=logout', true],
    ])
    expect([...one.calls, ...two.calls].filter(call => call.startsWith('POST /v1/logout'))).toEqual([
      'POST /v1/logout Bearer token-1',
    ])
  })

  test('follow an account change: they check again, go to /projects and reload (§1.10)', async () => {
    const beta = { ...SAMPLE_USER, pm_dsh_ud: 3, dashboard_name: 'Beta' }
    const server: Readonly<Record<string, Answer>> = {
      ...SERVER,
      'GET /v1/user-login-details': request =>
        json(request.headers.get('authorization') === 'Bearer token-2' ? beta : SAMPLE_USER),
      'POST /v1/switch-account': () => json({ Status: 0, AccessToken: 'token-2' }),
    }
    const browser = newBrowser()
    const one = await signedIn(server, browser)
    const two = await signedIn(server, browser)
    one.switchTo(3)
    await settled()
    expect([two.tokens.held().token, two.moves.slice(-3)]).toEqual([
      'token-2',
      ['forget account', ['/projects', true], ['reload', 0]],
    ])
  })

  test('that end the account which this one has left by a switch leave it alone (§1.10, §4.9)', async () => {
    const browser = newBrowser()
    const beta = { ...SAMPLE_USER, pm_dsh_ud: 3 }
    const ofTokens: Readonly<Record<string, Answer>> = {
      ...SERVER,
      'GET /v1/user-login-details': request =>
        json(request.headers.get('authorization') === 'Bearer token-2' ? beta : SAMPLE_USER),
      'POST /v1/switch-account': () => json({ Status: 0, AccessToken: 'token-2' }),
    }
    const one = await signedIn(ofTokens, browser)
    one.switchTo(3)
    await settled()
    const late = channelOf(browser)
    late.postMessage({
      kind: 'sessionEnded',
      tabId: 'late',
      seq: 1,
      ended: { uid: SAMPLE_USER.uid, pm_dsh_ud: SAMPLE_USER.pm_dsh_ud },
    })
    await settled()
    expect([isSignedIn(one.session.getSnapshot()), one.tokens.held().token]).toEqual([true, 'token-2'])
    late.postMessage({ kind: 'sessionEnded', tabId: 'late', seq: 2, ended: { uid: SAMPLE_USER.uid, pm_dsh_ud: 3 } })
    await settled()
    expect([isSignedIn(one.session.getSnapshot()), one.tokens.held().token]).toEqual([false, null])
  })

  test('are not signed out by a check that fails in one of them (§8.8, §1.10)', async () => {
    const browser = newBrowser()
    let isRefused = false
    const one = await signedIn(
      {
        ...SERVER,
        'GET /v1/user-login-details': () => (isRefused ? json({ message: 'No.' }, 403) : json(SAMPLE_USER)),
      },
      browser,
    )
    const two = await signedIn(SERVER, browser)
    isRefused = true
    one.session.send({ type: 'session.recheckRequested' })
    await settled()
    expect([one, two].map(({ session, tokens }) => [isSignedIn(session.getSnapshot()), tokens.held().token])).toEqual([
      [false, 'token-1'],
      [true, 'token-1'],
    ])
  })

  test('lose login details and switch flag with the session (§4.8, §1.10)', async () => {
    const browser = newBrowser()
    const one = await signedIn(SERVER, browser)
    const two = await signedIn(SERVER, browser)
    two.stored.setAccountSwitched(true)
    one.session.send({ type: 'signOut.requested' })
    await settled()
    expect([two.stored.isAccountSwitched(), two.stored.loginDetails()]).toEqual([false, null])
  })

  test('show the theme that is chosen in one of them, and do not tell it again (§1.10)', async () => {
    const browser = newBrowser()
    const tabs = [openTab(SERVER, browser), openTab(SERVER, browser), openTab(SERVER, browser)]
    for (const tab of tabs) tab.loaded('/login')
    tabs[0]?.tabs.send({ type: 'tab.themeChosen', theme: 'dark' })
    await settled()
    expect(tabs.map(({ moves }) => moves)).toEqual([[], [['theme', 'dark']], [['theme', 'dark']]])
  })
})
