import { describe, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { createLedger } from './ledger.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { sweepLengths } from '../sweeps/sweeps.ts'
import { allFigures } from '../testing/figures.ts'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy, type StudySpec } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'

const fresh = useDatabase()
const noon = Date.UTC(2026, 10, 20, 12)

async function open(spec: StudySpec = {}) {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, spec))
  const ledger = createLedger(database, { nowMs: () => noon })
  const rows = async <Row extends object>(text: string): Promise<Row[]> =>
    (await database.readAsSystem(tx => tx.client.query<Row>(text, [study.accountId]))).rows
  return {
    database,
    study,
    ledger,
    enter: async (rid: string, more: Partial<EntryOperation> = {}) =>
      sent(await ledger.enter(study.accountId, entry(study.sourceId, rid, { atMs: noon, ...more }))),
    change: (text: string, values: readonly unknown[]) =>
      database.asSystem(async tx => void (await tx.client.query(text, [...values]))),
    entries: () =>
      rows(`select r.rid, e.country, e.language, e.device, e.from_datacentre, e.same_fingerprint, e.same_address, e.answers, e.door_version::int as version
        from respondent_event e join respondent r using (account_id, rdud) where e.account_id = $1 and e.from_code is null order by e.position`),
    verdicts: () =>
      rows(`select r.rid, v.place, v.rule, v.refused, v.threshold, v.value from rule_verdict v join respondent r using (account_id, rdud)
        where v.account_id = $1 order by r.rid, v.place`),
    configs: (scope: number) =>
      rows<{ version: number; config: Record<string, unknown> }>(
        `select version::int, config from door_config where account_id = $1 and scope = ${scope} order by scope_id, version`,
      ),
    rows,
  }
}

describe('the ledger stores of each entry', () => {
  test('country, language, device and network, the answers to the source’s qualifications, and the number of duplicates', async () => {
    const desk = await open({
      defender: [{ rule: 'duplicate_fingerprint', threshold: 5 }],
      sources: [
        {
          qualifications: [{ param: 'age', min: 18 }],
          quotas: [{ conditions: [{ param: 'region', in: ['1'] }], target: 10 }],
        },
      ],
    })
    const parameters = new Map([
      ['age', '30'],
      ['region', '1'],
      ['mail', 'who@panel.example'],
    ])
    await desk.enter('r1', {
      country: 'US',
      language: 'es',
      device: 2,
      fingerprint: 'f',
      address: '198.51.100.1',
      parameters,
    })
    await desk.enter('r2', { fromDatacentre: true, fingerprint: 'f', parameters: new Map([['region', '1']]) })
    const known = { version: 1, from_datacentre: false, same_address: null }
    expect(await desk.entries()).toEqual([
      {
        ...known,
        rid: 'r1',
        country: 'US',
        language: 'es',
        device: 2,
        same_fingerprint: 0,
        answers: { age: '30', region: '1' },
      },
      {
        ...known,
        rid: 'r2',
        country: null,
        language: null,
        device: 1,
        from_datacentre: true,
        same_fingerprint: 1,
        answers: { region: '1' },
      },
    ])
  })

  test('every rule that speaks against it, not only the deciding one, and shadow rules, which refuse no one', async () => {
    const desk = await open({
      country: 'US',
      devices: [1],
      defender: [
        { rule: 'datacentre' },
        { rule: 'country', mode: 'shadow' },
        { rule: 'duplicate_ip', mode: 'off', threshold: 0 },
      ],
      sources: [{ qualifications: [{ param: 'age', min: 18 }] }],
    })
    const age = new Map([['age', '30']])
    const codes = [
      await desk.enter('r1', { fromDatacentre: true, country: 'CA', device: 2 }),
      await desk.enter('r2', { country: 'CA', parameters: age }),
      await desk.enter('r3', { country: 'US', parameters: age }),
    ].map(({ code }) => code)
    expect(codes).toEqual([20, 11, 11])
    const country = { rule: 'country', refused: false, threshold: 'US', value: 'CA' }
    expect(await desk.verdicts()).toEqual([
      { rid: 'r1', place: 1, ...country },
      { rid: 'r1', place: 2, rule: 'datacentre', refused: true, threshold: 'no datacentre', value: 'datacentre' },
      { rid: 'r1', place: 3, rule: 'device', refused: true, threshold: 'Desktop', value: 'Mobile' },
      { rid: 'r1', place: 4, rule: 'qualification: q1', refused: true, threshold: '18 or more', value: 'not given' },
      { rid: 'r2', place: 1, ...country },
    ])
    expect(await verifyLedger(desk.database)).toEqual([])
  })

  test('the version of the setup that judged it: the last one at or below the entry’s own', async () => {
    const desk = await open({ sources: [{ target: 7, quotas: [{ conditions: [], target: 5 }] }] })
    const { projectId, surveyId, sourceId } = desk.study
    await desk.enter('r1')
    await desk.change('update source set target = 8 where source_id = $1', [sourceId])
    await desk.enter('r2')
    await desk.change('update source_quota set target = 6 where source_id = $1', [sourceId])
    await desk.change('update survey set status = 2 where survey_id = $1', [surveyId])
    await desk.change('update project set sell_price_cents = 321 where project_id = $1', [projectId])
    await desk.change(`update survey set name = 'Another name' where survey_id = $1`, [surveyId])
    await desk.enter('r3')
    const versions = (await desk.entries()) as { rid: string; version: number }[]
    expect(versions.map(({ rid, version }) => [rid, version])).toEqual([
      ['r1', 1],
      ['r2', 2],
      ['r3', 6],
    ])
    const sources = await desk.configs(3)
    expect(sources.map(({ version, config }) => [version, config['target'], config['quotas']])).toEqual([
      [1, 7, [{ quota_no: 1, name: 'quota1', conditions: [], target: 5 }]],
      [2, 8, [{ quota_no: 1, name: 'quota1', conditions: [], target: 5 }]],
      [3, 8, [{ quota_no: 1, name: 'quota1', conditions: [], target: 6 }]],
    ])
    // a name judges no respondent
    expect((await desk.configs(2)).map(({ version, config }) => [version, config['status']])).toEqual([
      [1, 1],
      [4, 2],
    ])
    expect((await desk.configs(1)).map(({ version, config }) => [version, config['sell_price_cents']])).toEqual([
      [1, null],
      [5, 321],
    ])
    expect((await desk.configs(4)).map(({ version }) => version)).toEqual([1])
  })

  test('no new version for traffic: a quota’s counters are no edit', async () => {
    const desk = await open({ sources: [{ quotas: [{ conditions: [], target: 5 }] }] })
    await desk.ledger.return(desk.study.accountId, back((await desk.enter('r1')).hex, '1000', { atMs: noon + 60_000 }))
    await desk.enter('r2')
    expect([
      (await desk.configs(3)).map(({ version }) => version),
      ((await desk.entries()) as { version: number }[]).map(({ version }) => version),
    ]).toEqual([[1], [1, 1]])
  })
})

