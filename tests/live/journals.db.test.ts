import { fingerprint } from '@desk/machines/journal/fingerprint'
import { replay, type Checkpoint } from '@desk/machines/journal/fold'
import { machineOf } from '@desk/machines/registry'
import { start, step } from '@desk/machines/runtime/step'
import type { SessionEvent } from '@desk/machines/session/session.events'
import { sessionMachine } from '@desk/machines/session/session.machine'
import { TEST_PASSWORD } from '@desk/platform/testing/study'
import type { JournalPage, JournalSummary } from '@desk/schema/journal/journal-view'
import { decodeAnswer } from '@desk/web/runtime/api/answer-decoder'
import { createApiClient } from '@desk/web/runtime/api/api-client'
import { ENDPOINTS } from '@desk/web/runtime/api/endpoint-table'
import { DEFAULT_CONFIG } from '@desk/web/runtime/config'
import { openJournalStore, type JournalStore } from '@desk/web/runtime/journal/journal-store'
import { openJournalWriter } from '@desk/web/runtime/journal/journal-writer'
import { openRecorder, type JournalOwner, type Recorder } from '@desk/web/runtime/journal/recorder'
import { freshDatabase } from '@desk/web/runtime/journal/testing/fake-database'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { houseOfTests, type House } from './testing.ts'

const house = houseOfTests()

beforeEach(freshDatabase)

/** One browser tab with the shipped journal, in front of a real gateway and platform. */
interface Tab {
  readonly recorder: Recorder
  readonly session: string
  send(event: SessionEvent): void
  /** Lets the timers that wait run out. */
  elapse(): void
  /** No network from now on, or again one. */
  cut(isCut: boolean): void
  /** The page hears that there is a network again, or that it is shown again. */
  comeBack(how: 'online' | 'visibilitychange'): void
  readonly keepalives: readonly boolean[]
}

function openTab({ gateway }: House, token: string): Tab {
  let due: (() => void)[] = []
  let isCut = false
  const session = randomUUID()
  const sessions = [session]
  const keepalives: boolean[] = []
  const after = (_: number, act: () => void) => void due.push(act)
  const page = Object.assign(new EventTarget(), { document: { visibilityState: 'visible', scripts: [] } as const })
  const api = createApiClient({
    fetch: (input, init) => {
      if (isCut) return Promise.reject(new TypeError('Failed to fetch'))
      keepalives.push(init?.keepalive === true)
      // Node has no page to outlive
      return fetch(`${gateway.url}${input as string}`, { ...init, keepalive: false })
    },
    config: async () => DEFAULT_CONFIG,
    environment: () => 'other',
    token: () => ({ token, generation: 1 }),
    renewToken: () => true,
    onUnauthorized: () => undefined,
    nowMs: () => Date.now(),
    loadDecoder: async () => ({ decodeAnswer }),
    loadEndpoints: async () => ({ ENDPOINTS }),
  })
  const recorder = openRecorder({
    openWriter: () => openJournalWriter({ api, page, after }),
    newSession: () => sessions.shift() ?? randomUUID(),
    nowMs: () => Date.now(),
    after,
    onFault: fault => {
      throw fault
    },
  })
  let { snapshot } = start(sessionMachine)
  return {
    recorder,
    session,
    send: event => {
      snapshot = step(sessionMachine, snapshot, event).snapshot
      recorder.record('session', event, snapshot)
    },
    elapse: () => {
      const ran = due
      due = []
      for (const act of ran) act()
    },
    cut: cut => void (isCut = cut),
    comeBack: how => void page.dispatchEvent(new Event(how)),
    keepalives,
  }
}

interface Person {
  readonly username: string
  readonly token: string
  readonly owner: JournalOwner
}

async function person(roleId: 1 | 2 | 3, accountId?: number): Promise<Person> {
  const { maker, call } = house()
  const account = accountId ?? (await maker.account({ name: `House ${randomUUID()}`, isStaff: roleId === 3 }))
  const { username, userId } = await maker.user({ accountId: account, roleId, isStaff: roleId === 3 })
  const { body } = await call('POST', '/v1/login', { body: { username, password: TEST_PASSWORD } })
  return { username, token: body.AccessToken, owner: { uid: userId, pm_dsh_ud: account } }
}

const stored = async (support: Person, journal: string): Promise<JournalPage> =>
  (await house().call('GET', `/v1/journals/${journal}`, { token: support.token })).body
const seqsOf = async (support: Person, journal: string): Promise<number[] | null> =>
  (await stored(support, journal)).entries?.map(({ seq }) => seq) ?? null
const until = (what: () => Promise<unknown>, wanted: unknown) =>
  vi.waitFor(async () => expect(await what()).toEqual(wanted), { timeout: 10_000, interval: 20 })
async function local<A>(read: (store: JournalStore) => Promise<A>): Promise<A> {
  const store = await openJournalStore()
  try {
    return await read(store)
  } finally {
    store.close()
  }
}

const LOOK_AROUND: readonly SessionEvent[] = [
  { type: 'app.started', hasToken: false, path: '/projects/5/survey' },
  { type: 'signIn.submitted', attemptId: 'a1', remember: false },
  { type: 'signIn.refused', attemptId: 'a1', message: 'The network is gone.', retryAfterMs: null },
]

