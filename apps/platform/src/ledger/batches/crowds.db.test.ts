import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { explainRespondent } from '../explain/explain.store.ts'
import { paceIn, SLOT_MS, slotOf, type ArrivalPace } from '../facts/arrival-pace.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { keepHouse } from '../sweeps/sweeps.ts'
import { entry, sent } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { createLedger } from './ledger.ts'

const fresh = useDatabase()
const HOUR_MS = 3_600_000

async function open(rule: 'many_addresses' | 'burst', mode: 'refuse' | 'shadow' | 'off', threshold: number) {
  const { database } = fresh()
  const study = await database.asSystem(tx =>
    makeStudy(tx, { sources: [{}, {}], defender: [{ rule, mode, threshold }] }),
  )
  const { accountId, supplierId, sourceId } = study
  const ledger = createLedger(database, { gatherMs: { least: 0, most: 0 } })
  let number = 0
  const at = (more: Partial<EntryOperation> = {}, source = sourceId) =>
    entry(source, `r${(number += 1)}`, { supplierId, ...more })
  return {
    database,
    study,
    ledger,
    at,
    enter: async (more: Partial<EntryOperation> = {}, source = sourceId) =>
      sent(await ledger.enter(accountId, at(more, source))).code,
    writes: async (entries: readonly EntryOperation[]) =>
      (await ledger.write(accountId, entries)).map(outcome => sent(outcome).code),
    rows: async (text: string) =>
      (await database.readAsSystem(tx => tx.client.query<Record<string, unknown>>(text, [accountId]))).rows,
    verdicts: async (rid: string) =>
      (await database.readAsAccount(accountId, tx => explainRespondent(tx, accountId, sourceId, rid)))?.verdicts,
  }
}

test('a network that sends more different addresses within an hour than its rule takes is refused, over all sources (defender.md §1)', async () => {
  const desk = await open('many_addresses', 'refuse', 2)
  const [, second] = desk.study.sourceIds
  const atMs = Date.now() - HOUR_MS
  expect([
    await desk.enter({ address: '203.0.113.1', atMs }),
    await desk.enter({ address: '203.0.113.1', atMs }),
    await desk.enter({ address: '203.0.113.255', atMs }, second),
    await desk.enter({ address: '203.0.113.3', atMs }),
    await desk.enter({ address: '203.0.112.255', atMs }),
    await desk.enter({ address: null, atMs }),
  ]).toEqual([11, 11, 11, 20, 11, 11])
  expect(await desk.verdicts('r4')).toEqual([
    {
      rule: 'many_addresses',
      refused: true,
      threshold: '2 addresses in 1 h',
      value: 'more of 203.0.113.0/24',
      set_by: 'survey',
    },
  ])
  expect(await desk.enter({ address: '203.0.113.4', atMs: atMs + HOUR_MS })).toBe(11)
  expect(await verifyLedger(desk.database)).toEqual([])
})

test('of IPv6 a /48 is a network, and the entrants of one batch count among each other (defender.md §1)', async () => {
  const desk = await open('many_addresses', 'refuse', 2)
  const from = (address: string) => desk.at({ address })
  expect(
    await desk.writes([
      from('2001:db8:1:1::1'),
      from('2001:db8:1:2::1'),
      from('2001:0db8:0001:0002::1'),
      from('2001:db8:2:1::1'),
      from('2001:db8:1:ffff::1'),
    ]),
  ).toEqual([11, 11, 11, 11, 20])
})

