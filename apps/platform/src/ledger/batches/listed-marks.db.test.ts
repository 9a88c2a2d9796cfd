import fc from 'fast-check'
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
import { findListedMarks } from './listed-marks.store.ts'

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

  test('of another account blocks no respondent', async () => {
    const [one, other] = [await open(), await open()]
    await one.list('block', 'fingerprint', 'f-1')
    await other.list('block', 'fingerprint', 'f-9')
    expect(await other.enter({ fingerprint: 'f-1' })).toBe(11)
  })
})

const byte = fc.integer({ min: 0, max: 255 })
// of few networks, so that many lie within each other
const FOUR = fc.tuple(fc.integer({ min: 0, max: 2 }), byte, byte).map(bytes => `10.${bytes.join('.')}`)
const SIX = fc
  .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 3 }), byte)
  .map(([site, part, host]) => `2001:db8:${site}:${part}::${host.toString(16)}`)
const NETWORK = fc.oneof(
  fc.tuple(FOUR, fc.integer({ min: 8, max: 31 })),
  fc.tuple(SIX, fc.integer({ min: 16, max: 127 })),
)
const OUTSIDE = fc.tuple(byte, byte).map(bytes => `192.0.${bytes.join('.')}`)
const SEED = 20_261_125

test(`an address meets the narrowest network of each list that PostgreSQL says contains it (seed ${SEED}, §2.27)`, async () => {
  const { accountId, database, change } = await open()
  const networks = fc.sample(fc.tuple(NETWORK, fc.constantFrom('block', 'watch')), { numRuns: 400, seed: SEED })
  const addresses = fc.sample(fc.oneof(FOUR, SIX, OUTSIDE), { numRuns: 600, seed: SEED })
  await change('insert into mark_list values ($1, 1, 1)')
  await change(
    `insert into listed_mark (account_id, list, kind, value, note, added_by, added_at)
     select distinct $1::int, list, 'network', network(set_masklen(address::inet, length))::text, '', 1, now() from unnest($2::text[], $3::text[], $4::int[]) as n(list, address, length)`,
    [networks.map(([, list]) => list), networks.map(([[address]]) => address), networks.map(([[, length]]) => length)],
  )
  await change(
    `update mark_list set v4_prefixes = array(select distinct masklen(value::cidr) from listed_mark where account_id = $1 and family(value::cidr) = 4),
       v6_prefixes = array(select distinct masklen(value::cidr) from listed_mark where account_id = $1 and family(value::cidr) = 6) where account_id = $1`,
  )
  const found = await database.readAsAccount(accountId, tx =>
    findListedMarks(
      tx,
      accountId,
      addresses.map((address, number) => ({ number, fingerprint: null, address, atMs: Date.now() })),
    ),
  )
  const { rows } = await change(
    `select a.number::int - 1 as number, array_agg(m.list || ' ' || m.value order by m.list) as met from unnest($2::text[]) with ordinality as a(address, number)
     cross join lateral (select distinct on (list) list, value from listed_mark where account_id = $1 and value::cidr >>= a.address::inet order by list, masklen(value::cidr) desc) m
     group by 1`,
    [addresses],
  )
  const naive = rows as { number: number; met: string[] }[] // of the query above
  expect(
    Object.fromEntries(
      [...found].map(([number, marks]) => [number, marks.map(({ list, value }) => `${list} ${value}`)]),
    ),
  ).toEqual(Object.fromEntries(naive.map(({ number, met }) => [number, met])))
  expect([naive.length > 100, naive.length < addresses.length]).toEqual([true, true])
})
