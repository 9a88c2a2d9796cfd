import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DeskDatabase } from '#kernel/db/desk-database'
import { useDatabase } from '#testing/database/harness'
import { silentLog } from '#testing/database/test-server'
import { explainRespondent } from '../explain/explain.store.ts'
import type { EntryOperation } from '../facts/ledger-operations.ts'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy, type Study } from '../testing/study.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { LATEST_OF_A_MARK } from './earlier-entries.store.ts'
import { createLedger, type Ledger } from './ledger.ts'

const DAY_MS = 86_400_000

const fresh = useDatabase()
let second: DeskDatabase
/** Two platforms on one database, each with its own cache. */
let ledgers: readonly Ledger[]
beforeAll(() => {
  second = new DeskDatabase({ url: fresh().url, log: silentLog, maxConnections: 2 })
  const gatherMs = { least: 0, most: 0 }
  ledgers = [createLedger(fresh().database, { gatherMs }), createLedger(second, { gatherMs })]
})
afterAll(() => second.close())

/** An earlier project and a later one of one account, whose sources have a supplier in common. */
async function twoProjects() {
  const { database } = fresh()
  const [earlier, later] = await database.asSystem(async tx => {
    const first = await makeStudy(tx)
    return [first, await makeStudy(tx, { accountId: first.accountId })] as const
  })
  const { accountId } = earlier
  const change = (text: string, values: readonly unknown[]) =>
    database.asAccount(accountId, tx => tx.client.query(text, [...values]))
  await change(
    'insert into source_supplier (account_id, source_id, supplier_id, allocation_percent) values ($1, $2, $3, 50)',
    [accountId, later.sourceId, earlier.supplierId],
  )
  const exclude = (projectIds: readonly number[], states = 'completes', days = 30) =>
    change(
      `insert into source_exclusion values ($1, $2, $3, $4, $5, 1)
       on conflict (account_id, source_id) do update set (project_ids, states, look_back_days) = (excluded.project_ids, excluded.states, excluded.look_back_days)`,
      [accountId, later.sourceId, projectIds, states, days],
    )
  const enter = async (study: Study, rid: string, more: Partial<EntryOperation> = {}, ledger = ledgers[0]) =>
    sent(await ledger!.enter(accountId, entry(study.sourceId, rid, { supplierId: study.supplierId, ...more })))
  const complete = async (rid: string, more: Partial<EntryOperation> = {}) => {
    const { hex } = await enter(earlier, rid, more)
    return sent(
      await ledgers[0]!.return(accountId, back(hex, '1000', more.atMs === undefined ? {} : { atMs: more.atMs })),
    )
  }
  const codeOf = async (rid: string, more: Partial<EntryOperation> = {}, ledger = ledgers[0]) =>
    (await enter(later, rid, more, ledger)).code
  const explain = (rid: string) =>
    database.readAsAccount(accountId, tx => explainRespondent(tx, accountId, later.sourceId, rid))
  return { database, accountId, earlier, later, change, exclude, enter, complete, codeOf, explain }
}

describe('a source that excludes the completes of a project', () => {
  test('refuses them by rid and supplier, fingerprint or address with 20, and takes everybody else', async () => {
    const { earlier, later, exclude, enter, complete, codeOf, database } = await twoProjects()
    await complete('done', { fingerprint: 'device', address: '203.0.113.7' })
    await enter(earlier, 'only entered', { fingerprint: 'idle' })
    await exclude([earlier.projectId])
    const same = { supplierId: earlier.supplierId }
    expect({
      ridOfAnotherSupplier: await codeOf('done'),
      fingerprint: await codeOf('b', { fingerprint: 'device' }),
      address: await codeOf('c', { address: '203.0.113.7' }),
      nobody: await codeOf('d', { fingerprint: 'other', address: '203.0.113.8' }),
      onlyEntered: await codeOf('only entered', { ...same, fingerprint: 'idle' }),
      test: await codeOf('e', { fingerprint: 'device', testToken: later.testToken }),
    }).toEqual({ ridOfAnotherSupplier: 11, fingerprint: 20, address: 20, nobody: 11, onlyEntered: 11, test: 11 })
    await complete('done too')
    expect(await codeOf('done too', same)).toBe(20)
    expect(await verifyLedger(database)).toEqual([])
  })

  test('refuses a complete of a millisecond within the look-back and none of its edge, and Explain says which project and day', async () => {
    const { accountId, earlier, exclude, complete, codeOf, explain, change } = await twoProjects()
    const now = Date.now()
    const edge = now - 30 * DAY_MS
    await complete('old', { fingerprint: 'old', atMs: edge })
    await complete('new', { fingerprint: 'new', atMs: edge + 1 })
    await change(`update project set name = 'Snacks' where account_id = $1 and project_id = $2`, [
      accountId,
      earlier.projectId,
    ])
    await exclude([earlier.projectId])
    expect([
      await codeOf('a', { fingerprint: 'old', atMs: now }),
      await codeOf('b', { fingerprint: 'new', atMs: now }),
    ]).toEqual([11, 20])
    const day = new Date(edge + 1).toISOString().slice(0, 10)
    expect((await explain('b'))?.verdicts).toEqual([
      {
        rule: 'excluded_project',
        refused: true,
        threshold: 'no complete of 1 project within 30 days',
        value: `${earlier.projectId} “Snacks”, entered on ${day} with the same device`,
      },
    ])
  })

  test('lets in whom an edit excludes no longer', async () => {
    const { earlier, exclude, complete, codeOf } = await twoProjects()
    await complete('a', { fingerprint: 'one' })
    await exclude([earlier.projectId])
    expect(await codeOf('b', { fingerprint: 'one' })).toBe(20)
    await exclude([])
    expect(await codeOf('c', { fingerprint: 'one' })).toBe(11)
  })

  test('looks at the latest of a shared address alone', async () => {
    const { earlier, exclude, complete, enter, codeOf } = await twoProjects()
    const at = Date.now() - DAY_MS
    await complete('first', { address: '203.0.113.9', atMs: at })
    await exclude([earlier.projectId])
    for (let number = 1; number < LATEST_OF_A_MARK; number++)
      await enter(earlier, `n${number}`, { address: '203.0.113.9', atMs: at + number })
    expect([await codeOf('a', { address: '203.0.113.9' }), await codeOf('b', { address: '203.0.113.9' })]).toEqual([
      20, 11,
    ])
  })
})

