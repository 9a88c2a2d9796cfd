import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import type { LedgerOutcome, Sent } from '../facts/ledger-operations.ts'
import { HOUR_MS } from '../facts/pacing.ts'
import { hashParameters } from '../facts/return-hash.ts'
import { allFigures, NOBODY, revenues, sourceFigures, sourceHours } from '../testing/figures.ts'
import { back, due, entry, sent, TOLD } from '../testing/operations.ts'
import { makeStudy, SUPPLIER, type Study, type StudySpec } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { createLedger } from './ledger.ts'

const fresh = useDatabase()
const noon = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000

async function open(spec: StudySpec = {}, nowMs = noon) {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, spec))
  const ledger = createLedger(database, { nowMs: () => nowMs })
  const at = (study: Study) => ({
    enter: async (rid: string, more: Parameters<typeof entry>[2] = {}): Promise<Sent> =>
      sent(await ledger.enter(study.accountId, entry(study.sourceId, rid, { atMs: nowMs, ...more }))),
    return: async (hex: string, code: string, more: Parameters<typeof back>[2] = {}): Promise<Sent> =>
      sent(await ledger.return(study.accountId, back(hex, code, { atMs: nowMs + 8 * MINUTE_MS, ...more }))),
  })
  return { database, study, ledger, ...at(study), figures: () => sourceFigures(database, study.sourceId) }
}

const agreed = (outcome: Sent) => ({
  code: outcome.code,
  outcome: outcome.outcome,
  address: outcome.address,
  repeat: outcome.repeat,
  late: outcome.late,
})
const plain = { repeat: false, late: false }

describe('every outcome counts in its one column, and goes back to the supplier', () => {
  const complete = { ir: 1, conversion: 1, loi: 8, supplierCpi: 2.5, expense: 2.5 }
  const term = { ir: 0, conversion: 0 }
  test.each([
    [
      'a complete (§3.17)',
      '1000',
      30,
      'complete',
      `${SUPPLIER}/complete?pid=r1&o=complete`,
      { completes: 1, ...complete },
    ],
    [
      'a client term (§3.12)',
      '2000',
      31,
      'termination',
      `${SUPPLIER}/term?rid=r1&outcome=termination`,
      { terms: 1, ...term },
    ],
    [
      'a client overquota (§3.13)',
      '4000',
      32,
      'overquota',
      `${SUPPLIER}/oq?rid=r1&outcome=overquota`,
      { oQs: 1, ...term },
    ],
    [
      'a quality term (§3.14)',
      '1',
      33,
      'quality',
      `${SUPPLIER}/quality?rid=r1&outcome=quality`,
      { sqTerms: 1, ...term, ir: null },
    ],
    [
      'a security term (§3.14)',
      '3000',
      34,
      'security',
      `${SUPPLIER}/security?rid=r1&outcome=security`,
      { sqTerms: 1, ...term, ir: null },
    ],
    [
      'an unknown code (§3.14)',
      '777',
      35,
      'security',
      `${SUPPLIER}/security?rid=r1&outcome=security`,
      { sqTerms: 1, ...term, ir: null },
    ],
    [
      'a code that is a word of JavaScript (§3.14)',
      'constructor',
      35,
      'security',
      `${SUPPLIER}/security?rid=r1&outcome=security`,
      { sqTerms: 1, ...term, ir: null },
    ],
  ])('%s', async (_name, inbound, code, outcome, address, columns) => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    expect(agreed(await desk.return(hex, inbound))).toEqual({ code, outcome, address, ...plain })
    expect(await desk.figures()).toEqual({ ...NOBODY, entrants: 1, ...columns })
  })

  test('someone in the survey is an entrant in flight (§3.10, §3.16)', async () => {
    const desk = await open()
    const first = await desk.enter('r1')
    expect(agreed(first)).toEqual({
      code: 11,
      outcome: null,
      address: `https://survey.example/s?id=${desk.study.accountId.toString(36)}-${first.hex}`,
      ...plain,
    })
    expect(await desk.figures()).toEqual({ ...NOBODY, entrants: 1, inflight: 1, conversion: 0 })
  })

  test('refusals at the door count as Defender terms, terms and overquotas (§3.11, §3.12, §3.13)', async () => {
    const desk = await open({
      defender: [{ rule: 'datacentre' }],
      sources: [
        {
          qualifications: [{ param: 'age', min: 18 }],
          quotas: [{ conditions: [{ param: 'g', in: ['1'] }], target: 5 }],
        },
      ],
    })
    const query = (age: string, g: string) => ({
      parameters: new Map([
        ['age', age],
        ['g', g],
      ]),
    })
    const outcomes = [
      await desk.enter('r1', { fromDatacentre: true, ...query('20', '1') }),
      await desk.enter('r2', query('17', '1')),
      await desk.enter('r3', query('20', '2')),
      await desk.enter('r4', query('20', '1')),
    ]
    expect(outcomes.map(({ code, address }) => [code, address?.split('?')[0]])).toEqual([
      [20, `${SUPPLIER}/security`],
      [21, `${SUPPLIER}/term`],
      [22, `${SUPPLIER}/oq`],
      [11, 'https://survey.example/s'],
    ])
    expect(await desk.figures()).toEqual({
      ...NOBODY,
      entrants: 4,
      eqTerms: 1,
      terms: 1,
      oQs: 1,
      inflight: 1,
      ir: 0,
      conversion: 0,
    })
  })

  test('an abandon is counted as such, and no longer in flight (§3.15)', async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    await desk.ledger.abandon(desk.study.accountId, due(hex, noon + 18 * MINUTE_MS))
    expect(await desk.figures()).toEqual({ ...NOBODY, entrants: 1, abandons: 1, conversion: 0 })
  })
})

