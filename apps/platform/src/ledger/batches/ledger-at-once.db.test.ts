import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { HOUR_MS } from '../facts/pacing.ts'
import { allFigures } from '../testing/figures.ts'
import { back, entry, sent, TOLD } from '../testing/operations.ts'
import type { StudySpec } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { createLedger } from './ledger.ts'

import { MINUTE_MS, noon, openLedger } from '../testing/open-ledger.ts'

const fresh = useDatabase()
const open = (spec?: StudySpec, nowMs?: number) => openLedger(fresh().database, spec, nowMs)

const crowd = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`)

describe('at once', () => {
  test('50 concurrent entrants never take more places of a sub-quota than it has, also from several processes (§3.13)', async () => {
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

  const acrossProcesses = async (spec: StudySpec, entrants: number) => {
    const desk = await open(spec)
    const ledgers = Array.from({ length: 4 }, () =>
      createLedger(desk.database, { nowMs: () => noon, gatherMs: { least: 1, most: 1 } }),
    )
    const ledgerOf = (at: number) => ledgers[at % ledgers.length] ?? desk.ledger
    const { accountId, sourceIds } = desk.study
    const outcomes = await Promise.all(
      crowd(entrants).map((rid, at) =>
        ledgerOf(at).enter(accountId, entry(sourceIds[at % sourceIds.length] ?? 0, rid, { atMs: noon })),
      ),
    )
    const inside = outcomes.map(sent).filter(({ code }) => code === 11)
    await Promise.all(inside.map(({ hex }, at) => ledgerOf(at).return(accountId, back(hex, '1000'))))
    const { rows } = await desk.database.readAsSystem(tx =>
      tx.client.query<{ completes: number; oqs: number }>(
        'select completes, oqs from rollup where scope = 2 and scope_id = $1',
        [desk.study.surveyId],
      ),
    )
    return rows
  }

  test('of 200 concurrent entrants at a target of 3, places held one for one let 3 in (docs/decisions/0088)', async () => {
    expect(await acrossProcesses({ sources: [{ target: 3, holdPlaces: 3 }] }, 200)).toEqual([
      { completes: 3, oqs: 197 },
    ])
  })

  test('a survey holds its own target across its sources (docs/decisions/0088)', async () => {
    const spec: StudySpec = { surveyTarget: 5, surveyHoldPlaces: 3, sources: [{}, {}, {}] }
    expect(await acrossProcesses(spec, 60)).toEqual([{ completes: 5, oqs: 55 }])
  })

  test('a held place is open again after a term and after an abandon (docs/decisions/0088, §4.4)', async () => {
    const desk = await open({ loiMinutes: 10, sources: [{ target: 1, holdPlaces: 3 }] })
    const first = await desk.enter('r1')
    const full = await desk.enter('r2')
    await desk.return(first.hex, '2000')
    const second = await desk.enter('r3')
    await desk.ledger.write(desk.study.accountId, [{ kind: 'abandon', hex: second.hex, atMs: noon + 18 * MINUTE_MS }])
    expect([first, full, second, await desk.enter('r4')].map(({ code }) => code)).toEqual([11, 22, 11, 11])
  })

  test('a place left without a complete is open again (§3.13)', async () => {
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

  test("an hour's pace holds for any number of concurrent entrants (§9.6)", async () => {
    const desk = await open({
      irPercent: 100,
      sources: [{ pacing: 3, target: 240, outOfFieldAt: new Date(noon + 24 * HOUR_MS) }],
    })
    const codes = (await Promise.all(crowd(40).map(rid => desk.enter(rid)))).map(({ code }) => code)
    expect([codes.filter(code => code === 11).length, codes.filter(code => code === 22).length]).toEqual([11, 29])
  })

  test('duplicates within one batch are found like earlier ones', async () => {
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

test('a batch of hundreds is judged in order, also for a respondent with several events in it (law 8)', async () => {
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
