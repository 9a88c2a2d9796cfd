import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { sweepSums } from '#ledger/sweeps/sweeps'
import { adjustAll } from '#ledger/testing/adjust-all'
import { back, due, entry, sent, TOLD } from '#ledger/testing/operations'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
const HOUR_MS = 3_600_000
const NOON = Date.UTC(2026, 9, 30, 16, 30) // 12:30 in New York
let on: Stage
let sourceId: number

/** Six entrants at noon; one completes then, one is late the next day, one completes in November and is rejected. */
beforeAll(async () => {
  on = await stage(platform())
  const { accountId, supplierId } = on.study
  sourceId = on.study.sourceIds[0] ?? 0
  let nowMs = NOON
  const ledger = createLedger(platform().database, { nowMs: () => nowMs })
  const entered = await ledger.write(
    accountId,
    Array.from({ length: 6 }, (_, at) => entry(sourceId, `r${at}`, { atMs: NOON, supplierId })),
  )
  const hexes = entered.map(outcome => sent(outcome).hex)
  const hex = (at: number) => hexes[at] ?? ''
  await ledger.write(accountId, [
    back(hex(0), '1000', { atMs: NOON + 60_000, ...TOLD }),
    back(hex(1), '2000', { atMs: NOON + 90_000, ...TOLD }),
  ])
  await sweepSums({ database: platform().database })
  nowMs = NOON + 20 * HOUR_MS
  await ledger.write(accountId, [due(hex(2), nowMs), due(hex(3), nowMs)])
  nowMs += 1_000
  await ledger.write(accountId, [back(hex(2), '1000', { atMs: nowMs, ...TOLD })])
  nowMs = NOON + 60 * HOUR_MS
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{
      endedAt: Date
    }>`select ended_at as "endedAt" from respondent where rid = 'r0' and source_id = ${sourceId}`.execute(tx),
  )
  await ledger.reconcile(accountId, (tx, adjust) =>
    adjustAll(tx, adjust, accountId, [
      {
        kind: 'reconcile',
        hex: hex(0),
        atMs: nowMs,
        requestId: 1,
        verdict: 'rejected',
        reason: 930,
        expected: { code: 30, endedAtMs: rows[0]?.endedAt.getTime() ?? 0 },
      },
    ]),
  )
})