// each is taken for the others' where a bit of the prefix, the family or the rest of an address is lost
test.each([
  ['the lowest of IPv4', '0.0.0.0/24', ['0.0.0.0', '0.0.0.255'], ['0.0.1.0', '::1', '::3:0:0:0'], '0.0.0.7'],
  [
    'the highest of IPv4',
    '255.255.255.0/24',
    ['255.255.255.255', '255.255.255.0'],
    ['255.255.254.0', '::ff:ffff'],
    '::ffff:255.255.255.7',
  ],
  [
    'IPv4 as IPv6',
    '203.0.113.0/24',
    ['::ffff:203.0.113.1', '::FFFF:cb00:7102'],
    ['203.0.113.1', '203.0.112.3', '::203.0.113.3'],
    '203.0.113.3',
  ],
  [
    'the lowest of IPv6',
    '::/48',
    ['::1', '::1:0:0:0:0'],
    ['0:0:0:0:0:0:0:1', '0.0.0.1', '0.0.0.2', '0:0:1::1'],
    '0:0:0:8000::1',
  ],
  [
    'the highest of IPv6',
    'ffff:ffff:ffff::/48',
    ['ffff:ffff:ffff::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ffff:ffff:fffe::', '255.255.255.1'],
    'ffff:ffff:ffff:0:8000::',
  ],
] as const)(
  'addresses of one network are counted exactly, in one batch and over batches: %s (defender.md §1)',
  async (_, network, members, others, last) => {
    const desk = await open('many_addresses', 'refuse', 2)
    const from = (address: string) => desk.at({ address })
    expect(await desk.writes([...members, ...others].map(from))).toEqual([...members, ...others].map(() => 11))
    expect(await desk.writes([...others, ...members].map(from))).toEqual([...members, ...others].map(() => 11))
    const entrant = from(last)
    expect(await desk.writes([entrant])).toEqual([20])
    expect((await desk.verdicts(entrant.rid))?.map(({ value }) => value)).toEqual([`more of ${network}`])
    const again = await open('many_addresses', 'refuse', 2)
    expect(await again.writes([...members, ...others, last].map(address => again.at({ address })))).toEqual([
      ...[...members, ...others].map(() => 11),
      20,
    ])
  },
)

test('an address that goes on coming is one address, however many lines it has (defender.md §1)', async () => {
  const desk = await open('many_addresses', 'refuse', 2)
  const beganMs = Date.now() - HOUR_MS
  const codes: number[] = []
  for (const [minute, address] of [
    [0, '203.0.113.1'],
    [1, '203.0.113.1'],
    [10, '203.0.113.1'],
    [20, '203.0.113.1'],
    [21, '203.0.113.2'],
    [22, '203.0.113.1'],
    [23, '203.0.113.3'],
  ] as const)
    codes.push(await desk.enter({ address, atMs: beganMs + minute * 60_000 }))
  expect(codes).toEqual([11, 11, 11, 11, 11, 11, 20])
  expect(
    await desk.rows(
      `select encode(host, 'hex') as host, count(*)::int as lines from network_address where account_id = $1 group by 1 order by 1`,
    ),
  ).toEqual([
    { host: '01', lines: 3 },
    { host: '02', lines: 1 },
    { host: '03', lines: 1 },
  ])
})

test('addresses are forgotten after their hour, and stored nowhere where the rule is off', async () => {
  const desk = await open('many_addresses', 'shadow', 1)
  const nowMs = Date.now()
  await desk.enter({ address: '203.0.113.1', atMs: nowMs - HOUR_MS - 1 })
  await desk.enter({ address: '203.0.113.2', atMs: nowMs })
  await keepHouse({ database: desk.database, nowMs: () => nowMs })
  expect(
    await desk.rows(
      `select to_hex(network) as network, encode(host, 'hex') as host from network_address where account_id = $1`,
    ),
  ).toEqual([{ network: 'cb0071', host: '02' }])
  const off = await open('many_addresses', 'off', 1)
  await off.enter({ address: '203.0.113.1' })
  expect(await off.rows('select from network_address where account_id = $1')).toEqual([])
})

const pace = async (desk: Awaited<ReturnType<typeof open>>) =>
  (
    await desk.rows(
      'select since::float8, slot::float8, seen, slots, total, squares from supplier_pace where account_id = $1',
    )
  )[0] as unknown as ArrivalPace

test('a supplier’s pace is stored as the periods pass, with the empty ones (defender.md §1)', async () => {
  const desk = await open('burst', 'shadow', 10)
  const beganMs = slotOf(Date.now()) * SLOT_MS
  let expected: ArrivalPace | null = null
  for (const [slot, arrivals] of [
    [0, 3],
    [1, 5],
    [4, 2],
    [4, 1],
    [300, 7],
  ] as const) {
    const atMs = beganMs + slot * SLOT_MS
    await desk.writes(Array.from({ length: arrivals }, () => desk.at({ atMs })))
    const now = slotOf(atMs)
    expected = paceIn(expected ?? { since: now, slot: now, seen: 0, slots: 0, total: 0, squares: 0 }, now)
    expected = { ...expected, seen: expected.seen + arrivals }
  }
  const stored = await pace(desk)
  expect(stored).toEqual({
    ...expected,
    slots: expect.closeTo(expected?.slots ?? 0),
    total: expect.closeTo(expected?.total ?? 0),
    squares: expect.closeTo(expected?.squares ?? 0),
  })
})

