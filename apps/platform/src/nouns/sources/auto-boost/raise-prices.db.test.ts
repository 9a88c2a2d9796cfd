import { expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { listHistory } from '#kernel/history/history.store'
import { createLedger } from '#ledger/batches/ledger'
import { HOUR_MS } from '#ledger/facts/pacing'
import { readFeed } from '#ledger/feed/changes.store'
import { back, entry, sent } from '#ledger/testing/operations'
import { makeStudy, type SourceSpec } from '#ledger/testing/study'
import { verifyLedger } from '#ledger/verify/verify-ledger'
import { useDatabase } from '#testing/database/harness'
import { boostSource, sweepBoosts } from './raise-prices.ts'

const fresh = useDatabase()
const noon = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000
const FEED_WAIT = { timeout: 20_000, interval: 5 }

/** A live source at $2.00 with a target of 100 in ten hours, that is raised by 30 cents an hour up to $2.75. */
async function open(more: SourceSpec = {}, boost: { step?: number; cap?: number; minutes?: number } = {}) {
  const { database } = fresh()
  const study = await database.asSystem(tx =>
    makeStudy(tx, {
      sources: [
        {
          target: 100,
          supplyPriceCents: 200,
          liveSince: new Date(noon - HOUR_MS),
          outOfFieldAt: new Date(noon + 10 * HOUR_MS),
          ...more,
        },
      ],
    }),
  )
  const { accountId, sourceId } = study
  await database.asSystem(async tx => {
    // sources of other tests are swept as well
    await sql`update source set auto_boost = source_id = ${sourceId}`.execute(tx)
    await sql`insert into source_boost (account_id, source_id, step_cents, cap_cents, interval_minutes, watched_from, watched_completes, watched_version)
      values (${accountId}, ${sourceId}, ${boost.step ?? 30}, ${boost.cap ?? 275}, ${boost.minutes ?? 60}, ${new Date(noon)}, 0, 1)`.execute(
      tx,
    )
  })
  const clock = { nowMs: noon }
  const ledger = createLedger(database, { nowMs: () => clock.nowMs })
  const sweep = (atMs: number) => {
    clock.nowMs = atMs
    return sweepBoosts({ database, nowMs: () => clock.nowMs })
  }
  const complete = async (count: number, atMs: number) => {
    clock.nowMs = atMs
    const entrants = await ledger.write(
      accountId,
      Array.from({ length: count }, (_, number) => entry(sourceId, `r${atMs}-${number}`, { atMs })),
    )
    await ledger.write(
      accountId,
      entrants.map(outcome => back(sent(outcome).hex, '1000', { atMs })),
    )
  }
  return { database, study, ledger, clock, sweep, complete, price: () => priceOf(database, sourceId) }
}

async function priceOf(database: DeskDatabase, sourceId: number): Promise<number | null> {
  const { rows } = await database.readAsSystem(tx =>
    sql<{ price: number | null }>`select supply_price_cents as price from source where source_id = ${sourceId}`.execute(
      tx,
    ),
  )
  return rows[0]?.price ?? null
}

test('a source whose suppliers all have their own price is not raised', async () => {
  const desk = await open({ supplierPriceCents: 199 })
  expect([await desk.sweep(noon + HOUR_MS), await desk.price()]).toEqual([0, 200])
})

test('a source behind pace is raised step by step up to its cap, each an edit by Auto-Boost in its history and on the feed; then it stays', async () => {
  const desk = await open()
  const { accountId, sourceId } = desk.study
  const { cursor } = (await readFeed(desk.database, undefined)).changes
  expect([await desk.sweep(noon + HOUR_MS - 1), await desk.price()]).toEqual([0, 200])
  const prices: unknown[] = []
  for (const hours of [1, 2, 3, 4, 5])
    prices.push([
      await desk.sweep(noon + hours * HOUR_MS),
      await desk.sweep(noon + hours * HOUR_MS),
      await desk.price(),
    ])
  expect(prices).toEqual([
    [1, 0, 230],
    [1, 0, 260],
    [1, 0, 275],
    [0, 0, 275],
    [0, 0, 275],
  ])
  const history = await desk.database.readAsSystem(tx =>
    listHistory(tx, accountId, 'source', sourceId, { limit: 10, offset: 0 }),
  )
  const step = (hours: number, from: number, to: number) => ({
    act: 'edited',
    by: null,
    by_uid: null,
    at: new Date(noon + hours * HOUR_MS).toISOString(),
    changes: [{ field: 'supplier_cpi', from, to }],
    reason: 'auto_boost',
    note: null,
  })
  expect(history).toEqual([step(3, 2.6, 2.75), step(2, 2.3, 2.6), step(1, 2, 2.3)])
  // the feed holds back while an older transaction is open anywhere on the server, such as another test's
  await vi.waitFor(async () => {
    const { sources } = (await readFeed(desk.database, cursor)).changes
    expect(sources.map(({ row }) => row.stmid)).toEqual([sourceId])
  }, FEED_WAIT)
})

test('completes after a step cost the raised price, as after an edit by hand', async () => {
  const desk = await open()
  const { accountId, sourceId } = desk.study
  const enter = async (rid: string) =>
    sent(await desk.ledger.enter(accountId, entry(sourceId, rid, { atMs: desk.clock.nowMs })))
  const early = await enter('early')
  await desk.sweep(noon + HOUR_MS)
  const late = await enter('late')
  for (const { hex } of [early, late]) await desk.ledger.return(accountId, back(hex, '1000', { atMs: noon + HOUR_MS }))
  const { rows } = await desk.database.readAsSystem(tx =>
    sql`select rid, cpi_cents from respondent where account_id = ${accountId} order by rid`.execute(tx),
  )
  expect([rows, await verifyLedger(desk.database)]).toEqual([
    [
      { rid: 'early', cpi_cents: 230 },
      { rid: 'late', cpi_cents: 230 },
    ],
    [],
  ])
})

test('steps stop while it is paced, and go on when it falls behind again', async () => {
  const desk = await open()
  await desk.complete(10, noon + 10 * MINUTE_MS)
  const prices = [[await desk.sweep(noon + HOUR_MS), await desk.price()]]
  prices.push([await desk.sweep(noon + 2 * HOUR_MS - 1), await desk.price()])
  prices.push([await desk.sweep(noon + 2 * HOUR_MS), await desk.price()])
  expect(prices).toEqual([
    [0, 200],
    [0, 200],
    [1, 230],
  ])
})

test('a price set by hand is not touched before the minutes between steps are over; one above the cap stays', async () => {
  const desk = await open()
  const setPrice = (cents: number) =>
    desk.database.asSystem(tx =>
      sql`update source set supply_price_cents = ${cents}, edit_version = edit_version + 1 where source_id = ${desk.study.sourceId}`.execute(
        tx,
      ),
    )
  await setPrice(210)
  const prices = [[await desk.sweep(noon + HOUR_MS), await desk.price()]]
  prices.push([await desk.sweep(noon + 2 * HOUR_MS), await desk.price()])
  await setPrice(500)
  prices.push([await desk.sweep(noon + 3 * HOUR_MS), await desk.price()])
  prices.push([await desk.sweep(noon + 5 * HOUR_MS), await desk.price()])
  expect(prices).toEqual([
    [0, 210],
    [1, 240],
    [0, 500],
    [0, 500],
  ])
})

test('a source that is not live, boosted or open is not raised: a paused source, one below a paused survey, of a suspended account, and a Lucid one', async () => {
  const changes = [
    'update source set status = 2 where source_id = $1',
    'update survey set status = 2 where survey_id = (select survey_id from source where source_id = $1)',
    'update account set suspended_at = now() where account_id = (select account_id from source where source_id = $1)',
    'update source set auto_boost = false where source_id = $1',
    "update source set type = 'lucid' where source_id = $1",
  ]
  const prices: unknown[] = []
  for (const change of changes) {
    const desk = await open()
    await desk.database.asSystem(tx => tx.client.query({ text: change, values: [desk.study.sourceId] }))
    prices.push([await desk.sweep(noon + HOUR_MS), await desk.price()])
  }
  expect(prices).toEqual(changes.map(() => [0, 200]))
})

test('of any number of evaluators at once one steps, at whatever moments: never twice within the minutes, never above the cap', async () => {
  const desk = await open({}, { step: 7, cap: 290 })
  const { accountId, sourceId } = desk.study
  const steps: number[] = []
  let seed = 20_261_123
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  let atMs = noon
  while (atMs < noon + 9 * HOUR_MS) {
    atMs += random(25 * MINUTE_MS)
    const moment = atMs
    const raised = await Promise.all(
      [0, random(3), 0].map(ahead =>
        desk.database.asAccount(accountId, tx => boostSource(tx, accountId, sourceId, moment + ahead), {
          idempotent: true,
        }),
      ),
    )
    for (const isRaised of raised) if (isRaised) steps.push(moment)
  }
  const gaps = steps.slice(1).map((step, at) => step - (steps[at] ?? 0))
  expect(steps.length).toBeGreaterThan(4)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(HOUR_MS - 3)
  expect(await desk.price()).toBe(Math.min(200 + 7 * steps.length, 290))
})
