import { isDeepStrictEqual } from 'node:util'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { isSignedIn, user } from '@desk/machines/session/session.selectors'
import { expect, test } from 'vitest'
import { createDesk } from './create-desk.ts'
import type { Desk } from './desk.ts'
import { json, settled, SERVER, signInForm, type Answer } from './session/testing/open-tab.ts'
import { memoryPorts } from './testing/memory-ports.ts'

/** A desk with a server of its own, which says what it was asked. */
function ownDesk(server: Readonly<Record<string, Answer>> = SERVER) {
  const calls: string[] = []
  const ports = memoryPorts({
    path: '/login',
    fetch: async (input, init) => {
      const request = new Request(new URL(input as string, 'https://desk.example'), init)
      const call = `${request.method} ${new URL(request.url).pathname}`
      calls.push(call)
      return (server[call] ?? (() => json({}, 404)))(request, await request.text())
    },
  })
  const desk = createDesk(ports)
  desk.start()
  return { desk, calls, ports }
}

/** The state of everything in a desk. */
const standOf = (desk: Desk) => ({
  machines: [...desk.machines.states()],
  path: desk.history.location.pathname,
  theme: desk.theme.current(),
  queries: desk.queryClient.getQueryCache().getAll().length,
  preference: desk.preferences.read(SAMPLE_USER.uid, 'single-keys'),
  rememberMe: desk.stored.rememberMe(),
  isOutdated: desk.outdated.isSet(),
  awaySinceMs: desk.connection.awaySinceMs(),
  recent: desk.recent.read(SAMPLE_USER),
  topics: Object.keys(desk.feed.getSnapshot().context.topics),
})

test('two desks side by side share nothing: events of one do not affect the other', async () => {
  const [one, other] = [ownDesk(), ownDesk()]
  await settled()
  const before = standOf(other.desk)
  const callsBefore = [...other.calls]

  one.desk.session.signIn({ ...signInForm, remember: true })
  await settled()
  expect(user(one.desk.session.getSnapshot())?.uid).toBe(SAMPLE_USER.uid)
  one.desk.theme.choose('dark')
  one.desk.preferences.write(SAMPLE_USER.uid, 'single-keys', false)
  one.desk.recent.note(SAMPLE_USER, { scope: 'project', id: 5, name: 'Tea', pm_proj_ud: 5, pm_sy_ud: null, type: null })
  one.desk.queryClient.setQueryData(['x'], 1)
  one.desk.history.push('/projects')
  one.desk.outdated.set(() => {})
  one.desk.connection.lost()
  one.desk.feed.watch('projects', { read: async () => null, applySnapshot: () => {}, applyFrame: () => {} })

  const changed = standOf(one.desk)
  const untouched = Object.entries(before).filter(([what, value]) =>
    isDeepStrictEqual(changed[what as keyof typeof before], value),
  )
  expect(untouched).toEqual([])
  expect(standOf(other.desk)).toEqual(before)
  expect(other.calls).toEqual(callsBefore)
})

test('each desk signs in by itself, at its own server', async () => {
  const other = ownDesk({ ...SERVER, 'POST /v1/login': () => json({ message: 'Wrong.' }, 401) })
  const one = ownDesk()
  await settled()
  for (const { desk } of [one, other]) desk.session.signIn(signInForm)
  await settled()
  expect([one, other].map(({ desk }) => isSignedIn(desk.session.getSnapshot()))).toEqual([true, false])
})

test('a desk that is not started only reads its configuration, and stores nothing', async () => {
  const calls: string[] = []
  const kept: string[] = []
  const storage = { getItem: () => null, setItem: (key: string) => void kept.push(key), removeItem: () => {} }
  createDesk(
    memoryPorts({
      ofTab: storage,
      ofBrowser: storage,
      fetch: async input => {
        calls.push(input as string)
        return json({})
      },
    }),
  )
  await settled()
  expect([calls, kept]).toEqual([['/client-config.json'], []])
})
