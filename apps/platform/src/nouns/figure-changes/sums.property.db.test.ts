import type { ReconcilableCode } from '@desk/machines/respondent/respondent.events'
import { termsOf, type Addend } from '@desk/schema/columns/figure-terms'
import { FIGURE_COLUMN_LIST } from '@desk/schema/columns/figure-columns'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { createLedger } from '#ledger/batches/ledger'
import type { AdjustmentOperation, LedgerOperation } from '#ledger/facts/ledger-operations'
import { adjustAll } from '#ledger/testing/adjust-all'
import { back, due, entry, TOLD } from '#ledger/testing/operations'
import { makeStudy, type Study } from '#ledger/testing/study'
import { sweepSums } from '#ledger/sweeps/sweeps'
import { useDatabase } from '#testing/database/harness'
import { decompose } from './decompose.ts'
import { readMoves, readNow } from './moves.store.ts'
import seeds from './seeds.json' with { type: 'json' }

const fresh = useDatabase()
const START = Date.UTC(2026, 9, 30, 12)
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
        told: fc.constantFrom({}, TOLD, { viaServer: true }),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'abandon' as const }) },
    { weight: 3, arbitrary: fc.constant({ kind: 'reconcile' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'undo' as const }) },
  ),
})

interface Standing {
  readonly hex: string
  readonly code: ReconcilableCode
  readonly endedAt: Date
}

async function standing(database: DeskDatabase, { accountId }: Study): Promise<readonly Standing[]> {
  const { rows } = await database.readAsSystem(tx =>
    tx.client.query<Standing>(
      `select replace(rdud::text, '-', '') as hex, code, ended_at as "endedAt" from respondent
       where account_id = $1 and code >= 30 and ended_at is not null order by rdud`,
      [accountId],
    ),
  )
  return rows
}

type Figures = Readonly<Record<Addend, number>>
const objectsOf = ({ projectId, surveyId, sourceIds }: Study) => [
  { scope: 'project' as const, id: projectId },
  { scope: 'survey' as const, id: surveyId },
  ...sourceIds.map(id => ({ scope: 'source' as const, id })),
]

/** The figures of every object, as its rollup says now. */
const allNow = (database: DeskDatabase, study: Study): Promise<readonly Figures[]> =>
  database.readAsAccount(study.accountId, async tx => {
    const figures: Figures[] = []
    for (const object of objectsOf(study)) {
      const now = await readNow(tx, { accountId: study.accountId, ...object })
      if (now === undefined) throw new Error('The study has no such object')
      figures.push(now)
    }
    return figures
  })

test('the parts sum to the difference of every figure, to the cent, for any entries, returns, sweeps, reconciliations and undos, at any two moments, in either view (settlement.md §4)', async () => {
  const { database } = fresh()
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 30 }),
    fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }),
    async (steps, pairs) => {
      const study = await database.asSystem(tx =>
        makeStudy(tx, { loiMinutes: 10, suppliers: 2, sources: [{}, { target: 4, supplierPriceCents: 133 }] }),
      )
      const { accountId } = study
      let nowMs = START
      const ledger = createLedger(database, { nowMs: () => nowMs })
      const here: string[] = []
      const adjusted: { hex: string; to: Standing }[] = []
      const moments = [{ at: new Date(START), figures: await allNow(database, study) }]
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
          operations.push(back(hex, what.code, { atMs: nowMs, ...what.told }))
        else if (what.kind === 'abandon' && hex !== undefined) operations.push(due(hex, nowMs))
        for (const outcome of await ledger.write(accountId, operations))
          if (what.kind === 'enter' && outcome.kind === 'sent') here.push(outcome.hex)
        if (what.kind === 'reconcile' || what.kind === 'undo') {
          const all = await standing(database, study)
          const last = adjusted.at(-1)
          const one =
            what.kind === 'undo' ? all.find(who => who.hex === last?.hex) : all[pick % Math.max(1, all.length)]
          if (one !== undefined) {
            const seen = {
              hex: one.hex,
              atMs: nowMs,
              requestId: at + 1,
              expected: { code: one.code, endedAtMs: one.endedAt.getTime() },
            }
            const isBilled = one.code === 30 || one.code === 51
            const operation: AdjustmentOperation =
              what.kind === 'undo' && last !== undefined
                ? { ...seen, kind: 'restore', to: { code: last.to.code, endedAtMs: last.to.endedAt.getTime() } }
                : {
                    ...seen,
                    kind: 'reconcile',
                    verdict: isBilled ? 'rejected' : 'accepted',
                    reason: isBilled ? 930 : 11,
                  }
            const [outcome] = await ledger.reconcile(accountId, (tx, adjust) =>
              adjustAll(tx, adjust, accountId, [operation]),
            )
            if (what.kind === 'undo') adjusted.pop()
            else if (outcome?.kind === 'adjusted') adjusted.push({ hex: one.hex, to: one })
          }
        }
        // a part of the lines stands in sums, the others do not yet
        if (pick % 3 === 0) await sweepSums({ database }, { sources: 200, lines: 1 + (pick % 4) })
        moments.push({ at: new Date(nowMs + 1), figures: await allNow(database, study) })
        nowMs += 1
      }
      for (const pair of pairs) {
        const [first = 0, second = 0] = pair.map(pick => pick % moments.length).toSorted((one, other) => one - other)
        const [before, after] = [moments[first], moments[second]]
        if (before === undefined || after === undefined || first === second) continue
        for (const [at, { scope, id }] of objectsOf(study).entries())
          for (const { id: figure, seenBy } of FIGURE_COLUMN_LIST) {
            const terms = termsOf(figure, scope)
            const addends = new Set(terms.flatMap(({ adds }) => adds))
            const [moves, now] = await database.readAsAccount(accountId, async tx => [
              await readMoves(tx, { accountId, scope, id, addends, from: before.at, to: after.at }),
              await readNow(tx, { accountId, scope, id }),
            ])
            if (now === undefined) throw new Error('The study has no such object')
            for (const view of seenBy === 'internal' ? (['internal'] as const) : (['internal', 'external'] as const)) {
              const change = decompose(moves, terms, now, view)
              const at0 = terms.map(({ adds }) => adds.reduce((sum, add) => sum + (before.figures[at]?.[add] ?? 0), 0))
              const at1 = terms.map(({ adds }) => adds.reduce((sum, add) => sum + (after.figures[at]?.[add] ?? 0), 0))
              expect(change.terms.map(term => [figure, term.before, term.after])).toEqual(
                terms.map((_, term) => [figure, at0[term], at1[term]]),
              )
              expect(
                terms.map((_, term) => change.parts.reduce((sum, { changes }) => sum + (changes[term] ?? 0), 0)),
              ).toEqual(terms.map((_, term) => (at1[term] ?? 0) - (at0[term] ?? 0)))
            }
          }
      }
    },
  )
  // seeds that failed once come first; the message of a failing run contains its own
  for (const seed of seeds) await fc.assert(property, { numRuns: 10, seed })
  await fc.assert(property, { numRuns: 20 })
}, 180_000)
