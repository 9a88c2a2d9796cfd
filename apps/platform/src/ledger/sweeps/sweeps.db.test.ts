import { describe, expect, test } from 'vitest'
import { findBeforePause } from '#statuses/failed-returns.store'
import { findStatus } from '#statuses/statuses.store'
import { useDatabase } from '#testing/database/harness'
import { createLedger } from '../batches/ledger.ts'
import { explainRespondent } from '../explain/explain.store.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { HOUR_MS } from '../facts/pacing.ts'
import { hashParameters } from '../facts/return-hash.ts'
import { NOBODY, sourceFigures } from '../testing/figures.ts'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy, type StudySpec } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { keepHouse, sweepAbandons, sweepAutoPauses } from './sweeps.ts'

const fresh = useDatabase()
const noon = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000

async function open(spec: StudySpec = {}, options: { placeKeptMs?: number } = {}) {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, spec))
  const clock = { nowMs: noon }
  const ledger = createLedger(database, { nowMs: () => clock.nowMs, ...options })
  const ports = { database, ledger, nowMs: () => clock.nowMs }
  const statuses = async () => {
    const { rows } = await database.readAsSystem(tx =>
      tx.client.query<{ status: number; reason: string | null }>(
        `select status, status_reason as reason from source where account_id = $1 union all select status, status_reason from survey where account_id = $1 and status <> 1`,
        [study.accountId],
      ),
    )
    return rows
  }
  return { database, study, clock, ledger, ports, statuses, figures: () => sourceFigures(database, study.sourceId) }
}

