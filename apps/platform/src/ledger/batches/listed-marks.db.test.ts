import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeskDatabase } from '#kernel/db/desk-database'
import { useDatabase } from '#testing/database/harness'
import { silentLog } from '#testing/database/test-server'
import { explainRespondent } from '../explain/explain.store.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { entry, sent } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { createLedger, type Ledger } from './ledger.ts'

const fresh = useDatabase()
let second: DeskDatabase
/** Two platforms on one database, each with its own cache. */
let ledgers: readonly [Ledger, Ledger]
beforeAll(() => {
  second = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 2 })
  const gatherMs = { least: 0, most: 0 }
  ledgers = [createLedger(fresh().database, { gatherMs }), createLedger(second, { gatherMs })]
})
afterAll(() => second.close())

async function open() {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx))
  const { accountId, sourceId } = study
  const change = (text: string, values: readonly unknown[] = []) =>
    database.asAccount(accountId, tx => tx.client.query(text, [accountId, ...values]))
  let rid = 0
  const enter = async (more: Partial<EntryOperation>, ledger = ledgers[0]) => {
    rid += 1
    return sent(await ledger.enter(accountId, entry(sourceId, `r${rid}`, more))).code
  }
  const list = async (list: string, kind: string, value: string, until: Date | null = null) => {
    await change(
      `insert into mark_list as m values ($1, 1, 1) on conflict (account_id) do update set entries = m.entries + 1, version = m.version + 1`,
    )
    const { rows } = await database.asAccount(accountId, tx =>
      tx.client.query<{ id: number }>(
        `insert into listed_mark (account_id, list, kind, value, note, added_by, added_at, until) values ($1, $2, $3, $4, '', 1, now(), $5) returning entry_id as id`,
        [accountId, list, kind, value, until],
      ),
    )
    return rows[0]?.id ?? 0
  }
  const verdicts = (find: string) =>
    database.readAsAccount(
      accountId,
      async tx => (await explainRespondent(tx, accountId, sourceId, find))?.verdicts ?? [],
    )
  return { ...study, database, change, enter, list, verdicts, lastRid: () => `r${rid}` }
}

describe('the account’s block list at the door', () => {
  test('refuses a blocked device or address as a Defender term in every process, and Explain names the entry', async () => {
    const { enter, list, verdicts, lastRid, database } = await open()
    const before = [await enter({ fingerprint: 'f-1' }, ledgers[0]), await enter({ fingerprint: 'f-1' }, ledgers[1])]
    const entryId = await list('block', 'fingerprint', 'f-1')
    const after = [await enter({ fingerprint: 'f-1' }, ledgers[1]), await enter({ fingerprint: 'f-1' }, ledgers[0])]
    expect([before, after, await enter({ fingerprint: 'F-1' })]).toEqual([[11, 11], [20, 20], 11])
    await list('block', 'address', '2001:db8::7')
    const forms = ['2001:DB8:0:0:0:0:0:7', '2001:db8::0007', '2001:db8::8']
    const codes: number[] = []
    for (const address of forms) codes.push(await enter({ address }))
    expect(codes).toEqual([20, 20, 11])
    await enter({ fingerprint: 'f-1' })
    expect(await verdicts(lastRid())).toEqual([
      {
        rule: 'block_list',
        refused: true,
        threshold: 'not on the block list',
        value: `fingerprint f-1, entry ${entryId}`,
      },
    ])
    expect(await verifyLedger(database)).toEqual([])
  })

  test('ends with its time and with its removal; a test passes', async () => {
    const { enter, list, change, testToken } = await open()
    const nowMs = Date.now()
    await list('block', 'fingerprint', 'f-1', new Date(nowMs + 60_000))
    const entryId = await list('block', 'fingerprint', 'f-2')
    expect([
      await enter({ fingerprint: 'f-1', atMs: nowMs }),
      await enter({ fingerprint: 'f-1', atMs: nowMs + 60_000 }),
      await enter({ fingerprint: 'f-2' }),
      await enter({ fingerprint: 'f-2', testToken }),
    ]).toEqual([20, 11, 20, 11])
    await change('update listed_mark set removed_at = now() where account_id = $1 and entry_id = $2', [entryId])
    expect(await enter({ fingerprint: 'f-2' })).toBe(11)
  })

  test('a watched one gets in with a shadow verdict, and of both lists the block list decides', async () => {
    const { enter, list, verdicts, lastRid } = await open()
    const watched = await list('watch', 'address', '203.0.113.7')
    expect(await enter({ address: '203.0.113.7' })).toBe(11)
    expect(await verdicts(lastRid())).toEqual([
      {
        rule: 'watch_list',
        refused: false,
        threshold: 'not on the watch list',
        value: `address 203.0.113.7, entry ${watched}`,
      },
    ])
    await list('block', 'fingerprint', 'f-1')
    expect(await enter({ address: '203.0.113.7', fingerprint: 'f-1' })).toBe(20)
    expect((await verdicts(lastRid())).map(({ rule }) => rule)).toEqual(['block_list', 'watch_list'])
  })

  test('of another account blocks nobody', async () => {
    const [one, other] = [await open(), await open()]
    await one.list('block', 'fingerprint', 'f-1')
    await other.list('block', 'fingerprint', 'f-9')
    expect(await other.enter({ fingerprint: 'f-1' })).toBe(11)
  })
})
