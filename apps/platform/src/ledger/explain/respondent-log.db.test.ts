import { expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { createLedger } from '../batches/ledger.ts'
import { back, entry, sent } from '../testing/operations.ts'
import { makeStudy } from '../testing/study.ts'
import { listRespondents, lookUpRespondents, type LogFilters, type LogPlace } from './respondent-log.store.ts'

const fresh = useDatabase()
const noon = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000

async function traffic() {
  const { database } = fresh()
  const study = await database.asSystem(tx =>
    makeStudy(tx, { defender: [{ rule: 'country' }], country: 'US', sources: [{}, {}] }),
  )
  const ledger = createLedger(database)
  const entries = await ledger.write(
    study.accountId,
    ['r1', 'r2', 'r3', 'r4'].map((rid, at) =>
      entry(study.sourceId, rid, { atMs: noon + at * MINUTE_MS, country: rid === 'r2' ? 'ZZ' : 'US' }),
    ),
  )
  const [first, , third] = entries.map(sent)
  if (!first || !third) throw new Error('No entry')
  await ledger.write(study.accountId, [back(first.hex, '1000', { atMs: noon + 10 * MINUTE_MS })])
  await ledger.write(study.accountId, [back(third.hex, '2000', { atMs: noon + 11 * MINUTE_MS })])
  // a second answer changes no state
  await ledger.write(study.accountId, [back(first.hex, '2000', { atMs: noon + 12 * MINUTE_MS })])
  const place: LogPlace = { scope: 'source', id: study.sourceId }
  const list = async (asked: LogFilters, of = place, searchedMax?: number) => {
    const { accountId } = study
    const found = await database.readAsAccount(accountId, tx => listRespondents(tx, accountId, of, asked, searchedMax))
    if (found === undefined) throw new Error('No such place')
    return found
  }
  return { study, place, ledger, list }
}

test('each respondent of a source is listed once, by the last change of their state, with its rule and the supplier (day.md §3)', async () => {
  const { list } = await traffic()
  const { respondents, next } = await list({ limit: 10 })
  expect(respondents.map(({ rid, code, at, rule, supplier }) => [rid, code, at, rule, supplier])).toEqual([
    ['r3', 31, new Date(noon + 11 * MINUTE_MS).toISOString(), null, 'Panel'],
    ['r1', 30, new Date(noon + 10 * MINUTE_MS).toISOString(), null, 'Panel'],
    ['r4', 11, new Date(noon + 3 * MINUTE_MS).toISOString(), null, 'Panel'],
    ['r2', 20, new Date(noon + MINUTE_MS).toISOString(), 'country', 'Panel'],
  ])
  expect(next).toBeNull()
})

test('a page goes on where the one before ended, and a state or a time leaves others out (day.md §3)', async () => {
  const { list } = await traffic()
  const rids = async (asked: LogFilters) => (await list(asked)).respondents.map(({ rid }) => rid)
  const first = await list({ limit: 3 })
  expect(first.respondents.map(({ rid }) => rid)).toEqual(['r3', 'r1', 'r4'])
  expect(await rids({ limit: 3, before: first.next ?? 0 })).toEqual(['r2'])
  expect(await rids({ limit: 10, code: 20 })).toEqual(['r2'])
  // r1 has entered the survey before
  expect(await rids({ limit: 10, code: 11 })).toEqual(['r4'])
  expect(await rids({ limit: 10, from: new Date(noon + 10 * MINUTE_MS).toISOString() })).toEqual(['r3', 'r1'])
})

test('a rule or a supplier leaves others out (day.md §3)', async () => {
  const { list } = await traffic()
  const rids = async (asked: Omit<LogFilters, 'limit'>) =>
    (await list({ limit: 10, ...asked })).respondents.map(({ rid }) => rid)
  expect(await rids({ rule: 'country' })).toEqual(['r2'])
  expect(await rids({ supplier: 'Panel' })).toEqual(['r3', 'r1', 'r4', 'r2'])
  expect(await rids({ supplier: 'Another panel' })).toEqual([])
})

/** The same traffic, and an hour later that of the survey’s second source. */
async function twoSources() {
  const { study, ledger, list } = await traffic()
  const second = study.sourceIds[1] ?? 0
  await ledger.write(
    study.accountId,
    ['s1', 's2', 's3'].map((rid, at) => entry(second, rid, { atMs: noon + (60 + at) * MINUTE_MS })),
  )
  return { study, second, list }
}

test('a survey and a project list the respondents of all their sources, with the source of each (day.md §3)', async () => {
  const { study, second, list } = await twoSources()
  for (const place of [
    { scope: 'survey', id: study.surveyId },
    { scope: 'project', id: study.projectId },
  ] as const) {
    const { respondents, next } = await list({ limit: 10 }, place)
    expect(respondents.map(({ rid, stmid }) => [rid, stmid])).toEqual([
      ...['s3', 's2', 's1'].map(rid => [rid, second]),
      ...['r3', 'r1', 'r4', 'r2'].map(rid => [rid, study.sourceId]),
    ])
    expect(next).toBeNull()
  }
})

test.each([1, 2, 3, 100])(
  'pages of a survey list each respondent once when %i lines of each source are searched (day.md §3)',
  async searchedMax => {
    const { study, list } = await twoSources()
    const pages: string[] = []
    let before: number | null = Number.MAX_SAFE_INTEGER
    while (before !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(
        { limit: 2, before },
        { scope: 'survey', id: study.surveyId },
        searchedMax,
      )
      pages.push(...page.respondents.map(({ rid }) => rid))
      before = page.next
    }
    expect(pages).toEqual(['s3', 's2', 's1', 'r3', 'r1', 'r4', 'r2'])
  },
)

test('ids are looked up in their order, by RDUD or rid, in one place; unknown ones are named (day.md §3)', async () => {
  const { study, list, place } = await traffic()
  const { database } = fresh()
  const { respondents } = await list({ limit: 1 })
  const rdud = respondents[0]?.rdud ?? ''
  const lookUp = (of: LogPlace, ids: readonly string[]) =>
    database.readAsAccount(study.accountId, tx => lookUpRespondents(tx, study.accountId, of, ids))
  const found = await lookUp(place, ['r2', 'r9', rdud, 'R2', 'r1', 'r2'])
  expect(found?.respondents.map(({ rid, code }) => [rid, code])).toEqual([
    ['r2', 20],
    ['r3', 31],
    ['r1', 30],
  ])
  expect(found?.unknown).toEqual(['r9', 'R2'])
  expect(await lookUp({ scope: 'source', id: 999_999 }, ['r2'])).toBeUndefined()
})

test('pages of a project list each respondent once where one of many sources has most of them (day.md §3)', async () => {
  const { database } = fresh()
  const study = await database.asSystem(tx => makeStudy(tx, { sources: Array.from({ length: 12 }, () => ({})) }))
  const [busy = 0, ...quiet] = study.sourceIds
  const rids = Array.from({ length: 25 }, (_, at) => `busy-${at}`)
  const lone = quiet.map(id => `quiet-${id}`)
  await createLedger(database).write(study.accountId, [
    ...quiet.map((id, at) => entry(id, lone[at] ?? '', { atMs: noon + at })),
    ...rids.map((rid, at) => entry(busy, rid, { atMs: noon + MINUTE_MS + at })),
  ])
  const pages: string[][] = []
  let before: number | null = Number.MAX_SAFE_INTEGER
  while (before !== null) {
    const asked: LogFilters = { limit: 10, before }
    const page: Awaited<ReturnType<typeof listRespondents>> = await database.readAsAccount(study.accountId, tx =>
      listRespondents(tx, study.accountId, { scope: 'project', id: study.projectId }, asked),
    )
    pages.push(page?.respondents.map(({ rid }) => rid) ?? [])
    before = page?.next ?? null
  }
  expect(pages.map(page => page.length)).toEqual([10, 10, 10, 6])
  expect(pages.flat()).toEqual([...rids.toReversed(), ...lone.toReversed()])
})
