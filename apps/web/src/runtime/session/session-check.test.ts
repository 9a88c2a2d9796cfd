import { switchingTo } from '@desk/machines/account-switch/account-switch.selectors'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { isRequesting, isSignedIn, isUnanswered, user } from '@desk/machines/session/session.selectors'
import { describe, expect, test } from 'vitest'
import { type Answer, json, openTab, SERVER, settled, signedIn } from './testing/open-tab.ts'

describe('a session check', () => {
  const CHECK = 'GET /v1/user-login-details'
  const lost: Answer = () => {
    throw new TypeError('Failed to fetch')
  }

  test.each([
    ['no network', lost],
    ['no database', () => json({ message: 'The database is away for the moment. Please try again.' }, 503)],
    [
      'an answer of something in between',
      () => new Response('<html>Sign in to the Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }),
    ],
  ] as const)(
    'after idle time that meets %s leaves the person signed in, and is made again when the network is back (§4.7, §8.8, F2)',
    async (_, trouble) => {
      const server: Record<string, Answer> = { ...SERVER }
      const tab = await signedIn(server)
      const moves = tab.moves.length
      server[CHECK] = trouble
      tab.app.send({ type: 'idle.due' })
      await settled()
      const made = tab.calls.length
      expect([isSignedIn(tab.session.getSnapshot()), tab.moves.slice(moves)]).toEqual([true, []])
      server[CHECK] = SERVER[CHECK]!
      tab.app.send({ type: 'network.regained' })
      await settled()
      tab.app.send({ type: 'network.regained' })
      await settled()
      expect([tab.calls.slice(made), tab.moves.slice(moves)]).toEqual([[`${CHECK} Bearer token-1`], []])
    },
  )

  test('that is refused leads to /login, and the network’s return changes nothing (§8.8)', async () => {
    const server: Record<string, Answer> = { ...SERVER }
    const tab = await signedIn(server)
    server[CHECK] = () => json({ message: 'The X-Requested-With header is missing.' }, 403)
    tab.app.send({ type: 'idle.due' })
    await settled()
    const made = tab.calls.length
    tab.app.send({ type: 'network.regained' })
    await settled()
    expect([tab.moves.slice(-2), isUnanswered(tab.session.getSnapshot()), tab.calls.slice(made)]).toEqual([
      ['forget account', ['/login', true]],
      false,
      [],
    ])
  })

  test('at the start that nothing answers leads to /login, which says so, and back by itself when the network is there (§4.6, §8.8, F2)', async () => {
    const server: Record<string, Answer> = { ...SERVER, [CHECK]: lost }
    const tab = openTab(server)
    tab.tokens.start('token-1', false)
    tab.loaded('/manage/project/5/survey?state=1')
    await settled()
    expect([tab.moves.at(-1), isUnanswered(tab.session.getSnapshot()), tab.tokens.held().token]).toEqual([
      ['/login?redirect=%2Fprojects%2F5%2Fsurvey%3Fstate%3D1', true],
      true,
      'token-1',
    ])
    server[CHECK] = SERVER[CHECK]!
    tab.app.send({ type: 'network.regained' })
    await settled()
    expect([tab.moves.at(-1), isSignedIn(tab.session.getSnapshot())]).toEqual([
      ['/projects/5/survey?state=1', true],
      true,
    ])
  })
})

describe('a session in doubt', () => {
  const CHECK = 'GET /v1/user-login-details'

  test('is checked at once, and its user may do what the answer says (§6.10)', async () => {
    const server: Record<string, Answer> = { ...SERVER }
    const tab = await signedIn(server)
    server[CHECK] = () => json({ ...SAMPLE_USER, features_off: ['nested_quota'] })
    tab.session.doubt()
    await settled()
    expect(user(tab.session.getSnapshot())?.features_off).toEqual(['nested_quota'])
  })

  test('during a check is checked once more after it, since its answer may be of before', async () => {
    const server: Record<string, Answer> = { ...SERVER }
    const tab = await signedIn(server)
    const made = tab.calls.length
    tab.session.doubt()
    tab.session.doubt()
    tab.session.doubt()
    await settled()
    expect(tab.calls.slice(made)).toEqual([`${CHECK} Bearer token-1`, `${CHECK} Bearer token-1`])
  })
})

test('the app knows its user, whether the session is being asked for, and whether the account is being switched (§3.34)', async () => {
  const tab = openTab({ ...SERVER, 'POST /v1/switch-account': () => json({ Status: 1, message: 'No.' }) })
  const known = () => [
    user(tab.session.getSnapshot())?.uid ?? null,
    isRequesting(tab.session.getSnapshot()),
    switchingTo(tab.accountSwitch.getSnapshot()),
  ]
  tab.tokens.start('token-1', false)
  const states = [known()]
  tab.loaded('/projects')
  states.push(known())
  await settled()
  states.push(known())
  tab.session.send({ type: 'session.recheckRequested' })
  states.push(known())
  await settled()
  tab.switchTo(3)
  states.push(known())
  await settled()
  states.push(known())
  const { uid } = SAMPLE_USER
  expect(states).toEqual([
    [null, false, null],
    [null, true, null],
    [uid, false, null],
    [uid, true, null],
    [uid, false, 3],
    [uid, false, null],
  ])
})
