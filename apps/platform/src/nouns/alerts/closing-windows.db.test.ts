import { alertPath, alertText } from '@desk/schema/alerts/alert'
import { expect, test, vi } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { listClosingProjects as listClosing } from '../reconciliation/closing.store.ts'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import type { Swept } from './sweep-alerts.ts'
import { sweepClosingWindows } from './sweep-closing-windows.ts'
import { openAlerts, type AlertDesk } from './testing/alert-desk.ts'

const fresh = useDatabase()
// the window of September closes at the end of 25 October
const SEPTEMBER = Date.UTC(2040, 8, 15, 12)
const october = (day: number): number => Date.UTC(2040, 9, day, 12)

const sweepClosing = (nowMs: () => number) => sweepClosingWindows({ database: fresh().database, listClosing }, nowMs)

/** Sweeps as soon as no other process does. */
const sweep = (nowMs: number): Promise<Swept> =>
  vi.waitFor(
    async () => {
      const swept = await sweepClosing(() => nowMs)
      if (swept === null) throw new Error('Another process is sweeping.')
      return swept
    },
    { timeout: 20_000, interval: 5 },
  )

async function opened(rids: readonly string[] = ['a', 'b', 'c']) {
  const { database } = fresh()
  const desk = await openAlerts(database)
  const admin = await desk.member({ roleId: 1 })
  const { accountId, sourceId } = desk.study
  await makeRespondents(database, { accountId, sourceId }, rids, { endedAtMs: SEPTEMBER })
  return { ...desk, admin }
}

const texts = async (desk: AlertDesk, userId: number) =>
  (await desk.bell(userId)).alerts.map(({ kind, facts, ended_at }) => [
    alertText(kind, facts),
    ended_at === null ? 'open' : 'ended',
  ])

/** A reconciliation of the project that was stored, as settlement.md has it. */
const storeReconciliation = (desk: AlertDesk, storedAtMs: number) =>
  fresh().database.asSystem(tx =>
    tx.client.query(
      `insert into reconciliation (account_id, project_id, number, mode, version, kind, channel, state, rules_version, note, purchase_order, created_at, stored_at)
       select $1, $2, 1 + count(*), 'REJECT_LIST', 'new', 'file', 'screen', 'stored', 1, '', '', $3, $3 from reconciliation where account_id = $1`,
      [desk.study.accountId, desk.study.projectId, new Date(storedAtMs)],
    ),
  )

test('completes of last month warn so many days before their window closes, once, until a reconciliation is stored (§6.8)', async () => {
  const desk = await opened()
  await desk.rule({ kinds: ['closing_window'], thresholds: { closing_window: 3 } })
  await sweep(october(21))
  expect(await texts(desk, desk.admin)).toEqual([])
  await sweep(october(23))
  await sweep(october(24))
  const warned = 'Closing window: 3 completes to reconcile within 2 days'
  expect(await texts(desk, desk.admin)).toEqual([[warned, 'open']])
  const [alert] = (await desk.bell(desk.admin)).alerts
  expect(alert && alertPath(alert)).toBe(`/projects/${desk.study.projectId}/reconciliation`)
  await storeReconciliation(desk, october(24))
  await sweep(october(24) + 60_000)
  expect(await texts(desk, desk.admin)).toEqual([[warned, 'ended']])
})

test('a rule without days warns five days before, and the alert ends with the window', async () => {
  const desk = await opened(['a'])
  await desk.rule({ kinds: ['closing_window'] })
  await sweep(october(20))
  expect(await texts(desk, desk.admin)).toEqual([])
  await sweep(october(21))
  const warned = 'Closing window: 1 complete to reconcile within 4 days'
  expect(await texts(desk, desk.admin)).toEqual([[warned, 'open']])
  await sweep(october(25))
  expect(await texts(desk, desk.admin)).toEqual([[warned, 'open']])
  await sweep(october(27))
  expect(await texts(desk, desk.admin)).toEqual([[warned, 'ended']])
})

test('a project without completes of that month, or reconciled since, warns no one; one reconciled before it does', async () => {
  const without = await opened([])
  const since = await opened()
  const before = await opened()
  for (const desk of [without, since, before]) await desk.rule({ kinds: ['closing_window'] })
  await storeReconciliation(since, october(2))
  await storeReconciliation(before, SEPTEMBER)
  await sweep(october(24))
  expect([
    await texts(without, without.admin),
    await texts(since, since.admin),
    (await texts(before, before.admin)).length,
  ]).toEqual([[], [], 1])
})

test('several processes at once raise it once, of each account alone', async () => {
  const desk = await opened()
  const other = await opened()
  await desk.rule({ kinds: ['closing_window'] })
  await Promise.all(Array.from({ length: 4 }, () => sweepClosing(() => october(24))))
  await sweep(october(24))
  expect([(await texts(desk, desk.admin)).length, await texts(other, other.admin)]).toEqual([1, []])
})
