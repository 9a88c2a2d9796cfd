import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { verifyLedgerCommand } from '#cli/verify-ledger'
import { createLedger } from '../batches/ledger.ts'
import { allFigures } from '../testing/figures.ts'
import { back, entry, sent, TOLD } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { sweepLengths, sweepSums } from '../sweeps/sweeps.ts'
import { verifyLedger } from './verify-ledger.ts'

const fresh = useDatabase()
let said: string[] = []

beforeEach(() => {
  said = []
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((line: unknown) => void said.push(String(line)))
})
afterEach(() => vi.restoreAllMocks())
const noon = Date.UTC(2026, 10, 20, 12)

test('drift is found, listed and repaired: counts, also of suppliers, buckets, medians, quotas, states, verdicts, setups, the queue of abandons and the identity', async () => {
  const { database } = fresh()
  const study = await database.asSystem(tx =>
    makeStudy(tx, { devices: [1], sources: [{ quotas: [{ conditions: [], target: 100 }] }] }),
  )
  const ledger = createLedger(database)
  const entrants = await ledger.write(
    study.accountId,
    Array.from({ length: 9 }, (_, at) => entry(study.sourceId, `r${at}`, { atMs: noon })),
  )
  await ledger.write(
    study.accountId,
    entrants
      .slice(0, 7)
      .map((outcome, at) => back(sent(outcome).hex, at < 5 ? '1000' : '2000', { atMs: noon + (at + 1) * 60_000 })),
  )
  await ledger.enter(study.accountId, entry(study.sourceId, 'turned away', { atMs: noon, device: 2 }))
  expect(await verifyLedger(database)).toEqual([])
  await sweepLengths({ database, ledger, nowMs: Date.now })
  await sweepSums({ database })
  expect(await verifyLedger(database)).toEqual([])
  expect([await verifyLedgerCommand(database, []), said]).toEqual([
    0,
    ['No drift: every figure is what the ledger says.'],
  ])
  const right = await allFigures(database, study)

  const scope = `account_id = ${study.accountId} and scope = 3`
  await database.asSystem(async tx => {
    await tx.client.query(
      `update rollup set code_30 = code_30 + 2, priced_completes = 1, expense_cents = 7, revenue_cents = 8, loi_median_seconds = 1, loi_below = 9 where ${scope}`,
    )
    await tx.client.query('update supplier_rollup set code_31 = 4, expense_cents = 6')
    await tx.client.query(`update hour_bucket set completes_live = 1 where ${scope}`)
    await tx.client.query(`delete from loi_bucket where ${scope} and seconds = 60`)
    await tx.client.query('update source_quota set inflight = 5')
    await tx.client.query('update respondent set code = 11 where code = 31')
    await tx.client.query('delete from abandon_due')
    await tx.client.query('delete from rule_verdict')
    await tx.client.query(
      `update ledger_sum set respondents = respondents + 1 where to_code = 31 and (source_id, grain) in ((${study.sourceId}, 'hour'), (0, 'day'))`,
    )
    await tx.client.query(`update door_config set config = '{}' where scope = 3`)
  })
  const drifts = await verifyLedger(database)
  expect(
    drifts
      .filter(({ where }) => where !== 'respondent' && where !== 'abandon')
      .map(({ where, what, stored, ledger: truth }) => [where, what, stored, truth]),
  ).toEqual([
    ['rollup', `source ${study.sourceId} code_30`, '7', '5'],
    ['rollup', `source ${study.sourceId} priced_completes`, '1', '5'],
    ['rollup', `source ${study.sourceId} expense_cents`, '7', '1250'],
    ['rollup', `source ${study.sourceId} revenue_cents`, '8', '2500'],
    ['rollup', `source ${study.sourceId} loi_median_seconds`, '1.0', '180.0'],
    ['supplier', `source ${study.sourceId} supplier ${study.supplierId} code_31`, '4', '2'],
    ['supplier', `source ${study.sourceId} supplier ${study.supplierId} expense_cents`, '6', '1250'],
    ['loi', `source ${study.sourceId} pointer`, '180: 9 below, 1 at', '2 below, 1 at'],
    ['identity', `source ${study.sourceId} entrants`, '10', '12'],
    ['hour', `source ${study.sourceId} 2026-11-20T12Z completes_live`, '1', '5'],
    ['loi', `source ${study.sourceId} 60 s`, '0', '1'],
    ['quota', `source ${study.sourceId} quota 1 inflight`, '5', '2'],
    ['verdict', expect.stringMatching(/^respondent /), 'none', 'device'],
    ['sum', `account day 2026-11-20T00Z 11 to 31`, '3', '2'],
    ['sum', `source ${study.sourceId} hour 2026-11-20T12Z 11 to 31`, '3', '2'],
    ['door', `source ${study.sourceId}`, 'version 1', 'another one'],
  ])
  expect(
    drifts.filter(({ where }) => where === 'respondent').map(({ stored, ledger: truth }) => [stored, truth]),
  ).toEqual([
    ['11', '31'],
    ['11', '31'],
  ])
  expect(drifts.filter(({ where }) => where === 'abandon').map(({ stored, ledger: truth }) => [stored, truth])).toEqual(
    Array.from({ length: 4 }, () => ['not queued', 'in progress']),
  )
  said = []
  expect([await verifyLedgerCommand(database, []), said[0], said[3], said.at(-1)]).toEqual([
    1,
    '22 figures differ from the ledger:',
    `  account ${study.accountId}, rollup: source ${study.sourceId} code_30 is 7, the ledger says 5`,
    'Run verify-ledger --repair to write what the ledger says.',
  ])

  expect([await verifyLedgerCommand(database, ['--repair']), said.at(-1)]).toEqual([
    0,
    'Repaired: every figure is what the ledger says.',
  ])
  expect(await verifyLedger(database)).toEqual([])
  expect(await allFigures(database, study)).toEqual(right)
  // the pointer is right again too: the next complete finds the median from it
  await ledger.write(
    study.accountId,
    entrants.slice(7, 8).map(outcome => back(sent(outcome).hex, '1000', { atMs: noon + 90_000 })),
  )
  expect([await verifyLedger(database), (await allFigures(database, study)).source.loi]).toEqual([[], 2.5])
})