test('counts by state and by supplier follow every step; a test is in none', async () => {
  const desk = await open({ suppliers: 2 })
  const [first, second] = desk.study.supplierIds
  const one = await desk.enter('r1', { supplierId: first ?? null })
  const other = await desk.enter('r2', { supplierId: second ?? null })
  await desk.enter('r3', { supplierId: second ?? null, testToken: desk.study.testToken })
  await desk.ledger.return(desk.study.accountId, back(one.hex, '4000', { atMs: noon }))
  await desk.ledger.return(desk.study.accountId, back(other.hex, '1000', { atMs: noon }))
  expect(
    await desk.rows(
      'select supplier_id, entrants::int, code_11::int, code_30::int, code_32::int, expense_cents::int from supplier_rollup where account_id = $1 order by 1',
    ),
  ).toEqual([
    { supplier_id: first, entrants: 1, code_11: 0, code_30: 0, code_32: 1, expense_cents: 0 },
    { supplier_id: second, entrants: 1, code_11: 0, code_30: 1, code_32: 0, expense_cents: 250 },
  ])
  expect(
    await desk.rows(
      'select scope, entrants::int, code_30::int, code_32::int, completes::int, oqs::int from rollup where account_id = $1 order by 1',
    ),
  ).toEqual([1, 2, 3].map(scope => ({ scope, entrants: 2, code_30: 1, code_32: 1, completes: 1, oqs: 1 })))
})

test('interview lengths are lines until a sweep adds them to the buckets; the median is exact before, between and after (§3.20)', async () => {
  const desk = await open({ sources: [{}, {}] })
  const { accountId, sourceIds } = desk.study
  const entrants = (
    await desk.ledger.write(
      accountId,
      Array.from({ length: 9 }, (_, at) => entry(sourceIds[at % 2] ?? 0, `r${at}`, { atMs: noon })),
    )
  ).map(outcome => sent(outcome).hex)
  const comeBack = (from: number, to: number) =>
    // another process each time: it knows no window
    createLedger(desk.database).write(
      accountId,
      entrants.slice(from, to).map((hex, at) => back(hex, '1000', { atMs: noon + (from + at + 1) * 60_000 })),
    )
  const ports = { database: desk.database, ledger: desk.ledger, nowMs: () => noon }
  const medians = async () => {
    const { source, survey } = await allFigures(desk.database, desk.study)
    return [source.loi, survey.loi]
  }
  await sweepLengths(ports) // what the tests before have left
  await comeBack(0, 3)
  const inLines = await medians()
  expect(await sweepLengths(ports)).toBe(1)
  await comeBack(3, 6)
  await comeBack(6, 9)
  const inBoth = await medians()
  expect(await sweepLengths(ports)).toBe(2)
  await desk.ledger.write(accountId, [
    back(entrants[8] ?? '', '2000', { atMs: noon, viaServer: true, parameters: null }),
  ])
  expect([inLines, inBoth, await medians(), await verifyLedger(desk.database), await sweepLengths(ports)]).toEqual([
    [2, 2],
    [5, 5],
    [4, 4.5],
    [],
    1,
  ])
  expect([await verifyLedger(desk.database), await sweepLengths(ports)]).toEqual([[], 0])
})
