import { callerOf } from '#testing/caller'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLedger } from '#ledger/batches/ledger'
import { foldSums } from '#ledger/sums/fold-sums.store'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker, type Study } from '#testing/study'
import { takeForm } from '../reconciliation/make-request.ts'
import { findWindow } from '../reconciliation/requests.store.ts'
import { storeRequest } from '../reconciliation/store-request.ts'
import { makeRespondents, type MadeRespondent } from '../reconciliation/testing/respondents.ts'
import { readReversals } from './read-reversals.ts'
import { readTriangle, TRIANGLE_MONTHS, type CompletedMonth } from './triangle.store.ts'

const fresh = useDatabase()
const ZONE = 'America/New_York'
const REJECTED = 930
const ACCEPTED = 11
/** The last moment of a month in the account's zone is the next month in UTC. */
const LATE = '01T03:30:00Z'

interface Account {
  readonly study: Study
  readonly complete: (at: string, count: number, inboundCode?: string) => Promise<readonly MadeRespondent[]>
  readonly reconcile: (at: string, form: object) => Promise<number>
  readonly reject: (at: string, some: readonly MadeRespondent[]) => Promise<number>
  readonly fold: () => Promise<unknown>
}

async function account(): Promise<Account> {
  const { database } = fresh()
  const make = new StudyMaker(database)
  const study = await make.study({})
  const { userId } = await make.user({ accountId: study.accountId })
  const { accountId, projectId, sourceIds, supplierId } = study
  const place = { accountId, sourceId: sourceIds[0] ?? 0, supplierId }
  let named = 0
  const reconcile = async (at: string, form: object): Promise<number> => {
    const actor = { ...callerOf({ accountId, userId }), at: new Date(at) }
    const made = await database.asAccount(accountId, tx => takeForm(tx, actor, { pm_proj_ud: projectId, ...form }))
    if (made.kind !== 'done') throw new Error(`The preview is ${JSON.stringify(made)}`)
    const { request, digest } = made.answer
    const ledger = createLedger(database, { nowMs: () => Date.parse(at) })
    const wanted = { reconciliation_ud: request.reconciliation_ud, digest, project_number: 'AC-1' }
    const stored = await ledger.reconcile(accountId, (tx, adjust) => storeRequest(tx, actor, wanted, adjust))
    if (stored.kind !== 'done') throw new Error(`The request is ${JSON.stringify(stored)}`)
    return request.reconciliation_ud
  }
  return {
    study,
    complete: (at, count, inboundCode = '1000') =>
      makeRespondents(
        database,
        place,
        Array.from({ length: count }, () => `r${named++}`),
        { endedAtMs: Date.parse(at), inboundCode },
      ),
    reconcile,
    reject: (at, some) => reconcile(at, { rduds: some.map(({ rdud }) => rdud), reason_code: REJECTED }),
    fold: () => database.asSystem(tx => foldSums(tx, { sources: 100, lines: 10_000 })),
  }
}

const monthOf = (at: Date): number => {
  const [year = 0, month = 0] = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, year: 'numeric', month: '2-digit' })
    .format(at)
    .split('-')
    .map(Number)
  return year * 12 + month
}

interface Line {
  readonly at: Date
  readonly rdud: string
  readonly from: number | null
  readonly to: number
  readonly sellCents: number
  readonly supplyCents: number
}
const IN_SURVEY = 11
const isComplete = (code: number | null): boolean => code === 30 || code === 51

/** The sell price of completes made and rejected, by month and age, from the lines of the ledger alone. */
async function recount(accountId: number): Promise<Readonly<Record<string, number>>> {
  const { rows } = await fresh().database.readAsAccount(accountId, tx =>
    sql<Line>`
      select at, rdud::text, from_code::int as from, to_code::int as to, coalesce(sell_price_cents, 0) as "sellCents", coalesce(cpi_cents, 0) as "supplyCents"
      from respondent_event where account_id = ${accountId} and changed and not is_test order by position`.execute(tx),
  )
  const sums: Record<string, number> = {}
  const madeBy = new Map<string, Line>()
  const returnedAt = new Map<string, Date>()
  for (const line of rows) {
    if (line.from === IN_SURVEY) returnedAt.set(line.rdud, line.at)
    if (isComplete(line.from) === isComplete(line.to)) continue
    const made = madeBy.get(line.rdud) ?? line
    if (isComplete(line.to)) madeBy.set(line.rdud, made)
    const isRejection = line.from === 50 || line.to === 50
    // one whom the client accepts was a complete when they came back (settlement.md §2)
    const month = monthOf(returnedAt.get(line.rdud) ?? made.at)
    const key = isRejection ? `${month} rejected ${monthOf(line.at) - month}` : `${month} made`
    const sign = isComplete(line.to) === isRejection ? -1 : 1
    sums[`${key} sell`] = (sums[`${key} sell`] ?? 0) + sign * made.sellCents
    sums[`${key} supply`] = (sums[`${key} supply`] ?? 0) + sign * made.supplyCents
  }
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0))
}