test('source, survey and project move together, each by all that is below it (§3.10, §3.17, §3.20, §3.22)', async () => {
  const desk = await open({ sources: [{}, {}] })
  const [first = 0, second = 0] = desk.study.sourceIds
  const ids: string[] = []
  for (const [at, sourceId] of [first, first, second].entries())
    ids.push((await desk.enter(`r${at}`, { sourceId })).hex)
  for (const [at, hex] of ids.entries()) await desk.return(hex, '1000', { atMs: noon + (at + 1) * 5 * MINUTE_MS })
  const whole = { ...NOBODY, entrants: 3, completes: 3, ir: 1, conversion: 1, loi: 10, supplierCpi: 2.5, expense: 7.5 }
  expect(await allFigures(desk.database, desk.study)).toEqual({
    source: { ...whole, entrants: 2, completes: 2, loi: 7.5, expense: 5 },
    survey: whole,
    project: whole,
  })
})

describe('a respondent has one final state (law 8)', () => {
  test('the same rid on the same source is the same person, not a second entrant (§3.10)', async () => {
    const desk = await open()
    const first = await desk.enter('r1')
    const again = await desk.enter('r1')
    expect(again).toEqual({ ...first, repeat: true })
    await desk.return(first.hex, '2000')
    expect(agreed(await desk.enter('r1'))).toEqual({
      code: 31,
      outcome: 'termination',
      address: `${SUPPLIER}/term?rid=r1&outcome=termination`,
      repeat: true,
      late: false,
    })
    expect(await desk.figures()).toEqual({ ...NOBODY, entrants: 1, terms: 1, ir: 0, conversion: 0 })
  })

  test('a repeat is logged, and changes nothing (law 8)', async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '2000')
    const before = await desk.figures()
    expect(agreed(await desk.return(hex, '1000'))).toEqual({
      code: 31,
      outcome: 'termination',
      address: `${SUPPLIER}/term?rid=r1&outcome=termination`,
      repeat: true,
      late: false,
    })
    expect(await desk.figures()).toEqual(before)
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query(
        'select from_code, to_code, changed, detail from respondent_event where rdud = $1 order by position',
        [hex],
      ),
    )
    expect(rows).toEqual([
      { from_code: null, to_code: 11, changed: true, detail: null },
      { from_code: 11, to_code: 31, changed: true, detail: null },
      { from_code: 31, to_code: 31, changed: false, detail: { inbound: '1000', again: true } },
    ])
  })

  test("a server's return beats a browser's, and is not beaten by it (law 8)", async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000')
    expect(agreed(await desk.return(hex, '2000', { ...TOLD, atMs: noon + 2 * HOUR_MS }))).toEqual({
      code: 31,
      outcome: 'termination',
      address: `${SUPPLIER}/term?rid=r1&outcome=termination`,
      repeat: false,
      late: false,
    })
    expect(await desk.figures()).toEqual({ ...NOBODY, entrants: 1, terms: 1, ir: 0, conversion: 0 })
    expect((await desk.return(hex, '1000')).code).toBe(31)
    expect(await sourceHours(desk.database, desk.study.sourceId)).toEqual([
      { hour: '2026-11-20T12:00:00.000Z', entrants: 1, live: 0, test: 0 },
    ])
  })

  test('a server that makes a complete of a term brings its price, and the length of the interview as it was (§3.20, §3.22)', async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '2000')
    await desk.return(hex, '1000', { ...TOLD, atMs: noon + 2 * HOUR_MS })
    expect(await desk.figures()).toEqual({
      ...NOBODY,
      entrants: 1,
      completes: 1,
      ir: 1,
      conversion: 1,
      loi: 8,
      supplierCpi: 2.5,
      expense: 2.5,
    })
    expect(await sourceHours(desk.database, desk.study.sourceId)).toEqual([
      { hour: '2026-11-20T12:00:00.000Z', entrants: 1, live: 0, test: 0 },
      { hour: '2026-11-20T14:00:00.000Z', entrants: 0, live: 1, test: 0 },
    ])
  })

  test('who comes back after the time is accepted, and flagged late (§4.4)', async () => {
    const desk = await open()
    const swept = await desk.enter('r1')
    const unswept = await desk.enter('r2')
    await desk.ledger.abandon(desk.study.accountId, due(swept.hex, noon + 18 * MINUTE_MS))
    const outcomes = [
      await desk.return(swept.hex, '1000', { atMs: noon + 30 * MINUTE_MS }),
      await desk.return(unswept.hex, '1000', { atMs: noon + 20 * MINUTE_MS }),
    ]
    expect(outcomes.map(({ code, late }) => ({ code, late }))).toEqual([
      { code: 30, late: true },
      { code: 30, late: true },
    ])
    expect(await desk.figures()).toEqual({
      ...NOBODY,
      entrants: 2,
      completes: 2,
      ir: 1,
      conversion: 1,
      loi: 25,
      supplierCpi: 2.5,
      expense: 5,
    })
  })

  test('who was turned away cannot come back as a complete (law 8)', async () => {
    const desk = await open({ sources: [{ status: 2 }] })
    const { hex, code } = await desk.enter('r1')
    expect([code, agreed(await desk.return(hex, '1000', TOLD))]).toEqual([
      22,
      { code: 22, outcome: 'overquota', address: `${SUPPLIER}/oq?rid=r1&outcome=overquota`, repeat: true, late: false },
    ])
  })

  test('an unknown respondent is told so', async () => {
    const desk = await open()
    const nobody: LedgerOutcome = await desk.ledger.return(desk.study.accountId, back('0'.repeat(32), '1000'))
    expect(nobody).toEqual({ kind: 'not_found', what: 'respondent' })
  })
})

