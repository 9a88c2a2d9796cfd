import { alertText } from '@desk/schema/alerts/alert'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#ledger/testing/open-ledger'
import { foldSums } from '#ledger/sums/fold-sums.store'
import { useDatabase } from '#testing/database/harness'
import { sweepUnusual } from './sweep-unusual.ts'
import { openAlerts } from './testing/alert-desk.ts'

const fresh = useDatabase()
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SUMMED_MS = 2 * MINUTE_MS

/** Two hours of a source: respondents, and those of them who complete. */
interface Hours {
  readonly people: number
  readonly completes: number
  readonly minutes?: number
}
const USUAL = { people: 80, completes: 40 }

/** A live source with the same traffic before an hour on so many days, and other traffic today. */
async function opened({
  days = 7,
  usual = USUAL,
  today,
  untilMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS,
  liveForMs = 30 * DAY_MS,
}: {
  days?: number
  usual?: Hours
  today: Hours
  untilMs?: number
  liveForMs?: number
}) {
  const { database } = fresh()
  const desk = await openAlerts(
    database,
    { sources: [{ target: 100_000, liveSince: new Date(untilMs - liveForMs) }] },
    untilMs,
  )
  await database.asSystem(tx => tx.client.query('update alert_rule set on_since = $1', [new Date(0)]))
  const admin = await desk.member({ roleId: 1 })
  let people = 0
  const play = async (endMs: number, { people: many, completes, minutes = 8 }: Hours) => {
    const enteredMs = endMs - 100 * MINUTE_MS
    await Promise.all(
      Array.from({ length: many }, async (_, at) => {
        const { hex } = await desk.enter(`r${(people += 1)}`, { atMs: enteredMs, parameters: new Map([['age', '30']]) })
        await desk.return(hex, at < completes ? '1000' : '2000', { atMs: enteredMs + (minutes + (at % 3)) * MINUTE_MS })
      }),
    )
  }
  const sweep = (atMs: number) =>
    vi.waitFor(
      async () => {
        for (let more: boolean | null = true; more !== false;)
          more = await database.asSystem(tx => foldSums(tx, { sources: 200, lines: 10_000 }))
        const swept = await sweepUnusual(database, () => atMs + SUMMED_MS)
        if (swept === null) throw new Error('Another process is judging.')
        return swept
      },
      { timeout: 20_000, interval: 5 },
    )
  const texts = async () =>
    (await desk.bell(admin)).alerts.map(({ kind, facts, ended_at }) => [
      alertText(kind, facts),
      ended_at === null ? 'open' : 'ended',
    ])
  for (let day = 1; day <= days; day++) await play(untilMs - day * DAY_MS, usual)
  await play(untilMs, today)
  /** Stores an edit of the source by the admin. */
  const edit = (field: string, atMs: number) =>
    database.asSystem(tx =>
      tx.client.query(
        `insert into object_edit (account_id, scope, object_id, user_id, act, at, changes) values ($1, 'source', $2, $3, 'edited', $4, $5)`,
        [desk.study.accountId, desk.study.sourceId, admin, new Date(atMs), JSON.stringify([{ field }])],
      ),
    )
  return { ...desk, untilMs, play, sweep, texts, edit }
}

test('a conversion that falls is one alert until a full hour is inside again (forecast.md §5)', async () => {
  const desk = await opened({ today: { people: 80, completes: 12 } })
  await desk.edit('sell_price', desk.untilMs - 4 * HOUR_MS)
  await desk.edit('survey_url', desk.untilMs - 110 * MINUTE_MS)
  const fallen =
    'Unusual figures: conversion 15 %, at the same hours of the last 7 days 50 %; outcome Client term moved most (85 %, before 50 %); Ada Byron edited survey url of the source 112 minutes earlier'
  await desk.sweep(desk.untilMs)
  await desk.sweep(desk.untilMs)
  expect(await desk.texts()).toEqual([[fallen, 'open']])
  // the next hour's window has today's second hour, and no day before with traffic in it
  await desk.sweep(desk.untilMs + HOUR_MS)
  expect(await desk.texts()).toEqual([[fallen, 'open']])
  await desk.play(desk.untilMs + 2 * HOUR_MS, USUAL)
  for (let day = 1; day <= 7; day++) await desk.play(desk.untilMs + 2 * HOUR_MS - day * DAY_MS, USUAL)
  await desk.sweep(desk.untilMs + 2 * HOUR_MS)
  expect(await desk.texts()).toEqual([[fallen, 'ended']])
})

test('interviews that take twice as long are an alert with their minutes (forecast.md §5)', async () => {
  const desk = await opened({ today: { ...USUAL, minutes: 18 } })
  await desk.sweep(desk.untilMs)
  expect(await desk.texts()).toEqual([
    ['Unusual figures: interview length 19 minutes, at the same hours of the last 7 days 8.9', 'open'],
  ])
})

test.for([
  ['a source of two days', { days: 2, today: { people: 80, completes: 12 } }],
  ['too few completes', { usual: { people: 12, completes: 6 }, today: { people: 12, completes: 0 } }],
  ['a source that was paused for a week', { days: 0, today: { people: 80, completes: 12 } }],
  ['a source that went live within the window', { liveForMs: HOUR_MS, today: { people: 80, completes: 12 } }],
  ['traffic that did not change over a change of the clocks', { today: USUAL, untilMs: Date.UTC(2026, 10, 3, 15) }],
] as const)('%s gives no alert (forecast.md §5)', async ([, spec]) => {
  const desk = await opened(spec)
  expect(await desk.sweep(desk.untilMs)).toEqual({ raised: 0, ended: 0 })
})

test('a paused source is not judged', async () => {
  const desk = await opened({ today: { people: 80, completes: 12 } })
  await desk.setStatus(STATUS_CODES.paused)
  expect(await desk.sweep(desk.untilMs)).toEqual({ raised: 0, ended: 0 })
})