describe('the abandon sweep', () => {
  test('makes an abandon 1.8 × the stated LOI after the start, and not a moment sooner (§4.4, §9.5)', async () => {
    const desk = await open({ loiMinutes: 10 })
    await desk.ledger.enter(desk.study.accountId, entry(desk.study.sourceId, 'r1', { atMs: noon }))
    desk.clock.nowMs = noon + 18 * MINUTE_MS - 1
    expect([await sweepAbandons(desk.ports), await desk.figures()]).toEqual([
      0,
      { ...NOBODY, entrants: 1, inflight: 1, conversion: 0 },
    ])
    desk.clock.nowMs = noon + 18 * MINUTE_MS
    expect([await sweepAbandons(desk.ports), await desk.figures()]).toEqual([
      1,
      { ...NOBODY, entrants: 1, abandons: 1, conversion: 0 },
    ])
    expect(await sweepAbandons(desk.ports)).toBe(0)
  })

  test('uses the LOI stated when the respondent entered (§4.4)', async () => {
    const desk = await open({ loiMinutes: 10 })
    await desk.ledger.enter(desk.study.accountId, entry(desk.study.sourceId, 'r1', { atMs: noon }))
    await desk.database.asSystem(tx =>
      tx.client.query('update survey set loi_minutes = 60 where survey_id = $1', [desk.study.surveyId]),
    )
    desk.clock.nowMs = noon + 18 * MINUTE_MS
    expect(await sweepAbandons(desk.ports)).toBe(1)
  })

  test('skips returned respondents, and frees the places of the others (§4.4)', async () => {
    const desk = await open({ sources: [{ quotas: [{ conditions: [], target: 2 }] }] })
    const [done] = await desk.ledger.write(
      desk.study.accountId,
      ['r1', 'r2'].map(rid => entry(desk.study.sourceId, rid, { atMs: noon })),
    )
    if (!done) throw new Error('No entry')
    await desk.ledger.return(desk.study.accountId, back(sent(done).hex, '2000', { atMs: noon + MINUTE_MS }))
    desk.clock.nowMs = noon + HOUR_MS
    expect(await sweepAbandons(desk.ports)).toBe(1)
    expect(await desk.figures()).toEqual({ ...NOBODY, entrants: 2, terms: 1, abandons: 1, ir: 0, conversion: 0 })
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query('select completes, inflight from source_quota where source_id = $1', [desk.study.sourceId]),
    )
    expect(rows).toEqual([{ completes: 0, inflight: 0 }])
  })

  test('frees a place in a sub-quota after its time, though its respondent is still in progress (§3.13)', async () => {
    const desk = await open(
      { loiMinutes: 120, sources: [{ quotas: [{ conditions: [], target: 1 }] }] },
      { placeKeptMs: 60 * MINUTE_MS },
    )
    const enter = async (rid: string) =>
      sent(await desk.ledger.enter(desk.study.accountId, entry(desk.study.sourceId, rid, { atMs: desk.clock.nowMs })))
    const counted = async () => {
      const { rows } = await desk.database.readAsSystem(tx =>
        tx.client.query<object>('select completes, inflight from source_quota where source_id = $1', [
          desk.study.sourceId,
        ]),
      )
      expect(await verifyLedger(desk.database)).toEqual([])
      return rows[0]
    }
    const idle = await enter('idle')
    desk.clock.nowMs = noon + 60 * MINUTE_MS - 1
    expect([await sweepAbandons(desk.ports), (await enter('early')).code, await counted()]).toEqual([
      0,
      22,
      { completes: 0, inflight: 1 },
    ])
    desk.clock.nowMs = noon + 60 * MINUTE_MS
    expect([await sweepAbandons(desk.ports), await counted()]).toEqual([0, { completes: 0, inflight: 0 }])
    const next = await enter('next')
    expect([next.code, await counted(), await desk.figures()]).toEqual([
      11,
      { completes: 0, inflight: 1 },
      { ...NOBODY, entrants: 3, oQs: 1, inflight: 2, ir: 0, conversion: 0 },
    ])
    expect(
      sent(await desk.ledger.return(desk.study.accountId, back(idle.hex, '1000', { atMs: desk.clock.nowMs }))).code,
    ).toBe(30)
    expect(await counted()).toEqual({ completes: 1, inflight: 1 })
    desk.clock.nowMs = noon + 60 * MINUTE_MS + 216 * MINUTE_MS
    expect([await sweepAbandons(desk.ports), await counted()]).toEqual([1, { completes: 1, inflight: 0 }])
    expect(
      (
        await desk.database.readAsSystem(tx => explainRespondent(tx, desk.study.accountId, desk.study.sourceId, 'idle'))
      )?.steps.map(({ to, rule, threshold, value }) => [to, rule, threshold, value]),
    ).toEqual([
      [10, null, null, null],
      [11, null, null, null],
      [11, 'sub_quota_place', '60 minutes', 'given back'],
      [30, null, null, null],
    ])
  })

  test('a respondent whose place was freed still becomes an abandon in time, and frees nothing twice (§4.4)', async () => {
    const desk = await open(
      { loiMinutes: 10, sources: [{ quotas: [{ conditions: [], target: 1 }] }] },
      { placeKeptMs: 5 * MINUTE_MS },
    )
    await desk.ledger.enter(desk.study.accountId, entry(desk.study.sourceId, 'r1', { atMs: noon }))
    desk.clock.nowMs = noon + 5 * MINUTE_MS
    const first = await sweepAbandons(desk.ports)
    desk.clock.nowMs = noon + 18 * MINUTE_MS
    expect([first, await sweepAbandons(desk.ports), await desk.figures()]).toEqual([
      0,
      1,
      { ...NOBODY, entrants: 1, abandons: 1, conversion: 0 },
    ])
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query('select completes, inflight from source_quota where source_id = $1', [desk.study.sourceId]),
    )
    expect([rows, await verifyLedger(desk.database)]).toEqual([[{ completes: 0, inflight: 0 }], []])
  })
})

