import { beforeAll, describe, expect, test } from 'vitest'
import { callerOf } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { listHistory } from '../history/history.store.ts'
import { edit, inAccount, make, remove, type Actor, type Edit } from './edit.ts'
import { refusedFor } from './outcome.ts'

const ID = 7
const FAULT = { path: ['name'], message: 'Too long' }

interface Row {
  readonly name: string
  readonly version: number
}

const fresh = useDatabase()
let actor: Actor
beforeAll(async () => {
  const maker = new StudyMaker(fresh().database)
  const accountId = await maker.account()
  const { userId } = await maker.user({ accountId })
  actor = { ...callerOf({ accountId, userId }), at: new Date('2026-11-20T12:00:00Z') }
})

/** Edits a row in memory, and records the order of the pipeline's steps. */
async function editing(name: string, change: Partial<Edit<Row, Row, Row, never>> = {}, isThere = true) {
  const asked: string[] = []
  const named = <Value>(what: string, value: Value): Value => {
    asked.push(what)
    return value
  }
  let row: Row = { name: 'Old', version: 2 }
  const outcome = await fresh().database.asAccount(actor.accountId, tx =>
    edit<Row, Row, Row>(tx, actor, {
      scope: 'supplier',
      id: ID,
      lock: async () => named('lock', isThere ? row : undefined),
      judge: stored => named('judge', { before: { ...stored }, after: { version: stored.version, name } }),
      version: stored => ({ seen: 2, stored: stored.version }),
      judgeChange: () => named('judge the change', undefined),
      write: async after => void (row = named('write', after)),
      facts: async () => named('facts', { name: row.name }),
      tell: async () => named('tell', undefined),
      read: async () => named('read', row),
      ...change,
    }),
  )
  return { asked, outcome }
}

const historyOf = () =>
  fresh().database.readAsAccount(actor.accountId, tx =>
    listHistory(tx, actor.accountId, 'supplier', ID, { limit: 10, offset: 0 }),
  )

describe('an edit', () => {
  test('locks, judges, writes, records its history, notifies the feed and answers, in this order', async () => {
    const before = (await historyOf()).length
    const { asked, outcome } = await editing('New')
    expect(asked).toEqual(['lock', 'judge', 'judge the change', 'facts', 'write', 'facts', 'tell', 'read'])
    expect(outcome).toEqual({ kind: 'done', answer: { name: 'New', version: 2 } })
    const [entry, ...others] = await historyOf()
    expect(entry).toMatchObject({ act: 'edited', by_uid: actor.user.uid })
    expect(entry?.changes).toEqual([{ field: 'name', from: 'Old', to: 'New' }])
    expect(others).toHaveLength(before)
  })

  test('that changes nothing is answered whatever its version, and leaves no history', async () => {
    const before = await historyOf()
    const { asked, outcome } = await editing('Old', { version: () => ({ seen: 1, stored: 2 }) })
    expect([asked, outcome.kind]).toEqual([['lock', 'judge', 'read'], 'done'])
    expect(await historyOf()).toEqual(before)
  })

  test('of a stale version is refused with the stored object', async () => {
    const { asked, outcome } = await editing('New', { version: () => ({ seen: 1, stored: 2 }) })
    expect(asked).toEqual(['lock', 'judge', 'read'])
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'stale_version', current: { name: 'Old', version: 2 } })
  })

  test('of what keeps its own history leaves none here, and a stale one is shown what its noun says', async () => {
    const before = await historyOf()
    const old: Row = { name: 'Old', version: 2 }
    const edited = (seen: number) =>
      fresh().database.asAccount(actor.accountId, tx =>
        edit<Row, Row, Row, string>(tx, actor, {
          scope: 'supplier',
          id: ID,
          lock: async () => old,
          judge: () => ({ before: old, after: { ...old, name: 'New' } }),
          version: ({ version }) => ({ seen, stored: version }),
          write: async () => {},
          hasOwnHistory: true,
          read: async () => ({ name: 'New', version: 3 }),
          current: async () => 'as it is',
        }),
      )
    expect([await edited(2), await edited(1)]).toEqual([
      { kind: 'done', answer: { name: 'New', version: 3 } },
      {
        kind: 'refused',
        reason: 'stale_version',
        message: 'The supplier has changed in the meantime.',
        current: 'as it is',
      },
    ])
    expect(await historyOf()).toEqual(before)
  })

  test('without a version, or of an object without one, overwrites any change in between', async () => {
    const unseen = await editing('New', { version: () => ({ seen: undefined, stored: 2 }) })
    const unguarded = await editing('New', {
      judge: () => ({ before: 1, after: { name: 'New', version: 2 }, isGuarded: false }),
      version: () => ({ seen: 1, stored: 2 }),
    })
    expect([unseen.outcome.kind, unguarded.outcome.kind]).toEqual(['done', 'done'])
  })

  test('that is faulty, or of a missing object, writes nothing', async () => {
    const faulty = await editing('New', { judge: () => ({ kind: 'faulty', details: [FAULT] }) })
    const lateFaulty = await editing('New', { judgeChange: () => refusedFor([FAULT]) })
    const missing = await editing('New', {}, false)
    expect([faulty, lateFaulty, missing].map(({ outcome }) => outcome.kind)).toEqual(['faulty', 'faulty', 'missing'])
    expect([faulty, lateFaulty, missing].flatMap(({ asked }) => asked)).not.toContain('write')
  })
})

test('creating and deleting record all fields in the history', async () => {
  const id = 8
  await fresh().database.asAccount(actor.accountId, async tx => {
    await make(tx, actor, {
      scope: 'supplier',
      lock: inAccount,
      write: async () => id,
      facts: () => ({ name: 'New' }),
      read: made => made,
    })
    await remove(tx, actor, {
      scope: 'supplier',
      id,
      lock: async () => 'New',
      facts: name => ({ name }),
      write: async () => {},
    })
  })
  const entries = await fresh().database.readAsAccount(actor.accountId, tx =>
    listHistory(tx, actor.accountId, 'supplier', id, { limit: 10, offset: 0 }),
  )
  expect(entries.map(({ act, changes }) => [act, changes])).toEqual([
    ['deleted', [{ field: 'name', from: 'New', to: null }]],
    ['created', [{ field: 'name', from: null, to: 'New' }]],
  ])
})
