import { COUNT_COLUMNS } from '@desk/schema/respondents/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { useDatabase } from '#testing/database/harness'
import { createLedger } from './ledger.ts'
import type { ReconcilableCode } from '@desk/machines/respondent/respondent.events'
import type { AdjustmentOperation, LedgerOperation } from '../facts/ledger-operations.ts'
import { adjustAll } from '../testing/adjust-all.ts'
import { allFigures } from '../testing/figures.ts'
import { back, due, entry, TOLD } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { sweepLengths } from '../sweeps/sweeps.ts'
import { CODES } from '../facts/tally.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'

const fresh = useDatabase()
const start = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000

const COUNTS = [
  'entrants',
  ...CODES.map(code => `code_${code}`),
  'priced_completes',
  'expense_cents',
  'revenue_cents',
  'priced_revenue_cents',
]
const sums = COUNTS.map(name => `sum(${name})::int as ${name}`).join(', ')

/** The counts of each source with entrants, each paired with the sum of its suppliers. */
async function sourcesAndSuppliers(
  database: DeskDatabase,
  sourceIds: readonly number[],
): Promise<[unknown, unknown][]> {
  const { rows } = await database.readAsSystem(tx =>
    tx.client.query<{ source: unknown; suppliers: unknown }>(
      `select to_jsonb(r) as source, to_jsonb(s) as suppliers
       from (select scope_id as id, ${sums} from rollup where scope = 3 and scope_id = any($1) and entrants > 0 group by 1) r
       full join (select source_id as id, ${sums} from supplier_rollup where source_id = any($1) group by 1) s using (id)`,
      [sourceIds],
    ),
  )
  return rows.map(({ source, suppliers }) => [source, suppliers])
}

/** A random event, for a respondent picked among the entrants. */
const happening = fc.record({
  minutes: fc.integer({ min: 0, max: 25 }),
  pick: fc.nat(),
  what: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('enter' as const),
        source: fc.nat({ max: 1 }),
        age: fc.integer({ min: 16, max: 60 }),
        test: fc.boolean(),
        datacentre: fc.boolean(),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('return' as const),
        code: fc.constantFrom('1000', '1000', '2000', '4000', '1', '3000', 'x'),
        told: fc.constantFrom({}, TOLD, { viaServer: true }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('abandon' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const) }) },
  ),
})

/** A reconciliation's adjustment of a respondent picked among the entrants, after a batch. */
const adjustment = fc.record({
  pick: fc.nat(),
  what: fc.constantFrom('rejected' as const, 'accepted' as const, 'restored' as const),
})

interface Standing {
  readonly hex: string
  readonly code: ReconcilableCode
  readonly ended_at: Date
}

/** The adjustments of those respondents whom the machine lets be so adjusted; a restoration leads back to the state before the last one. */
function adjustmentsOf(
  standing: readonly Standing[],
  wanted: readonly { pick: number; what: 'rejected' | 'accepted' | 'restored' }[],
  before: Map<string, Standing[]>,
  atMs: number,
): AdjustmentOperation[] {
  const taken = new Set<string>()
  return wanted.flatMap(({ pick, what }): AdjustmentOperation[] => {
    const one = standing[pick % Math.max(1, standing.length)]
    if (!one || taken.has(one.hex)) return []
    taken.add(one.hex)
    const { hex, code } = one
    const seen = { hex, atMs, requestId: 1, expected: { code, endedAtMs: one.ended_at.getTime() } }
    const earlier = before.get(hex) ?? []
    const last = earlier.at(-1)
    if (what === 'restored' && last && (code === 50 || code === 51)) {
      before.set(hex, earlier.slice(0, -1))
      return [{ ...seen, kind: 'restore', to: { code: last.code, endedAtMs: last.ended_at.getTime() } }]
    }
    const isBilled = code === 30 || code === 51
    if (what === 'restored' || isBilled !== (what === 'rejected')) return []
    before.set(hex, [...earlier, one])
    return [{ ...seen, kind: 'reconcile', verdict: what, reason: 930 }]
  })
}

