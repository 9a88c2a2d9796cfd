import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { BEGINNING, replay } from '@desk/machines/journal/fold'
import { MACHINES } from '@desk/machines/registry'
import type { SessionEvent } from '@desk/machines/session/session.events'
import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import { sessionMachine } from '@desk/machines/session/session.machine'
import { sidebarMachine } from '@desk/machines/sidebar/sidebar.machine'
import { beforeEach, describe, expect, test } from 'vitest'
import { run, type CommandHandlers } from '../runner.ts'
import {
  openJournalStore,
  SENT_LIFE_MS,
  UNSENT_LIFE_MS,
  type JournalLimits,
  type JournalStore,
} from './journal-store.ts'
import { beginningOf, entriesOf, runningBuild } from './journal-writer.ts'
import {
  BATCH_MS,
  FIRST_OPEN_RETRY_MS,
  LONGEST_END_MS,
  MAX_WAITING,
  OPEN_TRIES,
  openRecorder,
  type JournalStart,
  type Taken,
} from './recorder.ts'

beforeEach(() => {
  indexedDB = new IDBFactory()
})

/** Commands of the session are not performed here: the journal is about events alone. */
const idle = new Proxy({}, { get: () => () => {}, has: () => true }) as CommandHandlers<typeof sessionMachine>

const LIFE: readonly SessionEvent[] = [
  { type: 'app.started', hasToken: false, path: '/projects/5/survey' },
  { type: 'signIn.submitted', attemptId: 'a1', remember: false },
  { type: 'signIn.succeeded', attemptId: 'a1' },
  { type: 'session.confirmed', callNo: 1, user: SAMPLE_USER, switchFlag: false, loginParentDshUd: null },
  { type: 'location.changed', path: '/projects' },
  { type: 'session.ended' },
]

const ANN = { uid: 11, pm_dsh_ud: 2 }
const BOB = { uid: 12, pm_dsh_ud: 2 }
const about = (session: string) => ({ session, build: 'b1', from: BEGINNING, owner: null })

interface Recorded {
  readonly batches: (readonly Taken[])[]
  readonly journals: JournalStart[]
  readonly told: unknown[]
  readonly ends: (() => void)[]
  readonly due: (() => void)[]
  readonly retries: (readonly [number, () => void])[]
  readonly faults: unknown[]
}

function recording(write?: (taken: readonly Taken[]) => Promise<void>, failsToOpen = 0) {
  const seen: Recorded = { batches: [], journals: [], told: [], ends: [], due: [], retries: [], faults: [] }
  let failures = 0
  let sessions = 0
  let atMs = 1_000
  const recorder = openRecorder({
    openWriter: async () => {
      if (failures++ < failsToOpen) throw new TypeError('Failed to fetch')
      return {
        write: async (journal, taken) => {
          seen.journals.push(journal)
          seen.batches.push(taken)
          await write?.(taken)
        },
        own: (session, owner) => void seen.told.push(['own', session, owner]),
        end: (session, isTokenThere) => {
          seen.told.push(['end', session, isTokenThere])
          return new Promise(resolve => seen.ends.push(resolve))
        },
        leave: () => void seen.told.push('leave'),
      }
    },
    newSession: () => `journal ${(sessions += 1)}`,
    nowMs: () => (atMs += 10),
    after: (delayMs, act) => {
      if (delayMs === BATCH_MS) seen.due.push(act)
      else seen.retries.push([delayMs, act])
    },
    onFault: fault => void seen.faults.push(fault),
  })
  return { recorder, seen }
}

/** Lives through LIFE and the sidebar's toggles, and gives all that was taken down. */
async function lived(toggles = 1): Promise<readonly Taken[]> {
  const { recorder, seen } = recording()
  const session = run('session', sessionMachine, { handlers: idle, recorder })
  const sidebar = run('sidebar', sidebarMachine, { handlers: {}, recorder })
  for (const event of LIFE) session.send(event)
  for (let toggle = 0; toggle < toggles; toggle += 1) sidebar.send({ type: 'sidebar.toggleRequested' })
  recorder.belongsTo(ANN)
  recorder.flush()
  await new Promise(resolve => setImmediate(resolve))
  return seen.batches.flat()
}

