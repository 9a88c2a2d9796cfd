import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { explainRespondent } from '../explain/explain.store.ts'
import type { AdjustmentOperation } from '../facts/ledger-operations.ts'
import { formatRdud } from '../facts/rdud.ts'
import { adjustAll } from '../testing/adjust-all.ts'
import { allFigures, NOBODY, revenues, sourceHours } from '../testing/figures.ts'
import { MINUTE_MS, noon, openLedger } from '../testing/open-ledger.ts'
import type { StudySpec } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'

const fresh = useDatabase()
const open = (spec?: StudySpec) => openLedger(fresh().database, spec)

const DAY_MS = 86_400_000
const completedAtMs = noon + 8 * MINUTE_MS
const adjustedAtMs = noon + 30 * DAY_MS

const rejects = (hex: string, endedAtMs = completedAtMs): AdjustmentOperation => ({
  kind: 'reconcile',
  verdict: 'rejected',
  hex,
  atMs: adjustedAtMs,
  reason: 931,
  requestId: 12,
  expected: { code: 30, endedAtMs },
})
const takesBack = (hex: string): AdjustmentOperation => ({
  kind: 'restore',
  hex,
  atMs: adjustedAtMs + DAY_MS,
  requestId: 13,
  expected: { code: 50, endedAtMs: adjustedAtMs },
  to: { code: 30, endedAtMs: completedAtMs },
})

/** Everything that the ledger's figures say of the one source. */
async function everyFigure({ database, study }: Awaited<ReturnType<typeof open>>) {
  return [
    await allFigures(database, study),
    await revenues(database, study),
    await sourceHours(database, study.sourceId),
  ]
}

describe('a reconciliation (law 8)', () => {
  test('takes a rejected complete, its money, its interview and its hour out of every figure', async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000')
    expect(
      await desk.ledger.reconcile(desk.study.accountId, (tx, adjust) =>
        adjustAll(tx, adjust, desk.study.accountId, [rejects(hex)]),
      ),
    ).toEqual([{ kind: 'adjusted', hex, from: 30, to: 50, cpiCents: 250, sellPriceCents: 500 }])
    const rejected = { ...NOBODY, entrants: 1, sqTerms: 1, conversion: 0 }
    expect(await everyFigure(desk)).toEqual([
      { source: rejected, survey: rejected, project: rejected },
      { source: 0, survey: 0, project: 0 },
      [{ hour: '2026-11-20T12:00:00.000Z', entrants: 1, live: 0, test: 0 }],
    ])
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('accepts an abandon at the price in force, without an interview length', async () => {
    const desk = await open({ loiMinutes: 10 })
    const { hex } = await desk.enter('r1')
    const dueAtMs = noon + 18 * MINUTE_MS
    await desk.ledger.abandon(desk.study.accountId, { kind: 'abandon', atMs: dueAtMs, hex })
    const accepts: AdjustmentOperation = {
      ...rejects(hex),
      kind: 'reconcile',
      verdict: 'accepted',
      reason: 11,
      expected: { code: 40, endedAtMs: dueAtMs },
    } as AdjustmentOperation // the spread of a union loses which member it is
    await desk.ledger.reconcile(desk.study.accountId, (tx, adjust) =>
      adjustAll(tx, adjust, desk.study.accountId, [accepts]),
    )
    expect(await desk.figures()).toMatchObject({ completes: 1, abandons: 0, expense: 2.5, loi: null })
    expect(await sourceHours(desk.database, desk.study.sourceId)).toEqual([
      { hour: '2026-11-20T12:00:00.000Z', entrants: 1, live: 0, test: 0 },
      { hour: '2026-12-20T12:00:00.000Z', entrants: 0, live: 1, test: 0 },
    ])
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('that is undone leaves every figure as it was, to the hour and the cent', async () => {
    const desk = await open()
    for (const rid of ['r1', 'r2']) {
      const { hex } = await desk.enter(rid)
      await desk.return(hex, '1000')
    }
    const { hex } = await desk.enter('r3')
    await desk.return(hex, '1000')
    const before = await everyFigure(desk)
    const { accountId } = desk.study
    await desk.ledger.reconcile(accountId, (tx, adjust) => adjustAll(tx, adjust, accountId, [rejects(hex)]))
    expect(await everyFigure(desk)).not.toEqual(before)
    expect(
      await desk.ledger.reconcile(accountId, (tx, adjust) => adjustAll(tx, adjust, accountId, [takesBack(hex)])),
    ).toEqual([{ kind: 'adjusted', hex, from: 50, to: 30, cpiCents: 250, sellPriceCents: 500 }])
    expect(await everyFigure(desk)).toEqual(before)
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('of a respondent whom others changed since changes nothing, and says so', async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000')
    const { accountId } = desk.study
    const before = await everyFigure(desk)
    const unknown = '0'.repeat(32)
    const outcomes = await desk.ledger.reconcile(accountId, (tx, adjust) =>
      adjustAll(tx, adjust, accountId, [rejects(hex, completedAtMs - 1), rejects(unknown), takesBack(hex)]),
    )
    expect(outcomes).toEqual([hex, unknown, hex].map(moved => ({ kind: 'moved', hex: moved })))
    expect(await everyFigure(desk)).toEqual(before)
  })

  test('that its caller breaks off leaves nothing behind', async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000')
    const before = await everyFigure(desk)
    const broken = desk.ledger.reconcile(desk.study.accountId, async (tx, adjust) => {
      await adjustAll(tx, adjust, desk.study.accountId, [rejects(hex)])
      throw new Error('the rows changed since')
    })
    await expect(broken).rejects.toThrow('the rows changed since')
    expect(await everyFigure(desk)).toEqual(before)
    // and the medians cached between batches are the earlier ones, too
    const { hex: next } = await desk.enter('r2')
    await desk.return(next, '1000')
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('and its undo are steps of Explain, with request and reason (law 8)', async () => {
    const desk = await open()
    const { accountId, sourceId } = desk.study
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000')
    await desk.ledger.reconcile(accountId, (tx, adjust) => adjustAll(tx, adjust, accountId, [rejects(hex)]))
    await desk.ledger.reconcile(accountId, (tx, adjust) => adjustAll(tx, adjust, accountId, [takesBack(hex)]))
    const path = await desk.database.asAccount(accountId, tx =>
      explainRespondent(tx, accountId, sourceId, formatRdud(accountId, hex)),
    )
    expect(path?.steps.slice(-2).map(({ from, to, detail }) => [from, to, detail])).toEqual([
      [30, 50, 'reconciliation 12, reason 931'],
      [50, 30, 'reconciliation 13 takes back an earlier one'],
    ])
  })

  test('of a respondent whose return comes again afterwards stays: the return is a repeat', async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000')
    await desk.ledger.reconcile(desk.study.accountId, (tx, adjust) =>
      adjustAll(tx, adjust, desk.study.accountId, [rejects(hex)]),
    )
    expect(await desk.return(hex, '1000')).toMatchObject({ code: 50, repeat: true })
  })
})