test('prices and times in respondents’ rows that differ from the ledger are listed and repaired: a later return takes back exactly the counted amounts', async () => {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, {}))
  const ledger = createLedger(database)
  const entrants = await ledger.write(
    study.accountId,
    Array.from({ length: 3 }, (_, at) => entry(study.sourceId, `r${at}`, { atMs: noon })),
  )
  await ledger.write(
    study.accountId,
    entrants.map((outcome, at) => back(sent(outcome).hex, at < 2 ? '1000' : '2000', { atMs: noon + 60_000 })),
  )
  const rows = () =>
    database.asSystem(
      async tx =>
        (
          await tx.client.query({
            text: 'select code, cpi_cents, sell_price_cents, interview_seconds from respondent where account_id = $1 order by rid',
            values: [study.accountId],
          })
        ).rows,
    )
  const right = await rows()
  await database.asSystem(async tx => {
    await tx.client.query(
      'update respondent set cpi_cents = 1, sell_price_cents = null, interview_seconds = 7 where code = 30 and account_id = $1',
      [study.accountId],
    )
    await tx.client.query('update respondent set cpi_cents = 2 where code = 31 and account_id = $1', [study.accountId])
  })
  const drifts = await verifyLedger(database)
  expect(
    drifts
      .map(({ where, what, stored, ledger: truth }) => [where, what.split(' ').at(-1), stored, truth].join(' '))
      .toSorted(),
  ).toEqual([
    'respondent cpi_cents 1 250',
    'respondent cpi_cents 1 250',
    'respondent cpi_cents 2 none',
    'respondent interview_seconds 7 60',
    'respondent interview_seconds 7 60',
    'respondent sell_price_cents none 500',
    'respondent sell_price_cents none 500',
  ])
  expect([await verifyLedgerCommand(database, ['--repair']), await rows(), await verifyLedger(database)]).toEqual([
    0,
    right,
    [],
  ])
  // the survey's own word against the browser's: the sums that go are those that came
  await ledger.write(study.accountId, [back(sent(entrants[0]!).hex, '2000', { atMs: noon + 120_000, ...TOLD })])
  expect(await verifyLedger(database)).toEqual([])
})

test('a wrong argument is reported, and repairs nothing', async () => {
  expect([await verifyLedgerCommand(fresh().database, ['--fix']), said]).toEqual([
    2,
    ['verify-ledger does not know --fix; it takes --repair alone.'],
  ])
})