async function kept(taken: readonly Taken[], limits?: JournalLimits, batch = 3) {
  const store = await openJournalStore('test', limits)
  const entries = entriesOf('tab 1', taken)
  for (let at = 0; at < entries.length; at += batch) await store.append(entries.slice(at, at + batch), about('tab 1'))
  return store
}

describe('the journal', () => {
  test('holds every event from outside with seq, time, machine, version and fingerprint', async () => {
    const [first] = entriesOf('tab 1', await lived())
    expect(first).toEqual({
      session: 'tab 1',
      seq: 1,
      atMs: 1_010,
      machine: 'session',
      version: MACHINES.session.version,
      event: LIFE[0],
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    })
  })

  test('comes back from the database and folds to the recorded fingerprint at every entry (law 1)', async () => {
    const store = await kept(await lived(2))
    const { from, entries } = await store.read('tab 1')
    expect(entries.map(({ seq, machine, event }) => [seq, machine, event.type])).toEqual([
      ...LIFE.map(({ type }, index) => [index + 1, 'session', type]),
      [7, 'sidebar', 'sidebar.toggleRequested'],
      [8, 'sidebar', 'sidebar.toggleRequested'],
    ])
    expect(replay(entries, from)).toEqual({
      kind: 'equal',
      checkpoint: {
        seq: 8,
        states: expect.objectContaining({ sidebar: { value: 'open', context: { isNarrow: false } } }),
        versions: { session: MACHINES.session.version, sidebar: MACHINES.sidebar.version },
      },
    })
    store.close()
  })

  test('a fingerprint that is not the one of the fold names the entry (law 1)', async () => {
    const store = await kept(await lived())
    const { entries } = await store.read('tab 1')
    const forged = entries.map(entry => (entry.seq === 4 ? { ...entry, fingerprint: '0'.repeat(16) } : entry))
    expect(replay(forged)).toEqual({
      kind: 'mismatch',
      seq: 4,
      machine: 'session',
      expected: '0'.repeat(16),
      actual: entries[3]!.fingerprint,
    })
    store.close()
  })

  test('holds no field that an event does not have', async () => {
    const { recorder, seen } = recording()
    const session = run('session', sessionMachine, { handlers: idle, recorder })
    // A field that the schema does not know, as a slip in a form would send it.
    session.send({
      type: 'signIn.submitted',
      attemptId: 'a1',
      username: 'ann',
      remember: false,
      password: 'Canary-1',
    } as SessionEvent)
    recorder.belongsTo(ANN)
    recorder.flush()
    await new Promise(resolve => setImmediate(resolve))
    expect(JSON.stringify(entriesOf('tab 1', seen.batches.flat()))).not.toContain('Canary-1')
  })

  describe('of several tabs', () => {
    const lifeOf = async (session: string, atMs = 1) =>
      entriesOf(session, await lived()).map(entry => ({ ...entry, atMs }))
    const inBrowser = (alive: readonly string[], maxEntries = 10) =>
      openJournalStore('test', { maxEntries, maxBytes: 1e9 }, async () => new Set(alive))
    const held = async (store: JournalStore) =>
      (await store.sessions()).map(({ session, entries }) => [session, entries])

    test('is bounded for each by itself: what a tab that lives has not sent is not another’s to throw away, and replays whole (law 1)', async () => {
      const [one, other] = [await inBrowser([]), await inBrowser([])]
      const entries = await lifeOf('one')
      await one.append(entries.slice(0, 5), about('one'))
      await other.append((await lifeOf('other')).slice(0, 6), about('other'))
      await one.append(entries.slice(5), about('one'))
      const { from, entries: kept } = await one.read('one')
      expect([await held(one), from, replay(kept, from).kind]).toEqual([
        [
          ['one', 7],
          ['other', 6],
        ],
        BEGINNING,
        'equal',
      ])
      one.close()
      other.close()
    })

    test('over all bounds together loses those alone that the server has whole and no tab writes, the oldest first', async () => {
      const store = await inBrowser(['alive'], 22)
      for (const [session, sent] of [
        ['alive', 7],
        ['unsent', 6],
        ['first', 7],
        ['second', 7],
      ] as const) {
        await store.append(await lifeOf(session), about(session))
        await store.setUploaded(session, sent)
      }
      expect(await held(store)).toEqual([
        ['alive', 7],
        ['second', 7],
        ['unsent', 7],
      ])
      await store.append((await lifeOf('present')).slice(0, 2), about('present'))
      expect(await held(store)).toEqual([
        ['alive', 7],
        ['present', 2],
        ['unsent', 7],
      ])
      expect((await store.read('first')).entries).toEqual([])
      store.close()
    })

    test('of closed tabs stays a day when the server has it, and thirty days when no user came to send it', async () => {
      const store = await inBrowser(['alive'], 100)
      for (const session of ['alive', 'sent', 'unsent']) await store.append(await lifeOf(session), about(session))
      for (const session of ['alive', 'sent']) await store.setUploaded(session, 7)
      const heldAt: unknown[] = []
      for (const [session, atMs] of [
        ['a', SENT_LIFE_MS + 1],
        ['b', SENT_LIFE_MS + 2],
        ['c', UNSENT_LIFE_MS + 1],
        ['d', UNSENT_LIFE_MS + 2],
      ] as const) {
        await store.append((await lifeOf(session, atMs)).slice(0, 1), about(session))
        heldAt.push(
          (await store.sessions()).flatMap(({ startedAtMs, session: kept }) => (startedAtMs === 1 ? [kept] : [])),
        )
      }
      expect(heldAt).toEqual([['alive', 'sent', 'unsent'], ['alive', 'unsent'], ['alive', 'unsent'], ['alive']])
      store.close()
    })
  })

  test('one long session retains its newest entries, and the cut-off part is folded into a checkpoint (law 1)', async () => {
    const taken = await lived(60)
    const store = await kept(taken, { maxEntries: 20, maxBytes: 1e9 })
    const { from, entries } = await store.read('tab 1')
    const [session] = await store.sessions()
    expect([entries.length <= 20, from.seq, entries[0]!.seq, entries.at(-1)!.seq, session!.entries]).toEqual([
      true,
      66 - entries.length,
      from.seq + 1,
      66,
      entries.length,
    ])
    expect(replay(entries, from)).toMatchObject({ kind: 'equal', checkpoint: { seq: 66 } })
    store.close()
  })

  test('a bound in bytes cuts as one in entries does', async () => {
    const taken = await lived(60)
    const store = await kept(taken, { maxEntries: 1e9, maxBytes: 6_000 })
    const [session] = await store.sessions()
    expect([session!.bytes <= 6_000, session!.bytes > 3_000]).toEqual([true, true])
    store.close()
  })
})

