import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import type { LedgerOutcome } from '../facts/ledger-operations.ts'
import { HOUR_MS } from '../facts/pacing.ts'
import { allFigures, NOBODY, revenues, sourceHours } from '../testing/figures.ts'
import { back, due, entry, TOLD } from '../testing/operations.ts'
import { SUPPLIER, type StudySpec } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'

import { agreed, MINUTE_MS, noon, openLedger, plain } from '../testing/open-ledger.ts'

const fresh = useDatabase()
const open = (spec?: StudySpec, nowMs?: number) => openLedger(fresh().database, spec, nowMs)

describe('every outcome counts in its one column, and the respondent goes back to the supplier', () => {
  const complete = { ir: 1, conversion: 1, loi: 8, supplierCpi: 2.5, expense: 2.5, pricedCompletes: 1 }
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

  test('refusals at entry count as Defender terms, terms and overquotas (§3.11, §3.12, §3.13)', async () => {
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

test('source, survey and project change together, each by everything below it (§3.10, §3.17, §3.20, §3.22)', async () => {
  const desk = await open({ sources: [{}, {}] })
  const [first = 0, second = 0] = desk.study.sourceIds
  const ids: string[] = []
  for (const [at, sourceId] of [first, first, second].entries())
    ids.push((await desk.enter(`r${at}`, { sourceId })).hex)
  for (const [at, hex] of ids.entries()) await desk.return(hex, '1000', { atMs: noon + (at + 1) * 5 * MINUTE_MS })
  const whole = {
    ...NOBODY,
    entrants: 3,
    completes: 3,
    ir: 1,
    conversion: 1,
    loi: 10,
    supplierCpi: 2.5,
    expense: 7.5,
    pricedCompletes: 3,
  }
  expect(await allFigures(desk.database, desk.study)).toEqual({
    source: { ...whole, entrants: 2, completes: 2, loi: 7.5, expense: 5, pricedCompletes: 2 },
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

  test("a server's return overrules a browser's, and not the reverse (law 8)", async () => {
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

  test('a server that turns a term into a complete adds its price, and the original interview length (§3.20, §3.22)', async () => {
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
      pricedCompletes: 1,
    })
    expect(await sourceHours(desk.database, desk.study.sourceId)).toEqual([
      { hour: '2026-11-20T12:00:00.000Z', entrants: 1, live: 0, test: 0 },
      { hour: '2026-11-20T14:00:00.000Z', entrants: 0, live: 1, test: 0 },
    ])
  })

  test('a return after the time is accepted, and flagged late (§4.4)', async () => {
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
      pricedCompletes: 2,
    })
  })

  test('a return after half a year is accepted, and figures hold its length (§3.20, §4.4)', async () => {
    const desk = await open()
    const { hex } = await desk.enter('r1')
    expect(await desk.return(hex, '1000', { atMs: noon + 183 * 24 * HOUR_MS })).toMatchObject({ code: 30, late: true })
    expect(await desk.figures()).toMatchObject({ completes: 1, loi: expect.closeTo(9_999_999 / 60), expense: 2.5 })
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('a respondent turned away at entry cannot come back as a complete (law 8)', async () => {
    const desk = await open({ sources: [{ status: 2 }] })
    const { hex, code } = await desk.enter('r1')
    expect([code, agreed(await desk.return(hex, '1000', TOLD))]).toEqual([
      22,
      { code: 22, outcome: 'overquota', address: `${SUPPLIER}/oq?rid=r1&outcome=overquota`, repeat: true, late: false },
    ])
  })

  test('an unknown respondent gets that outcome', async () => {
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
    ['unknown for a lucid source without a typed CPI', [{ type: 'lucid' as const, supplyPriceCents: null }], null],
    ['and that CPI where it is typed', [{ type: 'lucid' as const, supplyPriceCents: 305 }], 3.05],
  ])('%s (§3.21, §3.22)', async (_name, sources, price) => {
    const desk = await open({ sources })
    await desk.return((await desk.enter('r1')).hex, '1000')
    const { supplierCpi, expense } = await desk.figures()
    expect({ supplierCpi, expense }).toEqual({ supplierCpi: price, expense: price })
  })

  test('a new price does not change past expenses (§3.22)', async () => {
    const desk = await open()
    await desk.return((await desk.enter('r1')).hex, '1000')
    await desk.database.asSystem(tx =>
      tx.client.query('update source set supply_price_cents = 400 where source_id = $1', [desk.study.sourceId]),
    )
    await desk.return((await desk.enter('r2')).hex, '1000')
    const { supplierCpi, expense } = await desk.figures()
    expect({ supplierCpi, expense }).toEqual({ supplierCpi: 3.25, expense: 6.5 })
  })

  test('a CPI that is typed on an exchange source counts from then on; completes before it stay unknown (§3.22)', async () => {
    const desk = await open({ sources: [{ type: 'lucid', supplyPriceCents: null }] })
    await desk.return((await desk.enter('r1')).hex, '1000')
    await desk.database.asSystem(tx =>
      tx.client.query('update source set supply_price_cents = 305 where source_id = $1', [desk.study.sourceId]),
    )
    await desk.return((await desk.enter('r2')).hex, '1000')
    const { completes, supplierCpi, expense, pricedCompletes } = await desk.figures()
    expect({ completes, supplierCpi, expense, pricedCompletes }).toEqual({
      completes: 2,
      supplierCpi: 3.05,
      expense: 3.05,
      pricedCompletes: 1,
    })
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

  test("the survey's, else the project's, else nothing; a new price does not change past sales", async () => {
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

  test('a complete that is reversed takes back its own sell price, not the present one', async () => {
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

  test('tests and other outcomes have no sell price', async () => {
    const desk = await open()
    await desk.return((await desk.enter('t1', { testToken: desk.study.testToken })).hex, '1000')
    await desk.return((await desk.enter('r1')).hex, '2000')
    expect([await revenues(desk.database, desk.study), await verifyLedger(desk.database)]).toEqual([whole(0), []])
  })

  test('also for an entry and return within one batch', async () => {
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

test('a supplier that is not of the source is unknown', async () => {
  const desk = await open()
  expect(
    await desk.ledger.enter(
      desk.study.accountId,
      entry(desk.study.sourceId, 'r1', { supplierId: desk.study.supplierId + 1 }),
    ),
  ).toEqual({ kind: 'not_found', what: 'supplier' })
  expect((await desk.enter('r1', { supplierId: desk.study.supplierId })).code).toBe(11)
})