describe('the price is the one in force when the complete was made (§3.21, §3.22)', () => {
  test.each([
    ["the supplier's own for this source", [{ supplierPriceCents: 199, supplyPriceCents: 250 }], 1.99],
    ["else the source's", [{ supplyPriceCents: 250 }], 2.5],
    ["else the supplier's", [{ supplyPriceCents: null }], 1.11],
    ['and nothing for a lucid source', [{ type: 'lucid' as const, supplyPriceCents: null }], 0],
  ])('%s (§3.21, §3.22)', async (_name, sources, price) => {
    const desk = await open({ sources })
    await desk.return((await desk.enter('r1')).hex, '1000')
    const { supplierCpi, expense } = await desk.figures()
    expect({ supplierCpi, expense }).toEqual({ supplierCpi: price, expense: price })
  })

  test('a new price leaves what is paid already as it was (§3.22)', async () => {
    const desk = await open()
    await desk.return((await desk.enter('r1')).hex, '1000')
    await desk.database.asSystem(tx =>
      tx.client.query('update source set supply_price_cents = 400 where source_id = $1', [desk.study.sourceId]),
    )
    await desk.return((await desk.enter('r2')).hex, '1000')
    const { supplierCpi, expense } = await desk.figures()
    expect({ supplierCpi, expense }).toEqual({ supplierCpi: 3.25, expense: 6.5 })
  })

  test('the average of a survey and of a project is of the completes that have a price: an exchange lowers neither, and what ceases to be a complete is out of it (§3.21)', async () => {
    const desk = await open({ sources: [{ supplyPriceCents: 250 }, { type: 'lucid', supplyPriceCents: null }] })
    const [, exchange = 0] = desk.study.sourceIds
    const averages = async () => {
      const { source, survey, project } = await allFigures(desk.database, desk.study)
      return [source, survey, project].map(({ completes, supplierCpi }) => [completes, supplierCpi])
    }
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000')
    for (const rid of ['r2', 'r3']) await desk.return((await desk.enter(rid, { sourceId: exchange })).hex, '1000')
    expect(await averages()).toEqual([
      [1, 2.5],
      [3, 2.5],
      [3, 2.5],
    ])
    await desk.return(hex, '2000', TOLD)
    expect(await averages()).toEqual([
      [0, null],
      [2, null],
      [2, null],
    ])
    await desk.database.asSystem(tx =>
      tx.client.query('update source set supply_price_cents = 400 where source_id = $1', [desk.study.sourceId]),
    )
    await desk.return((await desk.enter('r4')).hex, '1000')
    expect([await averages(), await verifyLedger(desk.database)]).toEqual([
      [
        [1, 4],
        [3, 4],
        [3, 4],
      ],
      [],
    ])
  })
})

