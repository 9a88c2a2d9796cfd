import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import type { Changes } from '@desk/schema/changes/changes'
import { Effect, Layer, ManagedRuntime } from 'effect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateSecondFactorRequired } from '#identity/accounts/accounts.store'
import { Database } from '#kernel/db/database'
import { autoPause } from '#statuses/auto-pause'
import { useDatabase } from '#testing/database/harness'
import { connectAsOwner } from '#testing/database/test-server'
import { createLedger } from '../batches/ledger.ts'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy, type StudySpec } from '../testing/study.ts'
import { ChangeFeed } from './change-feed.ts'
import { pruneFeed, readFeed } from './changes.store.ts'

const fresh = useDatabase()
const noon = Date.UTC(2026, 10, 20, 12)
const at = new Date(noon)
const NOTHING = { reset: false, sources: [], surveys: [], projects: [], hours: [], statuses: [], ended_sessions: [] }

const open = async (spec?: StudySpec) => {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, spec))
  return {
    database,
    study,
    ledger: createLedger(database, { nowMs: () => noon }),
    cursor: (await read()).changes.cursor,
  }
}
const read = (after?: string) => readFeed(fresh().database, after)
const xidOf = (cursor: string) => BigInt(cursor.split('.').at(-1) ?? '')
const without = ({ cursor: _cursor, committed_at_ms: _at, ...rest }: Changes) => rest

/** Reads on while a commit waits for an older transaction: other test files share the server. */
async function readAll(after: string): Promise<Changes> {
  for (;;) {
    const { changes, pending } = await read(after)
    if (!pending) return changes
  }
}

