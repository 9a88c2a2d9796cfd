import { alertText } from '@desk/schema/alerts/alert'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { describe, expect, test, vi } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { sweepAlerts, type Swept } from './sweep-alerts.ts'
import { openAlerts, type AlertDesk } from './testing/alert-desk.ts'

const fresh = useDatabase()
const HOUR_MS = 3_600_000

/** Measures as soon as no other process does. */
async function sweep(nowMs: number): Promise<Swept> {
  return vi.waitFor(
    async () => {
      const swept = await sweepAlerts(fresh().database, () => nowMs)
      if (swept === null) throw new Error('Another process is measuring.')
      return swept
    },
    { timeout: 20_000, interval: 5 },
  )
}

async function opened(target = 100) {
  const now = Date.now()
  const desk = await openAlerts(fresh().database, {
    sources: [{ target, outOfFieldAt: new Date(now + 48 * HOUR_MS), liveSince: new Date(now - 24 * HOUR_MS) }],
  })
  const admin = await desk.member({ roleId: 1 })
  // after the rules that every account begins with
  return { ...desk, admin, now: Date.now() + 1_000 }
}

/** Stores the figures of the source, as batches do. */
const figures = (desk: AlertDesk, counts: { entrants: number; terms: number; completes: number }, hour: Date) =>
  fresh().database.asSystem(async tx => {
    const { accountId, sourceId } = desk.study
    await tx.client.query(
      `insert into rollup (account_id, scope, scope_id, entrants, code_31, code_30) values ($1, 3, $2, $3, $4, $5)
       on conflict (account_id, scope, scope_id) do update set entrants = $3, code_31 = $4, code_30 = $5`,
      [accountId, sourceId, counts.entrants, counts.terms, counts.completes],
    )
    await tx.client.query(
      `insert into hour_bucket (account_id, scope, scope_id, hour, completes_live) values ($1, 3, $2, $3, $4)
       on conflict (account_id, scope, scope_id, hour) do update set completes_live = $4`,
      [accountId, sourceId, hour, counts.completes],
    )
  })
const texts = async (desk: AlertDesk, userId: number) =>
  (await desk.bell(userId)).alerts.map(({ kind, facts, ended_at }) => [
    alertText(kind, facts),
    ended_at === null ? 'open' : 'ended',
  ])

describe('behind pace', () => {
  test('is raised without anything set up, once, ends when the source catches up, and is raised again', async () => {
    const desk = await opened()
    const { now, admin } = desk
    const hour = new Date(now - 2 * HOUR_MS)
    const behind = ['Behind pace: 29 of 100 completes expected', 'open']
    await figures(desk, { entrants: 20, terms: 0, completes: 10 }, hour)
    await sweep(now)
    expect(await texts(desk, admin)).toEqual([behind])
    await figures(desk, { entrants: 24, terms: 0, completes: 12 }, hour)
    await sweep(now + 60_000)
    expect(await texts(desk, admin)).toEqual([behind])
    await figures(desk, { entrants: 80, terms: 0, completes: 40 }, hour)
    await sweep(now + 120_000)
    expect(await texts(desk, admin)).toEqual([[behind[0], 'ended']])
    await figures(desk, { entrants: 20, terms: 0, completes: 10 }, hour)
    await sweep(now + 180_000)
    expect((await desk.bell(admin)).unread).toBe(2)
  })

  test('is not raised for a small target, and ends when the source stops', async () => {
    const small = await opened(9)
    const desk = await opened()
    await sweep(desk.now)
    expect([await texts(small, small.admin), (await texts(desk, desk.admin)).length]).toEqual([[], 1])
    await desk.setStatus(STATUS_CODES.paused)
    await sweep(desk.now + 60_000)
    expect(await texts(desk, desk.admin)).toEqual([['Behind pace: 0 of 100 completes expected', 'ended']])
  })

  test('is raised once by several processes at the same time', async () => {
    const desk = await opened()
    await Promise.all(Array.from({ length: 5 }, () => sweepAlerts(fresh().database, () => desk.now)))
    await sweep(desk.now)
    expect((await desk.bell(desk.admin)).alerts.length).toBe(1)
  })
})

test('IR that fell is raised by a rule with its threshold, from the counts of a day before', async () => {
  const desk = await opened()
  const { now, admin } = desk
  await desk.rule({ userId: admin, kinds: ['ir_fell'], thresholds: { ir_fell: 50 } })
  await desk.rule({ userId: admin, kinds: ['conversion_fell'] })
  const hour = new Date(now - 30 * HOUR_MS)
  await figures(desk, { entrants: 400, terms: 100, completes: 100 }, hour)
  await sweep(now - 25 * HOUR_MS)
  await figures(desk, { entrants: 480, terms: 140, completes: 109 }, hour)
  await sweep(now)
  expect((await texts(desk, admin)).filter(([text]) => text?.startsWith('IR'))).toEqual([])
  await figures(desk, { entrants: 500, terms: 180, completes: 110 }, hour)
  await sweep(now + 60_000)
  expect((await texts(desk, admin)).filter(([text]) => !text?.startsWith('Behind'))).toEqual([
    ['IR fell: 11.1 %, before 50 %', 'open'],
    ['Conversion fell: 11.3 %, before 25 %', 'open'],
  ])
})