test('after every batch of anything, and every reconciliation and undo, entrants are the sum of the columns, suppliers add up to their source, and every figure is what the ledger says (law 8, §3.10)', async () => {
  const { database } = fresh()
  const property = fc.asyncProperty(
    fc.array(fc.tuple(fc.array(happening, { minLength: 1, maxLength: 8 }), fc.array(adjustment, { maxLength: 4 })), {
      minLength: 1,
      maxLength: 8,
    }),
    async batches => {
      const study = await database.asSystem(tx =>
        makeStudy(tx, {
          loiMinutes: 10,
          defender: [{ rule: 'datacentre' }, { rule: 'duplicate_ip', mode: 'shadow' }],
          suppliers: 2,
          sources: [
            {
              qualifications: [{ param: 'age', min: 18 }],
              quotas: [
                { conditions: [{ param: 'age', max: 40 }], target: 3 },
                { conditions: [{ param: 'age', min: 41 }], target: 50 },
              ],
            },
            { target: 4, supplierPriceCents: 133 },
          ],
        }),
      )
      let nowMs = start
      const ledger = createLedger(database, { nowMs: () => nowMs, placeKeptMs: 5 * MINUTE_MS })
      const here: { hex: string; rid: string; sourceId: number }[] = []
      let newcomers = 0
      const before = new Map<string, Standing[]>()
      for (const [batch, wanted] of batches) {
        const operations: LedgerOperation[] = []
        for (const { minutes, pick, what } of batch) {
          nowMs += minutes * MINUTE_MS
          const one = here[pick % Math.max(1, here.length)]
          if (what.kind === 'enter') {
            const parameters = new Map([['age', String(what.age)]])
            operations.push(
              entry(study.sourceIds[what.source] ?? 0, `r${newcomers++}`, {
                atMs: nowMs,
                parameters,
                fromDatacentre: what.datacentre && pick % 4 === 0,
                supplierId: study.supplierIds[pick % 2] ?? null,
                address: `198.51.100.${pick % 3}`,
                testToken: what.test && pick % 5 === 0 ? study.testToken : null,
              }),
            )
          } else if (one && what.kind === 'return')
            operations.push(back(one.hex, what.code, { atMs: nowMs, ...what.told }))
          else if (one && what.kind === 'abandon') operations.push(due(one.hex, nowMs))
          else if (one) operations.push(entry(one.sourceId, one.rid, { atMs: nowMs }))
        }
        const outcomes = await ledger.write(study.accountId, operations)
        operations.forEach((operation, at) => {
          const outcome = outcomes[at]
          if (operation.kind === 'enter' && outcome?.kind === 'sent' && !outcome.repeat)
            here.push({ hex: outcome.hex, rid: operation.rid, sourceId: operation.sourceId })
        })
        const { rows } = await database.readAsSystem(tx =>
          tx.client.query<Standing>(
            `select replace(rdud::text, '-', '') as hex, code, ended_at from respondent
             where account_id = $1 and code >= 30 and ended_at is not null order by rdud`,
            [study.accountId],
          ),
        )
        const adjustments = adjustmentsOf(rows, wanted, before, nowMs)
        const adjusted = await ledger.reconcile(study.accountId, (tx, adjust) =>
          adjustAll(tx, adjust, study.accountId, adjustments),
        )
        expect(adjusted.map(({ kind }) => kind)).toEqual(adjustments.map(() => 'adjusted'))
        for (const figures of Object.values(await allFigures(database, study))) {
          expect(COUNT_COLUMNS.reduce((sum, column) => sum + (figures[column] ?? 0), 0)).toBe(figures.entrants)
        }
        expect(await verifyLedger(database)).toEqual([])
        for (const [source, suppliers] of await sourcesAndSuppliers(database, study.sourceIds))
          expect(suppliers).toEqual(source)
        if (batch.length % 3 === 0) await sweepLengths({ database, ledger, nowMs: () => nowMs })
      }
    },
  )
  // the message of a failing run contains its seed
  await fc.assert(property, { numRuns: 25 })
}, 120_000)