describe('the auto-pause sweep (§4.1)', () => {
  type Desk = Awaited<ReturnType<typeof open>>
  type Sender = (number: number) => Partial<EntryOperation>
  const fromEverywhere: Sender = number => ({ address: `203.0.113.${number}` })
  const fromOneAddress: Sender = () => ({ address: '203.0.113.7' })
  const unknownCode = (hex: string, atMs: number) => back(hex, 'no-such-code', { atMs: atMs + MINUTE_MS })
  const failing = async (desk: Desk, count: number, atMs: number, sender = fromEverywhere, returned = unknownCode) => {
    const entrants = await desk.ledger.write(
      desk.study.accountId,
      Array.from({ length: count }, (_, at) => entry(desk.study.sourceId, `f${at}`, { atMs, ...sender(at) })),
    )
    await desk.ledger.write(
      desk.study.accountId,
      entrants.map(outcome => returned(sent(outcome).hex, atMs)),
    )
  }

  test('pauses sources out of field, as the system, with the reason in the history (§4.1, §4.2)', async () => {
    const desk = await open({ sources: [{ outOfFieldAt: new Date(noon + HOUR_MS) }, {}] })
    expect(await sweepAutoPauses(desk.ports)).toBe(0)
    desk.clock.nowMs = noon + HOUR_MS + 1
    expect(await sweepAutoPauses(desk.ports)).toBe(1)
    expect(await desk.statuses()).toEqual([
      { status: 6, reason: 'past_out_of_field' },
      { status: 1, reason: null },
    ])
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query(
        'select scope, scope_id, from_status, to_status, reason, user_id, at from status_event where account_id = $1',
        [desk.study.accountId],
      ),
    )
    expect(rows).toEqual([
      {
        scope: 'source',
        scope_id: desk.study.sourceId,
        from_status: 1,
        to_status: 6,
        reason: 'past_out_of_field',
        user_id: null,
        at: new Date(noon + HOUR_MS + 1),
      },
    ])
    expect(await sweepAutoPauses(desk.ports)).toBe(0)
  })

  test('pauses a source whose survey returns unknown codes, within the hour (§4.1)', async () => {
    const few = await open()
    await failing(few, 9, noon - 5 * MINUTE_MS)
    const past = await open()
    await failing(past, 12, noon - 2 * HOUR_MS)
    const many = await open()
    await failing(many, 10, noon - 5 * MINUTE_MS)
    await sweepAutoPauses(many.ports)
    expect([await few.statuses(), await past.statuses(), await many.statuses()]).toEqual([
      [{ status: 1, reason: null }],
      [{ status: 1, reason: null }],
      [{ status: 6, reason: 'redirect_errors' }],
    ])
  })

  test('leaves with the pause the last five returns that failed, with code and time (domain.md §2)', async () => {
    const desk = await open()
    await failing(desk, 12, noon - 5 * MINUTE_MS)
    await sweepAutoPauses(desk.ports)
    const { accountId, sourceId } = desk.study
    const failed = await fresh().database.readAsSystem(async tx => {
      const row = await findStatus(tx, accountId, 'source', sourceId)
      return row && findBeforePause(tx, accountId, 'source', row)
    })
    expect(failed).toEqual({
      failed_returns: Array.from({ length: 5 }, () => ({
        at: expect.stringMatching(/^20\d\d-/) as string, // asymmetric matchers are any
        inbound_code: 'no-such-code',
        hash: null,
        via: 'browser',
      })),
    })
  })

  test('leaves with a pause for another reason how the last respondents ended (domain.md §2)', async () => {
    const desk = await open({ sources: [{ outOfFieldAt: new Date(noon + HOUR_MS) }] })
    await failing(desk, 6, noon)
    await desk.ledger.enter(desk.study.accountId, entry(desk.study.sourceId, 'in progress', { atMs: noon }))
    desk.clock.nowMs = noon + HOUR_MS + 1
    await sweepAutoPauses(desk.ports)
    const { accountId, sourceId } = desk.study
    const before = await fresh().database.readAsSystem(async tx => {
      const row = await findStatus(tx, accountId, 'source', sourceId)
      return row && findBeforePause(tx, accountId, 'source', row)
    })
    expect(before?.last_ends?.map(({ code }) => code)).toEqual([35, 35, 35, 35, 35])
  })

  test.each<[string, Sender]>([
    ['one address', fromOneAddress],
    ['the addresses of one IPv6 network', number => ({ address: `2001:db8:0:7:${number.toString(16)}::1` })],
    ['a sender without an address', () => ({ address: null })],
  ])(
    'cannot be triggered by %s, whatever it sends: a single respondent is not the survey (§4.1)',
    async (_name, sender) => {
      const unhashed = await open()
      await failing(unhashed, 14, noon - 5 * MINUTE_MS, sender)
      const told = await open()
      await failing(told, 14, noon - 5 * MINUTE_MS, sender, (hex, atMs) => ({
        ...unknownCode(hex, atMs),
        viaServer: true,
      }))
      const hashed = await open({ hashRequired: true, hashSecrets: ['key'] })
      await failing(hashed, 14, noon - 5 * MINUTE_MS, sender)
      await sweepAutoPauses(hashed.ports)
      expect([await unhashed.statuses(), await told.statuses(), await hashed.statuses()]).toEqual([
        [{ status: 1, reason: null }],
        [{ status: 1, reason: null }],
        [{ status: 1, reason: null }],
      ])
    },
  )

  test('believes every return with a valid hash, which only the survey can compute, from any network (§4.1)', async () => {
    const desk = await open({ hashRequired: true, hashSecrets: ['key'] })
    await failing(desk, 10, noon - 5 * MINUTE_MS, fromOneAddress, (hex, atMs) => {
      const parameters = new Map([
        ['inbound_code', 'no-such-code'],
        ['rdud', hex],
      ])
      return {
        ...unknownCode(hex, atMs),
        parameters: new Map([...parameters, ['hash', hashParameters(parameters, 'key')]]),
      }
    })
    await sweepAutoPauses(desk.ports)
    expect(await desk.statuses()).toEqual([{ status: 6, reason: 'redirect_errors' }])
  })

  test('does not look at tests (§4.1)', async () => {
    const desk = await open()
    await failing(desk, 12, noon - 5 * MINUTE_MS, number => ({
      ...fromEverywhere(number),
      testToken: desk.study.testToken,
    }))
    await sweepAutoPauses(desk.ports)
    expect(await desk.statuses()).toEqual([{ status: 1, reason: null }])
  })

  test('distinguishes bad hashes from unknown codes (§4.1)', async () => {
    const desk = await open({ hashRequired: true, hashSecrets: ['key'] })
    await failing(desk, 10, noon - 5 * MINUTE_MS)
    await sweepAutoPauses(desk.ports)
    expect(await desk.statuses()).toEqual([{ status: 6, reason: 'hash_errors' }])
  })

  test('applies the other rules only where the survey has them on (§4.1, §3.6)', async () => {
    const silent = { liveSince: new Date(noon - 25 * HOUR_MS) }
    const off = await open({ sources: [silent] })
    const on = await open({ autoPauseRules: ['no_starts_24h'], sources: [silent] })
    const slow = await open({ autoPauseRules: ['high_median_loi'], loiMinutes: 10 })
    const entrants = await slow.ledger.write(
      slow.study.accountId,
      Array.from({ length: 5 }, (_, at) => entry(slow.study.sourceId, `s${at}`, { atMs: noon - HOUR_MS })),
    )
    await slow.ledger.write(
      slow.study.accountId,
      entrants.map(outcome => back(sent(outcome).hex, '1000', { atMs: noon - HOUR_MS + 14 * MINUTE_MS })),
    )
    await sweepAutoPauses(on.ports)
    expect([await off.statuses(), await on.statuses(), await slow.statuses()]).toEqual([
      [{ status: 1, reason: null }],
      [{ status: 6, reason: 'no_starts_24h' }],
      [{ status: 6, reason: 'high_median_loi' }],
    ])
  })

  test('skips sources whose survey or project is not live (§4.1)', async () => {
    const desk = await open({ surveyStatus: 2, sources: [{ outOfFieldAt: new Date(noon - HOUR_MS) }] })
    await sweepAutoPauses(desk.ports)
    expect(await desk.statuses()).toEqual([
      { status: 1, reason: null },
      { status: 2, reason: null },
    ])
  })
})

test('housekeeping makes the partitions of the coming months', async () => {
  const desk = await open()
  desk.clock.nowMs = Date.UTC(2031, 0, 15)
  await keepHouse(desk.ports)
  const { rows } = await desk.database.readAsSystem(tx =>
    tx.client.query<{ name: string }>(
      `select relname as name from pg_class where relname like 'respondent_event_203%' and relkind = 'r' order by 1`,
    ),
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'respondent_event_203012',
    'respondent_event_203101',
    'respondent_event_203102',
    'respondent_event_203103',
  ])
})

test('housekeeping whose lock is lost leaves the rest to its present holder', async () => {
  const { database, ports } = await open()
  const lost = new AbortController()
  let tasks = 0
  await keepHouse({
    nowMs: ports.nowMs,
    database: {
      withAdvisoryLock: async (_name, f) => ({ held: true, value: await f(lost.signal) }),
      asSystem: async (f, options) => {
        tasks += 1
        const done = await database.asSystem(f, options)
        lost.abort()
        return done
      },
    },
  })
  expect(tasks).toBe(1)
})