describe('taking down', () => {
  const settled = () => new Promise(resolve => setImmediate(resolve))

  test('writes nothing before it is opened, then in batches of at most 250 ms, in order', async () => {
    const { recorder, seen } = recording()
    const sidebar = run('sidebar', sidebarMachine, { handlers: {}, recorder })
    sidebar.send({ type: 'sidebar.toggleRequested' })
    expect(seen.due.length).toBe(0)
    recorder.belongsTo(ANN)
    sidebar.send({ type: 'sidebar.toggleRequested' })
    expect(seen.due.length).toBe(1)
    await new Promise(resolve => setImmediate(resolve))
    sidebar.send({ type: 'sidebar.toggleRequested' })
    seen.due[0]!()
    sidebar.send({ type: 'sidebar.toggleRequested' })
    expect(seen.due.length).toBe(2)
    seen.due[1]!()
    await new Promise(resolve => setImmediate(resolve))
    expect(seen.batches.map(batch => batch.map(({ seq }) => seq))).toEqual([[1, 2], [3], [4]])
  })

  test('a database that fails ends the journal and is reported once; the machines go on', async () => {
    const { recorder, seen } = recording(() => Promise.reject(new DOMException('full', 'QuotaExceededError')))
    const sidebar = run('sidebar', sidebarMachine, { handlers: {}, recorder })
    recorder.belongsTo(ANN)
    for (let batch = 0; batch < 3; batch += 1) {
      sidebar.send({ type: 'sidebar.toggleRequested' })
      recorder.flush()
      await new Promise(resolve => setImmediate(resolve))
    }
    expect([seen.batches.length, seen.faults.map(String), sidebar.getSnapshot().value]).toEqual([
      1,
      ['QuotaExceededError: full'],
      { collapsed: 'byUser' },
    ])
  })

  test('code that does not come at first is asked for again, and nothing is lost until then; in the end it is given up, and reported once', async () => {
    const outcomes: unknown[] = []
    for (const failsToOpen of [OPEN_TRIES - 1, OPEN_TRIES]) {
      const { recorder, seen } = recording(undefined, failsToOpen)
      const sidebar = run('sidebar', sidebarMachine, { handlers: {}, recorder })
      recorder.belongsTo(ANN)
      const waitsMs: number[] = []
      for (let tries = 1; tries < OPEN_TRIES; tries += 1) {
        await settled()
        sidebar.send({ type: 'sidebar.toggleRequested' })
        const [delayMs, again] = seen.retries.shift()!
        waitsMs.push(delayMs)
        again()
      }
      await recorder.whenWriting()
      await settled()
      outcomes.push([waitsMs, seen.batches.flat().map(({ seq }) => seq), seen.faults.map(String)])
    }
    const waitsMs = [1, 2, 4].map(times => times * FIRST_OPEN_RETRY_MS)
    expect(outcomes).toEqual([
      [waitsMs, [1, 2, 3], []],
      [waitsMs, [], ['TypeError: Failed to fetch']],
    ])
  })

  test('says when it writes, so that a form may wait for it; at once where there is nothing to wait for', async () => {
    const { recorder, seen } = recording(undefined, 1)
    const told: string[] = []
    const tell = (name: string) => recorder.whenWriting().then(() => void told.push(`${name}: ${seen.told.length}`))
    await tell('signed out')
    recorder.belongsTo(ANN)
    const waiting = tell('signed in')
    await settled()
    expect(told).toEqual(['signed out: 0'])
    seen.retries[0]![1]()
    await waiting
    expect(told).toEqual(['signed out: 0', expect.stringMatching(/^signed in: /)])
  })

  test('memory stays bounded while nothing can be written', () => {
    const { recorder, seen } = recording()
    recorder.belongsTo(ANN)
    for (let event = 0; event < MAX_WAITING + 5; event += 1)
      recorder.record('sidebar', { type: 'sidebar.toggleRequested' }, { value: 'open', context: {} })
    expect(seen.faults.length).toBe(1)
  })

  test('a sign-in page that stays open for days restarts its journal, with the states that it found', async () => {
    const { recorder, seen } = recording()
    const state = (isNarrow: boolean) => ({ value: 'open', context: { isNarrow } })
    for (let event = 0; event < MAX_WAITING; event += 1)
      recorder.record('sidebar', { type: 'sidebar.toggleRequested' }, state(true))
    recorder.record('sidebar', { type: 'sidebar.toggleRequested' }, state(false))
    recorder.belongsTo(ANN)
    recorder.flush()
    await settled()
    expect([seen.faults, seen.journals, seen.batches.flat()]).toEqual([
      [],
      [{ session: 'journal 2', states: { sidebar: state(true) }, owner: ANN }],
      [
        {
          seq: 1,
          atMs: expect.any(Number),
          machine: 'sidebar',
          event: { type: 'sidebar.toggleRequested' },
          state: state(false),
        },
      ],
    ])
  })

  test('instances of a machine have keys of their own', () => {
    const { recorder } = recording()
    expect(['load', 'load', 'form'].map(machine => recorder.instanceOf(machine))).toEqual([
      'load/1',
      'load/2',
      'form/1',
    ])
  })

  test('with the end of a sign-in a journal ends, and the next begins with the states that it found, for the user who signs in next', async () => {
    const { recorder, seen } = recording()
    const session = run('session', sessionMachine, { handlers: idle, recorder })
    const sidebar = run('sidebar', sidebarMachine, { handlers: {}, recorder })
    const load = recorder.instanceOf('sidebar')
    sidebar.send({ type: 'sidebar.toggleRequested' })
    recorder.record(load, { type: 'sidebar.toggleRequested' }, sidebar.getSnapshot())
    recorder.belongsTo(ANN)
    await settled()
    session.send({ type: 'app.started', hasToken: false, path: '/login' })
    recorder.belongsTo(ANN)
    recorder.belongsTo(null)
    const state = ({ value, context }: { value: unknown; context: object }) => ({ value, context })
    const found = { session: state(session.getSnapshot()), sidebar: state(sidebar.getSnapshot()) }
    // later events of a screen of the ended sign-in belong to no one
    recorder.record(load, { type: 'sidebar.toggleRequested' }, sidebar.getSnapshot())
    sidebar.send({ type: 'sidebar.toggleRequested' })
    recorder.flush()
    recorder.belongsTo(BOB)
    sidebar.send({ type: 'sidebar.toggleRequested' })
    recorder.leave()
    await settled()
    expect(seen.journals).toEqual([
      { session: 'journal 1', states: {}, owner: ANN },
      { session: 'journal 1', states: {}, owner: ANN },
      { session: 'journal 2', states: found, owner: null },
      { session: 'journal 2', states: found, owner: BOB },
    ])
    expect(seen.batches.map(batch => batch.map(({ seq, machine }) => [seq, machine]))).toEqual([
      [
        [1, 'sidebar'],
        [2, 'sidebar/1'],
      ],
      [[3, 'session']],
      [[1, 'sidebar']],
      [[2, 'sidebar']],
    ])
    expect(seen.told).toEqual([
      ['own', 'journal 1', ANN],
      ['end', 'journal 1', true],
      'leave',
      ['own', 'journal 2', BOB],
    ])
    const second = seen.batches.slice(2).flatMap(batch => entriesOf('journal 2', batch))
    expect(replay(second, beginningOf(seen.journals[2]!)).kind).toBe('equal')
  })

  test('where another account follows at once the journal ends without its token', async () => {
    const { recorder, seen } = recording()
    recorder.belongsTo(ANN)
    await settled()
    recorder.belongsTo({ ...ANN, pm_dsh_ud: 3 })
    expect(seen.told).toContainEqual(['end', 'journal 1', false])
  })

  test('an ended journal is waited for until the server has its end, a second at most, and no longer than the page lives', async () => {
    const outcomes: unknown[] = []
    for (const happens of ['answered', 'a second', 'page goes', 'nothing']) {
      const { recorder, seen } = recording()
      const isEnded = async () => {
        let isIt = false
        void recorder.whenEnded().then(() => (isIt = true))
        await settled()
        return isIt
      }
      recorder.belongsTo(ANN)
      await settled()
      const before = await isEnded()
      recorder.belongsTo(null)
      const [[delayMs, pass] = []] = seen.retries
      if (happens === 'answered') seen.ends[0]?.()
      if (happens === 'a second') pass?.()
      if (happens === 'page goes') recorder.leave()
      outcomes.push([happens, before, delayMs, await isEnded()])
    }
    expect(outcomes).toEqual([
      ['answered', true, LONGEST_END_MS, true],
      ['a second', true, LONGEST_END_MS, true],
      ['page goes', true, LONGEST_END_MS, true],
      ['nothing', true, LONGEST_END_MS, false],
    ])
  })

  test('a page that goes has its last events written in that very moment', async () => {
    const { recorder, seen } = recording()
    const sidebar = run('sidebar', sidebarMachine, { handlers: {}, recorder })
    recorder.belongsTo(ANN)
    await settled()
    sidebar.send({ type: 'sidebar.toggleRequested' })
    recorder.leave()
    expect([seen.batches.length, seen.told.at(-1)]).toEqual([1, 'leave'])
  })

  test('names the build by its first script', () => {
    expect([
      runningBuild(['https://desk.example/theme.js', 'https://desk.example/assets/index-Ab_12-x.js']),
      runningBuild([]),
    ]).toEqual(['index-Ab_12-x', 'development'])
  })
})