describe('the feed', () => {
  test('begins with a cursor and `reset`', async () => {
    const { cursor } = await open()
    expect((await read()).changes).toEqual({
      ...NOTHING,
      reset: true,
      cursor: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
    expect(without(await readAll(cursor))).toEqual(NOTHING)
  })

  test('gives the present rows of a source, its survey and its project, and the changed hour, once (§3.9, §3.17, §3.24)', async () => {
    const { study, ledger, cursor, database } = await open({ sources: [{ target: 30 }, { target: 10 }] })
    const { hex } = sent(await ledger.enter(study.accountId, entry(study.sourceId, 'r1', { atMs: noon })))
    await ledger.return(study.accountId, back(hex, '1000', { atMs: noon + 600_000 }))
    const changes = await readAll(cursor)
    const figures = {
      entrants: 1,
      eqTerms: 0,
      terms: 0,
      oQs: 0,
      sqTerms: 0,
      abandons: 0,
      inflight: 0,
      completes: 1,
      ir: 1,
      conversion: 1,
      loi: 10,
      supplierCpi: 2.5,
      expense: 2.5,
      pricedCompletes: 1,
      last_complete_at: '2026-11-20T12:10:00.000Z',
      ...NO_FIELD_FACTS,
      stated_loi: 10,
      stated_ir: 50,
      // by the database's clock, which the test does not set
      recent_hours: changes.sources[0]?.row.recent_hours ?? null,
    }
    const earned = { sell_price: 5, revenue: 5, margin: 2.5 }
    const hour = { Start_Time: '2026-11-20T12:00:00.000Z', Completes_Count_Live: 1, Completes_Count_Test: 0 }
    const { rows } = await database.readAsSystem(tx =>
      tx.client.query<{ changedAt: Date }>('select status_changed_at as "changedAt" from source where source_id = $1', [
        study.sourceId,
      ]),
    )
    expect(without(changes)).toEqual({
      ...NOTHING,
      sources: [
        {
          pm_dsh_ud: study.accountId,
          pm_proj_ud: study.projectId,
          row: {
            stmid: study.sourceId,
            pm_sy_ud: study.surveyId,
            name: 'Source',
            type: 'diy',
            statusid: 1,
            effective_statusid: 1,
            status_reason: null,
            status_changed_by: null,
            status_changed_at: rows[0]?.changedAt.toISOString(),
            status_version: 1,
            suppliers: ['Panel'],
            supplier_cpi: 2.5,
            figures_version: 2,
            allocation: 0.75,
            target: 30,
            ...figures,
            ...earned,
          },
        },
      ],
      surveys: [
        {
          pm_dsh_ud: study.accountId,
          row: {
            pm_sy_ud: study.surveyId,
            pm_proj_ud: study.projectId,
            figures_version: 2,
            allocation: 1,
            target: 100_000,
            ...figures,
            ...earned,
          },
        },
      ],
      projects: [
        {
          pm_dsh_ud: study.accountId,
          row: {
            pm_proj_ud: study.projectId,
            figures_version: 2,
            target: 1000,
            ...figures,
            ...earned,
            stated_loi: null,
            stated_ir: null,
            sell_price: null,
          },
        },
      ],
      hours: [
        { pm_dsh_ud: study.accountId, scope: 'project', id: study.projectId, pm_sy_ud: null, row: hour },
        { pm_dsh_ud: study.accountId, scope: 'survey', id: study.surveyId, pm_sy_ud: study.surveyId, row: hour },
        {
          pm_dsh_ud: study.accountId,
          scope: 'source',
          id: study.sourceId,
          pm_sy_ud: study.surveyId,
          row: { ...hour, stmid: study.sourceId },
        },
      ],
    })
    expect(without(await readAll(changes.cursor))).toEqual(NOTHING)
  })

  test('says when the newest of its changes was written, by the database', async () => {
    const { study, ledger, cursor, database } = await open()
    const clock = async () =>
      (
        await database.asSystem(tx =>
          tx.client.query<{ ms: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms'),
        )
      ).rows[0]?.ms ?? 0
    const before = await clock()
    await ledger.enter(study.accountId, entry(study.sourceId, 'r1', { atMs: noon }))
    const { committed_at_ms: writtenAtMs = 0 } = await readAll(cursor)
    expect([writtenAtMs >= before, writtenAtMs <= (await clock())]).toEqual([true, true])
  })

  test('reports a completed test only by its hour (§2.32, §3.24)', async () => {
    const { study, ledger, cursor } = await open()
    const { hex } = sent(
      await ledger.enter(study.accountId, entry(study.sourceId, 't1', { atMs: noon, testToken: study.testToken })),
    )
    await ledger.return(study.accountId, back(hex, '1000', { atMs: noon }))
    const { hours, sources } = await readAll(cursor)
    expect(hours.map(({ row }) => [row.Completes_Count_Live, row.Completes_Count_Test])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
    expect(sources.map(({ row }) => [row.entrants, row.completes])).toEqual([[0, 0]])
  })

  test('reports a status change, with the rows whose effective status it changes (§4.2)', async () => {
    const { study, cursor, database } = await open({ sources: [{}, { status: 2 }] })
    await database.asAccount(study.accountId, tx =>
      autoPause(tx, study.accountId, { scope: 'survey', id: study.surveyId, reason: 'target_reached', at }),
    )
    const { statuses, sources } = await readAll(cursor)
    expect(statuses).toEqual([
      {
        pm_dsh_ud: study.accountId,
        event: {
          scope: 'survey',
          id: study.surveyId,
          pm_proj_ud: study.projectId,
          pm_sy_ud: study.surveyId,
          from: 1,
          to: 6,
          reason: 'target_reached',
          note: null,
          by: null,
          by_uid: null,
          at: at.toISOString(),
          version: 2,
          command_id: null,
        },
      },
    ])
    expect(sources.map(({ row }) => [row.stmid, row.statusid, row.effective_statusid])).toEqual([
      [study.sourceIds[0], 1, 6],
      [study.sourceIds[1], 2, 2],
    ])
  })

  test('reports ended sessions', async () => {
    const { study, cursor, database } = await open()
    await database.asSystem(tx =>
      tx.client.query(`insert into change_feed (account_id, kind, body) values ($1, 3, '{"session_id": "s-1"}')`, [
        study.accountId,
      ]),
    )
    expect(without(await readAll(cursor))).toEqual({ ...NOTHING, ended_sessions: ['s-1'] })
  })

  test('reports once which accounts began to require a second factor; not when one stops or requires it again', async () => {
    const { study, cursor, database } = await open()
    const require = (isRequired: boolean) =>
      database.asAccount(study.accountId, tx => updateSecondFactorRequired(tx, study.accountId, isRequired))
    await require(false)
    expect(without(await readAll(cursor))).toEqual(NOTHING)
    for (const isRequired of [true, true, false, true, false]) await require(isRequired)
    expect(without(await readAll(cursor))).toEqual({ ...NOTHING, doubted_accounts: [study.accountId] })
    expect(
      (
        await database.asSystem(tx =>
          tx.client.query('select 1 from change_feed where kind = 4 and account_id = $1', [study.accountId]),
        )
      ).rowCount,
    ).toBe(2)
  })
})

/** A transaction of its own that has written a feed row for the source and is left open. */
async function openWriter(
  accountId: number,
  sourceId: number,
): Promise<{ end: (how: 'commit' | 'rollback') => Promise<void> }> {
  const client = await connectAsOwner(fresh().url)
  await client.query('begin')
  await client.query('insert into change_feed (account_id, kind, source_id) values ($1, 1, $2)', [accountId, sourceId])
  await client.query(`select pg_notify('desk_changes', '')`)
  return {
    end: async how => {
      await client.query(how)
      await client.end()
    },
  }
}
const stmids = ({ sources }: Changes) => sources.map(({ row }) => row.stmid)

describe('commits out of order', () => {
  test('none is skipped: committed changes wait for the older transaction, and both come (F8)', async () => {
    const { study, cursor } = await open({ sources: [{}, {}] })
    const [first = 0, second = 0] = study.sourceIds
    const older = await openWriter(study.accountId, first)
    await (await openWriter(study.accountId, second)).end('commit')
    const between = await read(cursor)
    expect([stmids(between.changes), between.pending]).toEqual([[], true])
    await older.end('commit')
    expect(stmids(await readAll(between.changes.cursor))).toEqual([first, second])
  })

  test('an older transaction that rolls back does not affect the others (F8)', async () => {
    const { study, cursor } = await open({ sources: [{}, {}] })
    const [first = 0, second = 0] = study.sourceIds
    const older = await openWriter(study.accountId, first)
    await (await openWriter(study.accountId, second)).end('commit')
    const between = await read(cursor)
    await older.end('rollback')
    expect(stmids(await readAll(between.changes.cursor))).toEqual([second])
  })
})

describe('a cursor older than the retained feed', () => {
  test('gets `reset`, a younger one does not (F5)', async () => {
    const { study, cursor, database } = await open()
    const write = () =>
      database.asSystem(tx =>
        tx.client.query('insert into change_feed (account_id, kind, source_id) values ($1, 1, $2)', [
          study.accountId,
          study.sourceId,
        ]),
      )
    await write()
    const { cursor: afterFirst } = await readAll(cursor)
    const cutoff =
      (await database.asSystem(tx => tx.client.query<{ now: Date }>('select clock_timestamp() as now'))).rows[0]?.now ??
      at
    expect(await database.asSystem(tx => pruneFeed(tx, new Date(cutoff.getTime() + 1)))).toBeGreaterThan(0)
    await write()
    expect([(await readAll(cursor)).reset, stmids(await readAll(afterFirst))]).toEqual([true, [study.sourceId]])
    // pruning again, when nothing but the mark is left to go, keeps the mark
    await database.asSystem(tx => pruneFeed(tx, new Date(cutoff.getTime() + 3_600_000)))
    await database.asSystem(tx => pruneFeed(tx, new Date(cutoff.getTime() + 7_200_000)))
    expect((await readAll(cursor)).reset).toBe(true)
  })

  test('or of another database, gets the same answer (F5)', async () => {
    const [system, timeline] = (await open()).cursor.split('.')
    const isReset = async (cursor: string) => (await read(cursor)).changes.reset
    expect([
      await isReset(`${system}.${timeline}.18446744073709551615`),
      await isReset(`${system}.${timeline}.99999999999999999999`),
      await isReset('18446744073709551615'),
    ]).toEqual([true, true, true])
  })

  test('or from before a promotion or a restore gets it too, though this server has had its transaction (docs/decisions/0089)', async () => {
    const { cursor } = await open()
    const [system = '', timeline = '', xid = ''] = cursor.split('.')
    const isReset = async (...parts: readonly string[]) => (await read(parts.join('.'))).changes.reset
    expect([
      await isReset(system, timeline, xid),
      await isReset(system, String(Number(timeline) - 1), xid),
      await isReset(`${system}0`, timeline, xid),
    ]).toEqual([false, true, true])
  })
})

test('a row of the database that was restored from holds no reader back, and goes with the next pruning (docs/decisions/0089)', async () => {
  const { study, cursor, database } = await open()
  const owner = await connectAsOwner(fresh().url)
  await owner.query(
    `insert into change_feed (account_id, kind, source_id, xid) values ($1, 1, $2, (pg_current_xact_id()::text::bigint + 1000000000)::text::xid8)`,
    [study.accountId, study.sourceId],
  )
  await owner.end()
  expect(without(await readAll(cursor))).toEqual(NOTHING)
  expect(await database.asSystem(tx => pruneFeed(tx, new Date(0)))).toBe(1)
  expect((await readAll(cursor)).reset).toBe(false)
})

describe('the long poll', () => {
  let runtime: ManagedRuntime.ManagedRuntime<ChangeFeed, never>
  beforeAll(() => {
    runtime = ManagedRuntime.make(ChangeFeed.layer.pipe(Layer.provide(Database.layer(fresh().database))))
  })
  afterAll(() => runtime.dispose())
  const poll = (after: string | undefined, waitSeconds: number) =>
    runtime.runPromise(Effect.flatMap(ChangeFeed, feed => feed.read(after, waitSeconds)))

  test('answers at once when there is something, or when it may not wait', async () => {
    const { study, ledger, cursor } = await open()
    expect(without(await poll(cursor, 0))).toEqual(NOTHING)
    await ledger.enter(study.accountId, entry(study.sourceId, 'r1', { atMs: noon }))
    expect(stmids(await poll(cursor, 30))).toEqual([study.sourceId])
    expect((await poll(undefined, 30)).reset).toBe(true)
  })

  test('answers when something comes, with it', async () => {
    const { study, ledger, cursor } = await open()
    const waiting = poll(cursor, 30)
    await ledger.enter(study.accountId, entry(study.sourceId, 'r1', { atMs: noon }))
    expect(stmids(await waiting)).toEqual([study.sourceId])
  })

  test('answers with nothing, and a cursor to go on from, when its time is over', async () => {
    const { cursor } = await open()
    const changes = await poll(cursor, 0.05)
    expect(without(changes)).toEqual(NOTHING)
    expect(xidOf(changes.cursor)).toBeGreaterThanOrEqual(xidOf(cursor))
  })

  test('waits for an older transaction, and then skips nothing (F8)', async () => {
    const { study, cursor } = await open({ sources: [{}, {}] })
    const [first = 0, second = 0] = study.sourceIds
    const older = await openWriter(study.accountId, first)
    await (await openWriter(study.accountId, second)).end('commit')
    const waiting = poll(cursor, 30)
    await older.end('commit')
    const seen = new Set<number>()
    let changes = await waiting
    for (;;) {
      for (const id of stmids(changes)) seen.add(id)
      if (seen.size === 2) break
      changes = await poll(changes.cursor, 30)
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual([first, second])
  })
})