const read = async (path: string, ask: Ask = on.advanced) => {
  const { status, body } = await ask('GET', `/v1/reports/${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}
interface Line {
  readonly [dimension: string]: { readonly name: string } | number | string | null
}
const linesOf = async (path: string, ...fields: string[]) =>
  ((await read(path)).lines as Line[]).map(line =>
    fields.map(field => {
      const value = line[field] ?? null
      return typeof value === 'object' ? (value?.name ?? null) : value
    }),
  )
/** Whatever their order. */
const sorted = (lines: readonly unknown[]) =>
  lines.map(line => JSON.stringify(line)).toSorted((one, other) => (one < other ? -1 : 1))
const at = (hours: number) => new Date(NOON + hours * HOUR_MS).toISOString()

describe('a report of a time (settlement.md §4, api:P6)', () => {
  test('counts what happened in it, to the millisecond, whether or not a sweep has summed it; times add up to the whole', async () => {
    const total = async (query: string) => {
      const { entrants, completes, sqTerms, abandons } = (await read(`traffic?${query}`)).total
      return [entrants, completes, sqTerms, abandons]
    }
    const times = [`to=${at(1)}`, `from=${at(1)}&to=${at(24)}`, `from=${at(24)}`]
    const parts = [await total(times[0] ?? ''), await total(times[1] ?? ''), await total(times[2] ?? '')]
    expect(parts).toEqual([
      [6, 1, 0, 0],
      [0, 1, 0, 1],
      [0, -1, 1, 0],
    ])
    expect(await total('')).toEqual([6, 1, 1, 1])
    expect(
      await total(`from=${new Date(NOON + 60_000).toISOString()}&to=${new Date(NOON + 60_001).toISOString()}`),
    ).toEqual([0, 1, 0, 0])
    await sweepSums({ database: platform().database })
    expect([await total(times[0] ?? ''), await total(times[1] ?? ''), await total(times[2] ?? '')]).toEqual(parts)
  })

  test('is by any two of day, month, hour, state and reason too; days are those of the reader’s zone (§5.31)', async () => {
    expect(await linesOf('traffic?by=day', 'day', 'entrants', 'completes')).toEqual([
      ['2026-11-01', 0, -1],
      ['2026-10-31', 0, 1],
      ['2026-10-30', 6, 1],
    ])
    expect(await linesOf('traffic?by=month&and=supplier', 'month', 'supplier', 'entrants')).toEqual([
      ['2026-11', expect.any(String), 0],
      ['2026-10', expect.any(String), 6],
    ])
    expect(await linesOf('traffic?by=hour', 'hour', 'entrants')).toEqual([
      ['2026-11-02T04:00:00.000Z', 0],
      ['2026-10-31T12:00:00.000Z', 0],
      ['2026-10-30T16:00:00.000Z', 6],
    ])
    expect(sorted(await linesOf('traffic?by=state', 'state', 'entrants'))).toEqual(
      sorted([
        ['11', 2],
        ['30', 1],
        ['31', 1],
        ['40', 1],
        ['50', 1],
      ]),
    )
    expect(await linesOf('traffic?by=reason', 'reason', 'entrants', 'completes', 'sqTerms')).toEqual([
      [null, 6, 2, 0],
      ['930', 0, -1, 1],
    ])
  })

  test('terminations are by state and by rule or reason (§2.12)', async () => {
    expect(sorted(await linesOf('terminations', 'state', 'rule', 'respondents'))).toEqual(
      sorted([
        [31, null, 1],
        [40, null, 1],
        [50, '930', 1],
      ]),
    )
    expect(await linesOf(`terminations?to=${at(1)}`, 'state', 'rule', 'respondents')).toEqual([[31, null, 1]])
  })

  test('a cost summary says what reconciliations of the time changed', async () => {
    const { total } = await read(`costs?from=${at(24)}`)
    expect([total.completes, total.revenue, total.revenue_adjusted, total.expense, total.expense_adjusted]).toEqual([
      -1,
      total.revenue_adjusted,
      total.revenue_adjusted,
      total.expense_adjusted,
      total.expense_adjusted,
    ])
    expect(total.expense_adjusted).toBeLessThan(0)
    expect((await read(`costs?to=${at(24)}`)).total.expense_adjusted).toBe(0)
  })

  test('supplier performance has the interviews’ length against the stated one', async () => {
    const { total } = await read(`suppliers?to=${at(1)}`)
    expect([total.completes, total.loi_ratio]).toEqual([1, expect.any(Number)])
  })

  test('what a report is not counted by is refused at its field, and so is a time that ends before it begins', async () => {
    const details = []
    for (const path of [
      'hours?by=state',
      'quotas?and=day',
      'terminations?and=reason',
      'reconciliation?by=hour',
      `quotas?from=${at(0)}`,
      `traffic?from=${at(2)}&to=${at(1)}`,
      'traffic?from=yesterday',
    ]) {
      const { status, body } = await on.advanced('GET', `/v1/reports/${path}`)
      details.push([status, body.details?.[0]?.path?.at(-1)])
    }
    expect(details).toEqual([
      [422, 'by'],
      [422, 'and'],
      [422, 'and'],
      [422, 'by'],
      [422, 'from'],
      [422, 'to'],
      [422, 'from'],
    ])
  })

  test('the plain external view has no rule and no reason, and hidden states are one nameless state (domain.md §4)', async () => {
    const { status } = await on.plain('GET', '/v1/reports/traffic?by=reason')
    expect(status).toBe(422)
    const { lines } = await read('traffic?by=state', on.plain)
    expect(
      lines
        .map(({ state, entrants }: { state: { id: number } | null; entrants: number }) => [state?.id ?? null, entrants])
        .toSorted(),
    ).toEqual([
      [null, 4],
      [30, 1],
      [31, 1],
    ])
    expect((await read('terminations', on.plain)).lines).toEqual([
      expect.not.objectContaining({ rule: expect.anything() }),
    ])
  })

  test('a file has the same lines (§9.11)', async () => {
    const { status, body } = await on.advanced('GET', '/v1/reports/traffic/file?format=csv&by=day')
    expect([
      status,
      String(body)
        .split('\r\n')
        .slice(1, 4)
        .map(line => line.slice(0, 12)),
    ]).toEqual([200, ['"2026-11-01"', '"2026-10-31"', '"2026-10-30"']])
  })
})