describe('a source that excludes all entrants of a project', () => {
  test('refuses them, in the same batch too', async () => {
    const { accountId, earlier, later, exclude, enter, codeOf } = await twoProjects()
    await exclude([earlier.projectId], 'entrants')
    await enter(earlier, 'a', { fingerprint: 'one' })
    expect(await codeOf('a', { fingerprint: 'one' })).toBe(20)
    const outcomes = await ledgers[0]!.write(accountId, [
      entry(earlier.sourceId, 'r', { supplierId: earlier.supplierId, address: '203.0.113.7' }),
      entry(later.sourceId, 'r', { supplierId: earlier.supplierId }),
      entry(later.sourceId, 's', { supplierId: later.supplierId, address: '203.0.113.7' }),
      entry(later.sourceId, 't', { supplierId: later.supplierId, address: '203.0.113.8' }),
    ])
    expect(outcomes.map(outcome => sent(outcome).code)).toEqual([11, 20, 20, 11])
  })
})

describe('an excluded supplier', () => {
  test('is refused with 21, of a project or of all of them, and each version of the judging settings is stored', async () => {
    const { accountId, later, earlier, change, codeOf, explain, database } = await twoProjects()
    await change('insert into supplier_exclusion values ($1, $2, $3, 1)', [
      accountId,
      later.supplierId,
      [later.projectId],
    ])
    expect([await codeOf('a'), await codeOf('b', { supplierId: earlier.supplierId })]).toEqual([21, 11])
    await change('insert into account_exclusion values ($1, $2, 1)', [accountId, [earlier.supplierId]])
    expect([await codeOf('c'), await codeOf('d', { supplierId: earlier.supplierId })]).toEqual([21, 21])
    const told = async (rid: string) => (await explain(rid))?.verdicts.map(({ rule, value }) => [rule, value])
    expect([await told('a'), await told('d')]).toEqual([
      [['excluded_supplier', `project ${later.projectId}`]],
      [['excluded_supplier', 'every project']],
    ])
    await change('update account_exclusion set supplier_ids = $2 where account_id = $1', [accountId, []])
    expect(await codeOf('e', { supplierId: earlier.supplierId })).toBe(11)
    const { rows } = await change(
      `select scope_id, config -> 'excluded' as excluded from door_config where account_id = $1 and scope = 4 order by version`,
      [accountId],
    )
    expect(rows.slice(-3)).toEqual([
      { scope_id: later.supplierId, excluded: { everywhere: false, project_ids: [later.projectId] } },
      { scope_id: earlier.supplierId, excluded: { everywhere: true, project_ids: [] } },
      { scope_id: earlier.supplierId, excluded: null },
    ])
    expect(await verifyLedger(database)).toEqual([])
  })
})

test('each edit of an exclusion judges the very next respondent, on either of two platforms', async () => {
  const { earlier, exclude, complete, codeOf } = await twoProjects()
  await complete('a', { fingerprint: 'one' })
  const codes: number[] = []
  for (let number = 1; number <= 10; number++) {
    await exclude(number % 2 === 0 ? [] : [earlier.projectId])
    for (const ledger of ledgers)
      codes.push(await codeOf(`r${number} ${ledgers.indexOf(ledger)}`, { fingerprint: 'one' }, ledger))
  }
  expect(codes).toEqual([20, 20, 11, 11, 20, 20, 11, 11, 20, 20, 11, 11, 20, 20, 11, 11, 20, 20, 11, 11])
})