describe('each complete is sold for the price in force when it was made (§1.2, §5.11)', () => {
  const price = (desk: Awaited<ReturnType<typeof open>>, table: 'survey' | 'project', cents: number | null) =>
    desk.database.asSystem(tx =>
      tx.client.query(`update ${table} set sell_price_cents = $1 where ${table}_id = $2`, [
        cents,
        table === 'survey' ? desk.study.surveyId : desk.study.projectId,
      ]),
    )
  const whole = (cents: number) => ({ source: cents, survey: cents, project: cents })

  test("the survey's, else the project's, else nothing; a new price leaves what is sold already as it was", async () => {
    const desk = await open({ sources: [{}, {}] })
    const [, second = 0] = desk.study.sourceIds
    await desk.return((await desk.enter('r1')).hex, '1000')
    await price(desk, 'survey', 700)
    await desk.return((await desk.enter('r2')).hex, '1000')
    await price(desk, 'project', 650)
    await desk.return((await desk.enter('r3', { sourceId: second })).hex, '1000')
    expect(await revenues(desk.database, desk.study)).toEqual({ source: 1_200, survey: 1_900, project: 1_900 })
    await price(desk, 'survey', null)
    await desk.return((await desk.enter('r4')).hex, '1000')
    await price(desk, 'project', null)
    await desk.return((await desk.enter('r5')).hex, '1000')
    expect([await revenues(desk.database, desk.study), await verifyLedger(desk.database)]).toEqual([
      { source: 1_850, survey: 2_550, project: 2_550 },
      [],
    ])
  })

  test('what ceases to be a complete takes back what it was sold for, not the present price', async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000')
    await desk.return((await desk.enter('r2')).hex, '1000')
    await price(desk, 'survey', 900)
    await desk.return(hex, '2000', TOLD)
    expect(await revenues(desk.database, desk.study)).toEqual(whole(500))
    await desk.return(hex, '1000', TOLD)
    expect([await revenues(desk.database, desk.study), await verifyLedger(desk.database)]).toEqual([whole(500), []])
  })

  test('tests and those who are no completes are sold for nothing', async () => {
    const desk = await open()
    await desk.return((await desk.enter('t1', { testToken: desk.study.testToken })).hex, '1000')
    await desk.return((await desk.enter('r1')).hex, '2000')
    expect([await revenues(desk.database, desk.study), await verifyLedger(desk.database)]).toEqual([whole(0), []])
  })

  test('who comes and is back within one batch keeps it as well', async () => {
    const desk = await open()
    const hex = 'a'.repeat(32)
    const came = {
      kind: 'entered' as const,
      atMs: noon,
      sourceId: desk.study.sourceId,
      supplierId: desk.study.supplierId,
      hex,
      rid: 'r1',
      isTest: false,
      code: 11 as const,
      refusal: null,
      address: null,
      fingerprint: null,
    }
    await desk.ledger.write(desk.study.accountId, [came, back(hex, '1000', { atMs: noon + MINUTE_MS })])
    await price(desk, 'survey', 900)
    expect([await revenues(desk.database, desk.study), await verifyLedger(desk.database)]).toEqual([whole(500), []])
    await desk.return(hex, '2000', TOLD)
    expect(await revenues(desk.database, desk.study)).toEqual(whole(0))
  })
})