const asSums = (triangle: readonly CompletedMonth[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    triangle
      .flatMap(({ month, made, rejectedByAge }) => [
        [`${month} made sell`, made.sellCents] as const,
        [`${month} made supply`, made.supplyCents] as const,
        ...rejectedByAge.flatMap(({ sellCents, supplyCents }, age) => [
          [`${month} rejected ${age} sell`, sellCents] as const,
          [`${month} rejected ${age} supply`, supplyCents] as const,
        ]),
      ])
      .filter(([, cents]) => cents !== 0),
  )

test('the triangle is a recount of the ledger: returns, rejections, undos and accepted ones, by months of the account’s zone (forecast.md §6)', async () => {
  const { study, complete, reconcile, reject, fold } = await account()
  const { accountId, projectId, supplierId } = study
  const july = await complete('2026-07-14T12:00:00Z', 6)
  // in New York it is still July
  await complete(`2026-08-${LATE}`, 2)
  const terms = await complete('2026-07-20T12:00:00Z', 2, '2000')
  const august = await complete('2026-08-10T12:00:00Z', 8)
  await reject('2026-07-30T12:00:00Z', july.slice(0, 1))
  await reject('2026-08-05T12:00:00Z', july.slice(1, 3))
  await reconcile('2026-08-06T12:00:00Z', { rduds: terms.map(({ rdud }) => rdud), reason_code: ACCEPTED })
  const undone = await reject('2026-08-15T12:00:00Z', august.slice(0, 2))
  await reconcile('2026-08-16T12:00:00Z', { undo_of: undone })
  await reject('2026-09-03T12:00:00Z', august.slice(3, 6))
  await fold()
  const time = { now: new Date('2026-09-20T12:00:00Z'), months: TRIANGLE_MONTHS }
  const read = (scope: object) =>
    fresh().database.readAsAccount(accountId, async tx =>
      readTriangle(tx, accountId, scope, { ...time, window: await findWindow(tx, accountId) }),
    )
  const books = await recount(accountId)
  expect(Object.keys(books).length).toBeGreaterThanOrEqual(10)
  expect(asSums(await read({}))).toEqual(books)
  expect(asSums(await read({ projectId }))).toEqual(books)
  expect(asSums(await read({ supplierId }))).toEqual(books)
  expect(await read({ projectId: projectId + 1 })).toEqual([])
})

test('only completes whose window is open are still rejected, and rejections so far are subtracted (forecast.md §6)', async () => {
  const { study, complete, reject, fold } = await account()
  const { accountId, projectId } = study
  for (const month of ['06', '07', '08']) {
    const made = await complete(`2026-${month}-10T12:00:00Z`, 10)
    await reject(`2026-${String(Number(month) + 1).padStart(2, '0')}-04T12:00:00Z`, made.slice(0, 2))
  }
  const september = await complete('2026-09-10T12:00:00Z', 20)
  await fold()
  const at = (now: string, month?: string) =>
    fresh().database.readAsAccount(accountId, tx => readReversals(tx, accountId, { projectId }, month, new Date(now)))
  const open = await at('2026-10-03T12:00:00Z')
  const { revenue_cents: left } = open.open
  expect([open.months, open.open.completes, open.record]).toEqual([4, 20, { months: 1, within: 1 }])
  expect(open.to_come?.revenue.expected_cents).toBe(left / 5)
  const { revenue, expense, margin } = open.to_come ?? {}
  expect((revenue?.expected_cents ?? 0) - (expense?.expected_cents ?? 0)).toBe(margin?.expected_cents)
  await reject('2026-10-04T12:00:00Z', september.slice(0, 3))
  // a fifth of 20 is four: three were rejected
  expect((await at('2026-10-05T12:00:00Z')).to_come?.revenue.expected_cents).toBe(left / 20)
  expect((await at('2026-10-05T12:00:00Z', '2026-09')).open.completes).toBe(17)
  expect((await at('2026-10-05T12:00:00Z', '2026-10')).open.completes).toBe(0)
  // the window of September is over
  const closed = await at('2026-10-28T12:00:00Z')
  expect([closed.open.completes, closed.to_come?.revenue]).toEqual([
    0,
    { p10_cents: 0, expected_cents: 0, p90_cents: 0 },
  ])
})
