import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sweepSums } from '#ledger/sweeps/sweeps'
import { callerOf } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import type { ChangedStatement } from './changed-lines.ts'
import { closePeriod } from './close-period.ts'
import { readStatementChange } from './statement-changes.ts'
import { statementKey } from './statement-keys.ts'

const fresh = useDatabase()
const KEY = statementKey('the desk of the tests')
const at = new Date(Date.UTC(2026, 10, 20, 12))
const hour = (day: number, hours: number) => Date.UTC(2026, 9, day, hours)

let accountId: number
let userId: number
let project: { projectId: number; sourceId: number; supplierId: number }
let other: { projectId: number; sourceId: number; supplierId: number }
let northId: number

const complete = (place: { sourceId: number; supplierId: number }, rid: string, endedAtMs: number) =>
  makeRespondents(fresh().database, { accountId, sourceId: place.sourceId, supplierId: place.supplierId }, [rid], {
    endedAtMs,
  })
const close = () =>
  fresh().database.asAccount(accountId, tx =>
    closePeriod(tx, { ...callerOf({ accountId, userId }), at }, '2026-10', KEY),
  )
const asOwner = (query: ReturnType<typeof sql>) => fresh().database.asSystem(tx => query.execute(tx))

/** A statement's amounts at both moments, its parts as projects and lines, and how many lines are shown. */
async function told(of: ChangedStatement, fromMs: number, toMs = Date.UTC(2026, 11, 1)) {
  const span = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
  const found = await fresh().database.readAsAccount(accountId, tx =>
    readStatementChange(tx, { accountId, view: 'internal' }, of, span, at),
  )
  return found === undefined
    ? undefined
    : {
        before: found.before.completes,
        after: found.after.completes,
        parts: found.parts
          .map(part => [part.kind, part.pm_proj_ud, part.lines] as const)
          .toSorted(([, one], [, two]) => one - two),
        shown: found.newest.length,
      }
}

beforeEach(async () => {
  const make = new StudyMaker(fresh().database)
  accountId = await make.account({ invoicesByBusinessUnit: true })
  const one = await make.study({ accountId })
  const two = await make.study({ accountId })
  userId = one.userId
  project = { ...one, sourceId: one.sourceIds[0] ?? 0 }
  other = { ...two, sourceId: two.sourceIds[0] ?? 0 }
  northId = await make.businessUnit({ accountId, name: 'North' })
  await asOwner(
    sql`update project set business_unit_id = ${northId} where account_id = ${accountId} and project_id = ${project.projectId}`,
  )
})

describe('why completes of a month changed, by sums of the ledger (settlement.md §4)', () => {
  test.each([
    ['before the sweep has summed a line', []],
    ['when some lines are summed', [2]],
    ['when all lines are summed', [5]],
  ])('the same holds for suppliers and months %s', async (_, sweeps) => {
    const made = [
      () => complete(project, 'a', hour(10, 8)),
      () => complete({ ...project, supplierId: other.supplierId }, 'b', hour(12, 8) + 60_000),
      () => complete(project, 'c', hour(12, 8) + 120_000),
      () => complete(other, 'd', hour(14, 8)),
      () => complete(project, 'e', hour(20, 8)),
    ]
    for (const [no, make] of made.entries()) {
      await make()
      if (sweeps.some(sweep => sweep === no + 1)) await sweepSums({ database: fresh().database })
    }
    const spanMs = [hour(12, 8) + 90_000, hour(16, 0)] as const
    const { projectId } = project
    expect(await told({ scope: 'supplier', month: '2026-10', scopeId: project.supplierId }, ...spanMs)).toEqual({
      before: 1,
      after: 2,
      parts: [['complete', projectId, 1]],
      shown: 1,
    })
    expect(await told({ scope: 'supplier', month: '2026-10', scopeId: other.supplierId }, ...spanMs)).toEqual({
      before: 1,
      after: 2,
      parts: [['complete', other.projectId, 1]],
      shown: 1,
    })
    expect(await told({ scope: 'supplier', month: '2026-10', scopeId: null }, ...spanMs)).toEqual({
      before: 2,
      after: 4,
      parts: [
        ['complete', projectId, 1],
        ['complete', other.projectId, 1],
      ],
      shown: 2,
    })
  })

  test('a closed statement of a business unit has the projects that it had when it closed', async () => {
    await complete(project, 'a', hour(10, 8))
    await complete(other, 'b', hour(12, 8))
    await complete(project, 'c', hour(14, 8))
    await sweepSums({ database: fresh().database })
    const north = { scope: 'business_unit', month: '2026-10', scopeId: northId } as const
    const open = await told(north, hour(12, 0))
    expect(open).toEqual({ before: 1, after: 2, parts: [['complete', project.projectId, 1]], shown: 1 })
    await close()
    await asOwner(
      sql`update project set business_unit_id = case project_id when ${other.projectId} then ${northId}::int end where account_id = ${accountId}`,
    )
    expect(await told(north, hour(12, 0))).toEqual(open)
    expect(await told({ ...north, scopeId: 0 }, hour(11, 0))).toEqual({
      before: 0,
      after: 1,
      parts: [['complete', other.projectId, 1]],
      shown: 1,
    })
  })

  test('a complete that comes after its month closed is in the next month’s statement alone', async () => {
    await complete(project, 'a', hour(10, 8))
    await close()
    await complete(project, 'late', hour(12, 8))
    await sweepSums({ database: fresh().database })
    const of = { scope: 'supplier', scopeId: project.supplierId } as const
    const { projectId } = project
    expect(await told({ ...of, month: '2026-10' }, hour(1, 8))).toEqual({
      before: 0,
      after: 1,
      parts: [['complete', projectId, 1]],
      shown: 1,
    })
    expect(await told({ ...of, month: '2026-11' }, hour(1, 8))).toEqual({
      before: 0,
      after: 0,
      parts: [['adjustment', projectId, 1]],
      shown: 1,
    })
  })

  test('what closed with one month stays with it when the account’s zone puts it into another', async () => {
    await complete(project, 'a', hour(10, 8))
    await complete(project, 'of October in New York', Date.UTC(2026, 10, 1, 2))
    await complete(project, 'of November', Date.UTC(2026, 10, 3, 2))
    await sweepSums({ database: fresh().database })
    await close()
    await asOwner(
      sql`update account set time_zone_code = (select code from time_zone where iana_name in ('UTC', 'Etc/UTC', 'Europe/London') order by 1 limit 1) where account_id = ${accountId}`,
    )
    const of = { scope: 'supplier', scopeId: project.supplierId } as const
    const parts = [['complete', project.projectId, 1]]
    expect(await told({ ...of, month: '2026-11' }, hour(1, 8))).toEqual({ before: 0, after: 1, parts, shown: 1 })
    expect(await told({ ...of, month: '2026-10' }, hour(20, 8))).toEqual({ before: 1, after: 2, parts, shown: 1 })
  })
})