describe('a test respondent (§2.32)', () => {
  test('counts as a completed test of its hour, and nowhere else (§2.32, §3.24)', async () => {
    const desk = await open({ sources: [{ status: 3, quotas: [{ conditions: [], target: 1 }] }] })
    const tester = await desk.enter('t1', { testToken: desk.study.testToken })
    await desk.return(tester.hex, '1000')
    expect(await allFigures(desk.database, desk.study)).toEqual({ source: NOBODY, survey: NOBODY, project: NOBODY })
    expect(await sourceHours(desk.database, desk.study.sourceId)).toEqual([
      { hour: '2026-11-20T12:00:00.000Z', entrants: 0, live: 0, test: 1 },
    ])
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query('select completes, inflight from source_quota where source_id = $1', [desk.study.sourceId]),
    )
    expect(rows).toEqual([{ completes: 0, inflight: 0 }])
  })

  test('with a wrong token is no respondent at all (§2.32)', async () => {
    const desk = await open()
    expect(
      await desk.ledger.enter(desk.study.accountId, entry(desk.study.sourceId, 't1', { testToken: 'guess' })),
    ).toEqual({ kind: 'not_found', what: 'test_link' })
    expect(await desk.figures()).toEqual(NOBODY)
  })
})

const crowd = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`)

describe('at once', () => {
  test('50 entrants never take more places of a sub-quota than it has, also from several processes (§3.13)', async () => {
    const desk = await open({ sources: [{ quotas: [{ conditions: [], target: 10 }] }] })
    const others = Array.from({ length: 4 }, () =>
      createLedger(desk.database, { nowMs: () => noon, gatherMs: { least: 1, most: 1 } }),
    )
    const outcomes = await Promise.all(
      crowd(50).map((rid, at) =>
        (others[at % others.length] ?? desk.ledger).enter(
          desk.study.accountId,
          entry(desk.study.sourceId, rid, { atMs: noon }),
        ),
      ),
    )
    const codes = outcomes.map(outcome => sent(outcome).code)
    expect([codes.filter(code => code === 11).length, codes.filter(code => code === 22).length]).toEqual([10, 40])
    await Promise.all(
      outcomes.map((outcome, at) =>
        (others[at % others.length] ?? desk.ledger).return(
          desk.study.accountId,
          back(sent(outcome).hex, at % 2 === 0 ? '1000' : '2000'),
        ),
      ),
    )
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query<{ completes: number; inflight: number }>(
        'select completes, inflight from source_quota where source_id = $1',
        [desk.study.sourceId],
      ),
    )
    const { completes } = await desk.figures()
    expect(rows).toEqual([{ completes, inflight: 0 }])
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('a place that someone leaves without a complete is open again (§3.13)', async () => {
    const desk = await open({ sources: [{ quotas: [{ conditions: [], target: 1 }] }] })
    const first = await desk.enter('r1')
    const meanwhile = await desk.enter('r2')
    await desk.return(first.hex, '2000')
    const after = await desk.enter('r3')
    await desk.return(after.hex, '1000')
    expect([first, meanwhile, after, await desk.enter('r4')].map(({ code }) => code)).toEqual([11, 22, 11, 22])
  })

  test('the batch that reaches the target pauses the source with it, and the next entrant is turned away (§4.1)', async () => {
    const desk = await open({ sources: [{ target: 10 }] })
    const inside = await Promise.all(crowd(12).map(rid => desk.enter(rid)))
    await Promise.all(inside.slice(0, 11).map(({ hex }) => desk.return(hex, '1000')))
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query('select status, status_reason from source where source_id = $1', [desk.study.sourceId]),
    )
    expect(rows).toEqual([{ status: 6, status_reason: 'target_reached' }])
    const events = await desk.database.readAsSystem(tx =>
      tx.client.query('select scope, from_status, to_status, reason, user_id from status_event where account_id = $1', [
        desk.study.accountId,
      ]),
    )
    expect(events.rows).toEqual([
      { scope: 'source', from_status: 1, to_status: 6, reason: 'target_reached', user_id: null },
    ])
    expect((await desk.enter('late')).code).toBe(22)
    // who is inside may finish after a pause, and counts
    expect((await desk.return(inside[11]?.hex ?? '', '1000')).code).toBe(30)
    expect((await desk.figures()).completes).toBe(12)
  })

  test("a survey's target pauses the survey (§4.1)", async () => {
    const desk = await open({ surveyTarget: 2, sources: [{}, {}] })
    for (const [at, sourceId] of desk.study.sourceIds.entries())
      await desk.return((await desk.enter(`r${at}`, { sourceId })).hex, '1000')
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query('select status, status_reason from survey where survey_id = $1', [desk.study.surveyId]),
    )
    expect(rows).toEqual([{ status: 6, status_reason: 'target_reached' }])
  })

  test('a pause acts on the very next entrant (§4.3)', async () => {
    const desk = await open()
    const before = await desk.enter('r1')
    await desk.database.asSystem(tx =>
      tx.client.query('update survey set status = 2 where survey_id = $1', [desk.study.surveyId]),
    )
    const after = await desk.enter('r2')
    expect([before.code, after.code, (await desk.return(before.hex, '1000')).code]).toEqual([11, 22, 30])
  })

  test("an hour's pace is kept whatever comes at once (§9.6)", async () => {
    const desk = await open({
      irPercent: 100,
      sources: [{ pacing: 3, target: 240, outOfFieldAt: new Date(noon + 24 * HOUR_MS) }],
    })
    const codes = (await Promise.all(crowd(40).map(rid => desk.enter(rid)))).map(({ code }) => code)
    expect([codes.filter(code => code === 11).length, codes.filter(code => code === 22).length]).toEqual([11, 29])
  })

  test('duplicates of one batch are seen as well as those before it', async () => {
    const desk = await open({
      defender: [{ rule: 'duplicate_fingerprint' }, { rule: 'duplicate_ip', threshold: 2, windowHours: 1 }],
    })
    const here = { address: '203.0.113.7' }
    const outcomes = await Promise.all([
      desk.enter('r1', { fingerprint: 'f1', ...here }),
      desk.enter('r2', { fingerprint: 'f1' }),
      desk.enter('r3', { fingerprint: 'f2', ...here }),
      desk.enter('r4', here),
    ])
    const later = [
      await desk.enter('r5', { fingerprint: 'f2' }),
      await desk.enter('r6', { ...here, atMs: noon + 2 * HOUR_MS }),
    ]
    expect([...outcomes, ...later].map(({ code }) => code)).toEqual([11, 20, 11, 20, 20, 11])
  })
})

test('a batch of hundreds is judged in its order, also for someone who is in it several times (law 8)', async () => {
  const desk = await open({ sources: [{}, {}, { target: 90 }] })
  const entrants = await desk.ledger.write(
    desk.study.accountId,
    crowd(400).map((rid, at) => entry(desk.study.sourceIds[at % 3] ?? 0, rid, { atMs: noon })),
  )
  const hexes = entrants.map(outcome => sent(outcome).hex)
  const [first = '', second = ''] = hexes
  const outcomes = await desk.ledger.write(desk.study.accountId, [
    back(first, '2000', { atMs: noon + MINUTE_MS }),
    ...hexes
      .slice(1)
      .map((hex, at) => back(hex, at % 4 === 3 ? '2000' : '1000', { atMs: noon + (at % 50) * MINUTE_MS })),
    ...crowd(20).map(rid => entry(desk.study.sourceId, `late ${rid}`, { atMs: noon })),
    back(first, '1000', { atMs: noon + 60 * MINUTE_MS, ...TOLD }),
    back(second, '2000', { atMs: noon + 60 * MINUTE_MS }),
  ])
  const [corrected, repeated] = outcomes.slice(-2).map(sent)
  expect([
    sent(outcomes[0] ?? { kind: 'not_found', what: 'respondent' }).code,
    corrected?.code,
    corrected?.repeat,
    repeated?.code,
    repeated?.repeat,
  ]).toEqual([31, 30, false, 30, true])
  const { entrants: came, completes, terms, inflight } = (await allFigures(desk.database, desk.study)).survey
  expect({ came, completes, terms, inflight }).toEqual({ came: 420, completes: 301, terms: 99, inflight: 20 })
  const { rows } = await desk.database.readAsSystem(tx =>
    tx.client.query('select status_reason from source where source_id = $1', [desk.study.sourceIds[2]]),
  )
  expect([rows, await verifyLedger(desk.database)]).toEqual([[{ status_reason: 'target_reached' }], []])
})

describe('hashing', () => {
  const hashed = (hex: string, secret: string | null, inbound = '1000') => {
    const parameters = new Map([
      ['inbound_code', inbound],
      ['rdud', hex],
    ])
    return {
      parameters: secret === null ? parameters : new Map([...parameters, ['hash', hashParameters(parameters, secret)]]),
    }
  }
  test('both keys of an account make completes; a bad or missing hash never does (§3.14)', async () => {
    const desk = await open({ hashRequired: true, hashSecrets: ['old key', 'new key'] })
    const codes: number[] = []
    for (const [at, secret] of ['old key', 'new key', 'stolen key', null].entries()) {
      const { hex } = await desk.enter(`r${at}`)
      codes.push((await desk.return(hex, '1000', hashed(hex, secret))).code)
    }
    expect(codes).toEqual([30, 30, 35, 35])
    const { completes, sqTerms, expense } = await desk.figures()
    expect({ completes, sqTerms, expense }).toEqual({ completes: 2, sqTerms: 2, expense: 5 })
  })

  test('a forged server return does not undo a complete (§3.17)', async () => {
    const desk = await open({ hashRequired: true, hashSecrets: ['key'] })
    const { hex } = await desk.enter('r1')
    await desk.return(hex, '1000', hashed(hex, 'key'))
    expect((await desk.return(hex, '2000', { viaServer: true, ...hashed(hex, 'forged', '2000') })).code).toBe(30)
  })

  describe("a server's return overrules only when it is believed (law 8, domain.md §3)", () => {
    const aTermThat = async (spec: StudySpec, secret: string | null, inbound = '1000') => {
      const desk = await open(spec)
      const { hex } = await desk.enter('r1')
      const before = await desk.return(hex, '2000', hashedIfRequired(spec, hex))
      const after = await desk.return(hex, inbound, {
        viaServer: true,
        atMs: noon + 30 * MINUTE_MS,
        ...hashed(hex, secret, inbound),
      })
      const { rows } = await desk.database.readAsSystem(tx =>
        tx.client.query(
          'select to_code, changed, detail from respondent_event where rdud = $1 order by position desc limit 1',
          [hex],
        ),
      )
      const { rows: respondents } = await desk.database.readAsSystem(tx =>
        tx.client.query('select code, via_server from respondent where rdud = $1', [hex]),
      )
      expect([before.code, await verifyLedger(desk.database)]).toEqual([31, []])
      return { answer: agreed(after), step: rows[0], row: respondents[0], figures: await desk.figures(), desk, hex }
    }
    const hashedIfRequired = ({ hashRequired }: StudySpec, hex: string) =>
      hashRequired ? hashed(hex, 'key', '2000') : {}
    const stays = {
      code: 31,
      outcome: 'termination',
      address: `${SUPPLIER}/term?rid=r1&outcome=termination`,
      repeat: true,
      late: false,
    }
    const term = { ...NOBODY, entrants: 1, terms: 1, ir: 0, conversion: 0 }
    const complete = {
      ...NOBODY,
      entrants: 1,
      completes: 1,
      ir: 1,
      conversion: 1,
      loi: 8,
      supplierCpi: 2.5,
      expense: 2.5,
    }
    const unbelieved = {
      to_code: 31,
      changed: false,
      detail: {
        inbound: '1000',
        via: 'server',
        again: true,
        rule: 'unsigned_return',
        threshold: 'a valid hash',
        value: 'none checked',
      },
    }

    test.each<[string, StudySpec, string | null]>([
      ['unsigned, with hashing off (§3.12)', {}, null],
      ['unsigned, while there is a key (§3.12)', { hashSecrets: ['key'] }, null],
      ['with a hash that no key is there to check (§3.12)', {}, 'key'],
    ])('%s, it is a repeat that changes nothing', async (_name, spec, secret) => {
      const { answer, step, row, figures } = await aTermThat(spec, secret)
      expect([answer, step, row, figures]).toEqual([stays, unbelieved, { code: 31, via_server: false }, term])
    })

    test.each<[string, StudySpec, string | null, object]>([
      ['signed with a valid key (§3.17)', { hashSecrets: ['key'] }, 'key', { via: 'server', hash: 'valid' }],
      [
        'signed where a hash is required (§3.17)',
        { hashSecrets: ['key'], hashRequired: true },
        'key',
        { via: 'server', hash: 'valid' },
      ],
      [
        'unsigned, where the account believes unsigned ones (§3.17)',
        { unsignedOverrule: true },
        null,
        { via: 'server' },
      ],
    ])('%s, it overrules', async (_name, spec, secret, detail) => {
      const { answer, step, row, figures } = await aTermThat(spec, secret)
      expect([answer.code, answer.repeat, step, row, figures]).toEqual([
        30,
        false,
        { to_code: 30, changed: true, detail },
        { code: 30, via_server: true },
        complete,
      ])
    })

    test('signed by somebody else, or unsigned where a hash is required, it changes nothing though unsigned ones are believed', async () => {
      const forged = await aTermThat({ hashSecrets: ['key'], unsignedOverrule: true }, 'stolen')
      const missing = await aTermThat({ hashSecrets: ['key'], hashRequired: true, unsignedOverrule: true }, null)
      expect([forged.answer, missing.answer, forged.figures, missing.figures]).toEqual([stays, stays, term, term])
    })

    test('the same again, unsigned, is a plain repeat and confirms nothing: a signed one still overrules', async () => {
      const { desk, hex, step, row } = await aTermThat({ hashSecrets: ['key'] }, null, '2000')
      expect([step, row]).toEqual([
        { to_code: 31, changed: false, detail: { inbound: '2000', via: 'server', again: true } },
        { code: 31, via_server: false },
      ])
      expect((await desk.return(hex, '1000', { viaServer: true, ...hashed(hex, 'key') })).code).toBe(30)
    })

    test('an unsigned one that is the first decides as a browser’s does, and a signed one overrules it', async () => {
      const desk = await open({ hashSecrets: ['key'] })
      const { hex } = await desk.enter('r1')
      expect(agreed(await desk.return(hex, '1000', { viaServer: true, ...hashed(hex, null) }))).toMatchObject({
        code: 30,
        repeat: false,
      })
      expect((await desk.return(hex, '2000')).code).toBe(30)
      expect((await desk.return(hex, '2000', { viaServer: true, ...hashed(hex, 'key', '2000') })).code).toBe(31)
      expect((await desk.return(hex, '1000', { viaServer: true, ...hashed(hex, 'key') })).code).toBe(31)
    })
  })

  test('a key that has ended is no key', async () => {
    const desk = await open({ hashRequired: true, hashSecrets: ['key'] })
    await desk.database.asSystem(tx =>
      tx.client.query('update hash_key set valid_until = $2 where account_id = $1', [
        desk.study.accountId,
        new Date(noon),
      ]),
    )
    const { hex } = await desk.enter('r1')
    expect((await desk.return(hex, '1000', hashed(hex, 'key'))).code).toBe(35)
  })
})

test("one account's respondent is unknown to another", async () => {
  const ours = await open()
  const theirs = await open()
  const { hex } = await ours.enter('r1')
  expect(await ours.ledger.return(theirs.study.accountId, back(hex, '1000'))).toEqual({
    kind: 'not_found',
    what: 'respondent',
  })
  expect(await ours.ledger.enter(theirs.study.accountId, entry(ours.study.sourceId, 'r2'))).toEqual({
    kind: 'not_found',
    what: 'source',
  })
})

test('a supplier that does not deliver to the source is unknown', async () => {
  const desk = await open()
  expect(
    await desk.ledger.enter(
      desk.study.accountId,
      entry(desk.study.sourceId, 'r1', { supplierId: desk.study.supplierId + 1 }),
    ),
  ).toEqual({ kind: 'not_found', what: 'supplier' })
  expect((await desk.enter('r1', { supplierId: desk.study.supplierId })).code).toBe(11)
})
