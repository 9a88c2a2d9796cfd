import { beforeAll, expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { back, TOLD } from '#ledger/testing/operations'
import { lastMonth, monthAt } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { StudyMaker } from '#testing/study'
import { keepWindowOpen } from './testing/keep-window-open.ts'
import { makeStand, numbered, type Stand } from './testing/stand.ts'

const platform = usePlatform()
const { month: last, middleMs: lastMonthMs } = lastMonth()
const current = monthAt(Date.now())
let stand: Stand

beforeAll(async () => {
  stand = await makeStand(platform(), new StudyMaker(platform().database))
  await keepWindowOpen(platform().databaseUrl, stand.study.accountId)
})

/** The stored request, rejecting these by the supplier's ids. */
async function rejected(rids: readonly string[]) {
  const preview = await stand.preview({ text: rids.map(rid => `${rid},930`).join('\n') })
  expect(preview.body.request.statement_months).toEqual([])
  return (await stand.store(preview)).body.request
}

/** The months whose statement of the project has adjustments. */
async function adjustedMonths(): Promise<readonly string[]> {
  const { body } = await stand.ask('GET', `/v1/sell-statements?of=project&search=${stand.study.projectId}`)
  return body.periods
    .filter(
      ({ statements }: { statements: readonly { adjustments: number }[] }) => (statements[0]?.adjustments ?? 0) > 0,
    )
    .map(({ month }: { month: string }) => month)
    .toReversed()
}

test('a stored request says which statements it adjusted: those of its completes, or the first open one where theirs is closed (settlement.md §2)', async () => {
  await stand.completes(numbered(4, 'old'), { endedAtMs: lastMonthMs })
  await stand.completes(numbered(4, 'new'), { endedAtMs: Date.now() - 1_000 })
  const early = await rejected(['old-1'])
  expect([early.statement_months, await adjustedMonths()]).toEqual([[last], [last]])
  const both = await rejected(['new-1', 'old-2', 'nobody'])
  expect([both.statement_months, await adjustedMonths()]).toEqual([
    [last, current],
    [last, current],
  ])
  const open = await stand.preview({ text: 'old-4,930' })
  expect((await stand.ask('POST', `/v1/statements/${last}/close`)).status).toBe(200)
  const late = await rejected(['old-3'])
  expect(late.statement_months).toEqual([current])
  const path = `/v1/reconciliation/${stand.study.projectId}`
  const { body: list } = await stand.ask('GET', path)
  expect(
    list.map((request: { reconciliation_ud: number; statement_months: unknown }) => [
      request.reconciliation_ud,
      request.statement_months,
    ]),
  ).toEqual([
    [late.reconciliation_ud, [current]],
    [open.body.request.reconciliation_ud, []],
    [both.reconciliation_ud, [last, current]],
    [early.reconciliation_ud, [last]],
  ])
  // its undo adjusts the first open one, too
  const undo = await stand.preview({ undo_of: early.reconciliation_ud })
  expect((await stand.store(undo)).body.request.statement_months).toEqual([current])
})

test('a statement has its completes, then its adjustments by the month of the complete and the moment; each adjustment names that month (settlement.md §2)', async () => {
  const { study, ask, completes, preview, store } = await makeStand(platform(), new StudyMaker(platform().database))
  await keepWindowOpen(platform().databaseUrl, study.accountId)
  const nowMs = Date.now()
  await completes(['old-1'], { endedAtMs: lastMonthMs })
  await completes(['old-term'], { endedAtMs: lastMonthMs, inboundCode: '2000' })
  const [overruled] = await completes(['old-2'], { endedAtMs: lastMonthMs, inboundCode: null })
  const ledger = createLedger(platform().database)
  await ledger.return(study.accountId, back(overruled?.hex ?? '', '1000', { atMs: lastMonthMs }))
  expect((await ask('POST', `/v1/statements/${last}/close`)).status).toBe(200)
  await completes(['new-later'], { endedAtMs: nowMs - 1_000 })
  await completes(['new-earlier'], { endedAtMs: nowMs - 2_000 })
  for (const line of ['new-later,930', 'old-term,11', 'old-1,930'])
    expect((await store(await preview({ text: line }))).status).toBe(200)
  await ledger.return(study.accountId, back(overruled?.hex ?? '', '2000', TOLD))
  const { body } = await ask('GET', `/v1/statements/${current}?supplier=${study.supplierId}&limit=100`)
  expect(
    body.page.map((line: Record<string, unknown>) => [line['kind'], line['origin'], line['rid'], line['amount_cents']]),
  ).toEqual([
    ['complete', current, 'new-earlier', 250],
    ['complete', current, 'new-later', 250],
    ['adjustment', last, 'old-term', 250],
    ['adjustment', last, 'old-1', -250],
    ['adjustment', last, 'old-2', -250],
    ['adjustment', current, 'new-later', -250],
  ])
})