test('more arrivals in 5 minutes than a supplier’s own history lets expect are a burst, with the expected and the seen number (defender.md §1)', async () => {
  const desk = await open('burst', 'refuse', 10)
  const { accountId, supplierId } = desk.study
  const slot = slotOf(Date.now())
  await desk.database.asSystem(tx =>
    tx.client.query('insert into supplier_pace values ($1, $2, $3, $4, 4, 287, 1148, 4592)', [
      accountId,
      supplierId,
      slot - 288,
      slot - 1,
    ]),
  )
  const atMs = slot * SLOT_MS
  const first = await desk.writes(Array.from({ length: 8 }, () => desk.at({ atMs })))
  const then: number[] = []
  for (let at = 0; at < 4; at++) then.push(await desk.enter({ atMs }))
  expect([...first, ...then]).toEqual([...Array.from({ length: 11 }, () => 11), 20])
  expect(await desk.verdicts('r12')).toEqual([
    {
      rule: 'burst',
      refused: true,
      threshold: 'fewer than 12 in 5 min, 4.0 expected',
      value: '12 in 5 min',
      set_by: 'survey',
    },
  ])
  expect(await desk.enter({ atMs: atMs + SLOT_MS })).toBe(11)
  expect(await verifyLedger(desk.database)).toEqual([])
})

test('a supplier of whom less than a day is known has no burst, nor do tests count', async () => {
  const desk = await open('burst', 'refuse', 10)
  await desk.writes(Array.from({ length: 3 }, () => desk.at({ testToken: desk.study.testToken })))
  expect(await pace(desk)).toBeUndefined()
  const codes = await desk.writes(Array.from({ length: 200 }, () => desk.at()))
  expect(new Set(codes)).toEqual(new Set([11]))
})

test('10,000 concurrent entrants have every verdict, each once (defender.md §1)', async () => {
  const { database } = fresh()
  const study = await database.asSystem(tx =>
    makeStudy(tx, {
      country: 'US',
      defender: (['country', 'datacentre', 'fingerprint_missing', 'many_addresses'] as const).map(rule => ({
        rule,
        mode: rule === 'datacentre' ? ('refuse' as const) : ('shadow' as const),
        threshold: rule === 'many_addresses' ? 1 : null,
      })),
    }),
  )
  const { accountId, supplierId, sourceId } = study
  const ledger = createLedger(database)
  const bad = { supplierId, country: 'CA', fingerprint: null }
  const outcomes = await Promise.all(
    Array.from({ length: 10_000 }, (_, at) =>
      ledger.enter(
        accountId,
        entry(sourceId, `r${at}`, {
          ...bad,
          fromDatacentre: at % 2 === 0,
          address: `198.51.${Math.floor(at / 250)}.${at % 250}`,
        }),
      ),
    ),
  )
  expect(outcomes.filter(outcome => sent(outcome).code === 20)).toHaveLength(5_000)
  const { rows } = await database.readAsSystem(tx =>
    tx.client.query(
      'select rule, refused, count(*)::int as verdicts, count(distinct rdud)::int as people from rule_verdict where account_id = $1 group by 1, 2 order by 1',
      [accountId],
    ),
  )
  expect(rows).toEqual([
    { rule: 'country', refused: false, verdicts: 10_000, people: 10_000 },
    { rule: 'datacentre', refused: true, verdicts: 5_000, people: 5_000 },
    { rule: 'fingerprint_missing', refused: false, verdicts: 10_000, people: 10_000 },
    { rule: 'many_addresses', refused: false, verdicts: 9_960, people: 9_960 },
  ])
  expect(await verifyLedger(database)).toEqual([])
}, 120_000)

test('verdicts of a rule that is deleted, or that no version of the desk knows, still show', async () => {
  const desk = await open('many_addresses', 'shadow', 1)
  for (const address of ['203.0.113.1', '203.0.113.2']) await desk.enter({ address })
  const { accountId } = desk.study
  await desk.database.asSystem(async tx => {
    await tx.client.query('delete from defender_rule where account_id = $1', [accountId])
    await tx.client.query(`update rule_verdict set rule = 'of_before' where account_id = $1`, [accountId])
  })
  expect((await desk.verdicts('r2'))?.map(({ rule, value }) => [rule, value])).toEqual([
    ['of_before', 'more of 203.0.113.0/24'],
  ])
})
