import fc from 'fast-check'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { createLedger } from '#ledger/batches/ledger'
import type { LedgerOperation } from '#ledger/facts/ledger-operations'
import { sweepSums } from '#ledger/sweeps/sweeps'
import { back, due, entry, TOLD } from '#ledger/testing/operations'
import { makeStudy, type Study } from '#ledger/testing/study'
import { reconciliationsOf } from './reconciliations.ts'

const START_MS = Date.UTC(2026, 9, 30, 12)
const MINUTE_MS = 60_000

const step = fc.record({
  minutes: fc.integer({ min: 0, max: 900 }),
  pick: fc.nat(),
  what: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('enter' as const), source: fc.nat({ max: 1 }), test: fc.boolean() }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('return' as const),
        code: fc.constantFrom('1000', '1000', '2000', '4000', '1', '3000', 'x'),
        proof: fc.constantFrom({}, TOLD, { viaServer: true }),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'abandon' as const }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'reconcile' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'undo' as const }) },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Entries, returns, sweeps, reconciliations and undos in any order. */
export const anySteps = fc.array(step, { minLength: 1, maxLength: 30 })

/**
 * Plays the steps on a new study of two sources, and reads something before the first and after each of them.
 * @returns the study, and the readings with their moments
 */
export async function playCourse<Reading>(
  database: DeskDatabase,
  steps: readonly Step[],
  read: (study: Study, at: Date) => Promise<Reading>,
): Promise<{ readonly study: Study; readonly moments: readonly { readonly at: Date; readonly reading: Reading }[] }> {
  const study = await database.asSystem(tx =>
    makeStudy(tx, { loiMinutes: 10, suppliers: 2, sources: [{}, { target: 4, supplierPriceCents: 133 }] }),
  )
  const { accountId } = study
  let nowMs = START_MS
  const ledger = createLedger(database, { nowMs: () => nowMs })
  const here: string[] = []
  const { reconcile, undo } = reconciliationsOf(database, ledger, study)
  const readAt = async (atMs: number) => ({ at: new Date(atMs), reading: await read(study, new Date(atMs)) })
  const moments = [await readAt(START_MS)]
  for (const [at, { minutes, pick, what }] of steps.entries()) {
    nowMs += minutes * MINUTE_MS + 1
    const hex = here[pick % Math.max(1, here.length)]
    const operations: LedgerOperation[] = []
    if (what.kind === 'enter')
      operations.push(
        entry(study.sourceIds[what.source] ?? 0, `r${at}`, {
          atMs: nowMs,
          supplierId: study.supplierIds[pick % 2] ?? null,
          testToken: what.test && pick % 4 === 0 ? study.testToken : null,
        }),
      )
    else if (what.kind === 'return' && hex !== undefined)
      operations.push(back(hex, what.code, { atMs: nowMs, ...what.proof }))
    else if (what.kind === 'abandon' && hex !== undefined) operations.push(due(hex, nowMs))
    for (const outcome of await ledger.write(accountId, operations))
      if (what.kind === 'enter' && outcome.kind === 'sent') here.push(outcome.hex)
    if (what.kind === 'reconcile') await reconcile(pick, nowMs, at + 1)
    else if (what.kind === 'undo') await undo(nowMs, at + 1)
    // a part of the lines is in sums, the others not yet
    if (pick % 3 === 0) await sweepSums({ database }, { sources: 200, lines: 1 + (pick % 4) })
    moments.push(await readAt(nowMs + 1))
    nowMs += 1
  }
  return { study, moments }
}