test('a session is found by the user’s name, and folds to the same fingerprints in the browser and here', async () => {
  const [ann, support] = [await person(2), await person(3)]
  const tab = openTab(house(), ann.token)
  for (const event of LOOK_AROUND) tab.send(event)
  tab.recorder.belongsTo(ann.owner)
  tab.recorder.flush()
  await until(async () => (tab.elapse(), seqsOf(support, tab.session)), [1, 2, 3])

  const { body } = await house().call(
    'GET',
    `/v1/journals?user=${ann.username}&error=network%20is%20gone&route=%2Fprojects%2F5`,
    { token: support.token },
  )
  expect(body.map(({ journal, uid, errors, build }: JournalSummary) => [journal, uid, errors, build])).toEqual([
    [tab.session, ann.owner.uid, 1, 'development'],
  ])
  const [there, here] = [await stored(support, tab.session), await local(store => store.read(tab.session))]
  const [onServer, inBrowser] = [replay(there.entries, there.from as Checkpoint), replay(here.entries, here.from)]
  expect([onServer.kind, inBrowser.kind]).toEqual(['equal', 'equal'])
  if (onServer.kind !== 'equal' || inBrowser.kind !== 'equal') return
  expect(fingerprint(onServer.checkpoint.states['session']!)).toBe(fingerprint(inBrowser.checkpoint.states['session']!))
})

test('without a network nothing is lost: entries are sent when it is back, and those left by a crash only by the same user’s next page', async () => {
  const [ann, bob, support] = [await person(2), await person(2), await person(3)]
  const crashed = openTab(house(), ann.token)
  crashed.cut(true)
  crashed.recorder.belongsTo(ann.owner)
  for (const event of LOOK_AROUND) crashed.send(event)
  crashed.recorder.flush()
  await until(() => local(async store => (await store.read(crashed.session)).entries.length), 3)

  const other = openTab(house(), bob.token)
  other.recorder.belongsTo(bob.owner)
  other.send({ type: 'app.started', hasToken: true, path: '/projects' })
  other.recorder.flush()
  await until(async () => (other.elapse(), seqsOf(support, other.session)), [1])
  expect(await seqsOf(support, crashed.session)).toBe(null)

  const next = openTab(house(), ann.token)
  next.cut(true)
  next.recorder.belongsTo(ann.owner)
  next.send({ type: 'app.started', hasToken: true, path: '/projects' })
  next.recorder.flush()
  await until(() => local(async store => (await store.read(next.session)).entries.length), 1)
  next.cut(false)
  // at once when the page hears of it, before any wait is over
  await until(
    async () => (
      next.comeBack('online'),
      [await seqsOf(support, crashed.session), await seqsOf(support, next.session)]
    ),
    [[1, 2, 3], [1]],
  )
  next.send({ type: 'location.changed', path: '/suppliers' })
  next.recorder.flush()
  await until(async () => (next.comeBack('visibilitychange'), seqsOf(support, next.session)), [1, 2])
  expect((await stored(support, crashed.session)).journal.uid).toBe(ann.owner.uid)
})

test('a page that hides sends its last events at once, in a call that outlives it', async () => {
  const [ann, support] = [await person(2), await person(3)]
  const tab = openTab(house(), ann.token)
  tab.recorder.belongsTo(ann.owner)
  tab.send(LOOK_AROUND[0]!)
  tab.recorder.flush()
  await until(async () => (tab.elapse(), seqsOf(support, tab.session)), [1])
  tab.send(LOOK_AROUND[1]!)
  tab.recorder.leave()
  await until(() => seqsOf(support, tab.session), [1, 2])
  expect(tab.keepalives.at(-1)).toBe(true)
})

test('a sign-out ends the journal with its last event; who signs in next on the same page has another one, which replays from where it began', async () => {
  const account = await house().maker.account({ name: 'Shared desk' })
  const [ann, bob, support] = [await person(2, account), await person(2, account), await person(3)]
  const tab = openTab(house(), ann.token)
  tab.send(LOOK_AROUND[0]!)
  tab.recorder.belongsTo(ann.owner)
  tab.recorder.flush()
  await until(async () => (tab.elapse(), seqsOf(support, tab.session)), [1])
  tab.send({ type: 'signOut.requested' })
  tab.recorder.belongsTo(null)
  await until(() => seqsOf(support, tab.session), [1, 2])
  tab.send({ type: 'location.changed', path: '/login?action=logout' })
  tab.recorder.belongsTo(bob.owner)
  tab.send({ type: 'session.endedInOtherTab' })
  tab.recorder.flush()
  const second = await vi.waitFor(
    () => local(async store => (await store.sessions()).find(({ session }) => session !== tab.session)!.session),
    { timeout: 5_000 },
  )
  const { from, entries } = await local(store => store.read(second))
  expect([
    Object.keys(from.states),
    entries.map(({ event }) => event.type),
    replay(entries, from).kind,
    from.versions['session'],
  ]).toEqual([['session'], ['location.changed', 'session.endedInOtherTab'], 'equal', machineOf('session')!.version])
})

test('canary secrets are found neither in the browser’s database nor on the server (S4)', async () => {
  const CANARY = 'canary-typed-4711'
  const [ann, support] = [await person(2), await person(3)]
  const tab = openTab(house(), ann.token)
  tab.recorder.belongsTo(ann.owner)
  // fields that no schema has, as a slip in a form would send them
  tab.send({ ...LOOK_AROUND[1]!, password: CANARY, deep: { token: CANARY } } as unknown as SessionEvent)
  tab.send({ type: 'location.changed', path: `/reset-password/${CANARY}?x=1` })
  tab.recorder.flush()
  await until(async () => (tab.elapse(), seqsOf(support, tab.session)), [1, 2])
  const everything = [
    await stored(support, tab.session),
    await local(async store => [await store.read(tab.session), await store.sessions()]),
  ]
  expect([
    JSON.stringify(everything).includes(CANARY),
    JSON.stringify(everything).includes('/reset-password/*'),
  ]).toEqual([false, true])
})
