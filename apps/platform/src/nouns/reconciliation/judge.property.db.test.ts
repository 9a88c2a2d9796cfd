import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Tx } from '#kernel/db/tx'
import { callerOf } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker, type Study } from '#testing/study'
import { judgeLines } from './judge.store.ts'
import { insertSuggestions, setLineChoices } from './line-choices.store.ts'
import { insertLines, insertRest } from './lines.store.ts'
import { requestBy } from './make-request.ts'
import { NOTHING_BETWEEN } from './progress.ts'
import { requireRequest } from './read-preview.ts'
import { findWindow, insertRequest, setUnticked } from './requests.store.ts'
import { effectsOnSources, findSums, sumByReason } from './sums.store.ts'
import { makeRespondents, type MadeRespondent } from './testing/respondents.ts'
import { deadlineOf, knownMonths } from './window-sql.ts'

const fresh = useDatabase()
let study: Study
let userId: number
let pool: readonly MadeRespondent[]
beforeAll(async () => {
  const { database } = fresh()
  const make = new StudyMaker(database)
  study = await make.study({})
  userId = (await make.user({ accountId: study.accountId, roleId: 1 })).userId
  const other = await make.study({ accountId: study.accountId })
  const at = (of: Study) => ({ accountId: of.accountId, sourceId: of.sourceIds[0] ?? 0, supplierId: of.supplierId })
  pool = [
    ...(await makeRespondents(database, at(study), ['c-1', 'c-2', 'c-3', 'c-4'])),
    ...(await makeRespondents(database, at(study), ['t-1', 't-2'], { inboundCode: '2000' })),
    ...(await makeRespondents(database, at(study), ['inflight'], { inboundCode: null })),
    ...(await makeRespondents(database, at(study), ['tested'], { isTest: true })),
    ...(await makeRespondents(database, at(other), ['elsewhere'])),
  ]
})

/** By what a line names a respondent of the pool. */
type By = 'rdud' | 'rid' | 'suggestion' | 'nobody'

/** A line, and what the request's owner did with it. */
const line = fc.record({
  names: fc.oneof(
    { weight: 6, arbitrary: fc.record({ by: fc.constantFrom<By[]>('rdud', 'rid'), pick: fc.nat({ max: 8 }) }) },
    { weight: 2, arbitrary: fc.record({ by: fc.constant<By>('suggestion'), pick: fc.nat({ max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ by: fc.constant<By>('nobody'), pick: fc.nat({ max: 0 }) }) },
  ),
  reasonCode: fc.constantFrom(null, 11, 26, 930, 999),
  isBadReason: fc.constantFrom(false, false, false, true),
  isUnticked: fc.constantFrom(false, false, true),
  isConfirmed: fc.boolean(),
  /** Empty lines before it. */
  gap: fc.constantFrom(0, 0, 0, 5),
})
const list = fc.record({
  mode: fc.constantFrom('REJECT_LIST' as const, 'ACCEPT_LIST' as const),
  lines: fc.array(line, { minLength: 1, maxLength: 14 }),
  untickedReasons: fc.constantFrom([], [930]),
})
type List = typeof list extends fc.Arbitrary<infer Value> ? Value : never

/** Rolls back a trial. */
class Tried extends Error {}

/** Keeps a list as a request. */
async function keep(tx: Tx, at: Date, { mode, lines, untickedReasons }: List, linesAPortion: number): Promise<number> {
  const { accountId, projectId } = study
  const actor = { ...callerOf({ accountId, userId }), at }
  const id = await insertRequest(tx, accountId, { ...requestBy(actor, projectId, { mode }), kind: 'text' })
  let last = 0
  const sent = lines.map(({ names: { by, pick }, reasonCode, isBadReason, isUnticked, isConfirmed, gap }) => {
    const named = pool[pick]
    last += 1 + gap
    return {
      line: last,
      rawText: by === 'rdud' ? (named?.rdud ?? '') : by === 'rid' ? (named?.rid ?? '') : `nobody-${last}`,
      reasonCode: isBadReason ? null : reasonCode,
      isBadReason,
      comment: '',
      suggested: by === 'suggestion' ? named?.hex : undefined,
      isUnticked,
      isConfirmed,
    }
  })
  await insertLines(tx, accountId, id, sent, 'sent', NOTHING_BETWEEN, linesAPortion)
  await insertSuggestions(
    tx,
    accountId,
    id,
    sent.flatMap(({ line: place, suggested: rdud }) =>
      rdud === undefined ? [] : [{ line: place, rdud, by: 'suggestion' as const }],
    ),
  )
  if (mode === 'ACCEPT_LIST')
    await insertRest(tx, accountId, id, projectId, await findWindow(tx, accountId), at, linesAPortion)
  await setUnticked(tx, accountId, id, untickedReasons, [])
  const chosen = (what: 'isUnticked' | 'isConfirmed') => sent.filter(one => one[what]).map(one => one.line)
  await setLineChoices(tx, accountId, id, chosen('isUnticked'), chosen('isConfirmed'))
  return id
}

/** A judged request: its rows, and its stored fields. */
async function judgedAs(tx: Tx, id: number): Promise<object> {
  const { rows } = await sql<object>`
    select to_jsonb(w) - 'reconciliation_id' as row from reconciliation_row w where account_id = ${study.accountId} and reconciliation_id = ${id} order by line`.execute(
    tx,
  )
  const { id: _id, number: _number, ...request } = await requireRequest(tx, study.accountId, id)
  const sums = await findSums(tx, study.accountId, id)
  return { rows, request, sums: sumByReason(sums), sources: await effectsOnSources(tx, study.accountId, sums) }
}

test('a list comes to the same rows, sums and digest in whatever portions it is judged (settlement.md §1)', async () => {
  const { accountId } = study
  await fc.assert(
    fc.asyncProperty(list, fc.integer({ min: 1, max: 5 }), async (sent, linesAPortion) => {
      const tried = fresh().database.asAccount(accountId, async tx => {
        const at = new Date()
        const window = await findWindow(tx, accountId)
        const judged = async (linesAPortion: number) => {
          const id = await keep(tx, at, sent, linesAPortion)
          await judgeLines(tx, accountId, await requireRequest(tx, accountId, id), window, at)
          return judgedAs(tx, id)
        }
        const whole = await judged(1_000)
        expect(await judged(linesAPortion)).toEqual(whole)
        throw new Tried()
      })
      await expect(tried).rejects.toBeInstanceOf(Tried)
    }),
    { numRuns: 40 },
  )
}, 60_000)

const lineOf = (by: By, pick: number, more: object = {}): List['lines'][number] => ({
  names: { by, pick },
  reasonCode: null,
  isBadReason: false,
  isUnticked: false,
  isConfirmed: false,
  gap: 0,
  ...more,
})

test('of the lines of one respondent the first with a known reason counts, and the rest of an ACCEPT_LIST gives way to a line, or waits with a suggestion, across portions (settlement.md §1)', async () => {
  const { accountId } = study
  const lines = [
    lineOf('rid', 0),
    lineOf('rdud', 4),
    lineOf('suggestion', 1),
    lineOf('suggestion', 2, { isConfirmed: true }),
    lineOf('rdud', 0),
    lineOf('rdud', 2),
    lineOf('nobody', 0),
    lineOf('rid', 0, { isBadReason: true }),
  ]
  const outcomes = async (mode: List['mode']) => {
    let seen: readonly (readonly [lineOrRid: number | string, outcome: string])[] = []
    const tried = fresh().database.asAccount(accountId, async tx => {
      const at = new Date()
      const id = await keep(tx, at, { mode, lines, untickedReasons: [] }, 3)
      const request = await requireRequest(tx, accountId, id)
      await judgeLines(tx, accountId, request, await findWindow(tx, accountId), at)
      const { rows } = await sql<{ line: number; rid: string; is_rest: boolean; outcome: string }>`
        select line, rid, is_rest, outcome from reconciliation_row where account_id = ${accountId} and reconciliation_id = ${id}
        order by is_rest, case when is_rest then rid end, line`.execute(tx)
      seen = rows.map(row => [row.is_rest ? row.rid : row.line, row.outcome])
      throw new Tried()
    })
    await expect(tried).rejects.toBeInstanceOf(Tried)
    return seen
  }
  expect(await outcomes('ACCEPT_LIST')).toEqual([
    [1, 'already_in_state'],
    [2, 'applied_accept'],
    [3, 'needs_confirmation'],
    [4, 'already_in_state'],
    [5, 'duplicate_in_file'],
    [6, 'duplicate_in_file'],
    [7, 'unknown_id'],
    [8, 'bad_reason'],
    // of the four completes the second is suggested, the fourth is named by no line
    ['c-2', 'needs_confirmation'],
    ['c-4', 'applied_reject'],
  ])
  expect(await outcomes('REJECT_LIST')).toEqual([
    [1, 'applied_reject'],
    [2, 'not_eligible_status'],
    [3, 'needs_confirmation'],
    [4, 'applied_reject'],
    [5, 'duplicate_in_file'],
    [6, 'duplicate_in_file'],
    [7, 'unknown_id'],
    [8, 'bad_reason'],
  ])
})

/** Zones whose clocks are set back or forward at midnight, also on the first of a month. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/Havana',
  'America/Asuncion',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Africa/Cairo',
]

test('a deadline that is worked out once a month is that of each moment, in any zone (settlement.md §1)', async () => {
  const from = Date.UTC(2020, 0, 1)
  const hours = (years: number) => years * 366 * 24
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 1, max: 28 }),
      fc.nat({ max: hours(8) }),
      async (zone, day, hour) => {
        const at = new Date(from + hour * 3_600_000)
        const window = { zone, day }
        const { rows } = await fresh().database.readAsSystem(tx =>
          sql<{ known: number; others: number }>`
            select count(*)::int as known, count(*) filter (where k.deadline_at is distinct from ${deadlineOf(window, sql`m`)})::int as others
            from generate_series(${at}::timestamptz - interval '70 days', ${at}::timestamptz + interval '40 days', interval '29 minutes') m
            join ${knownMonths(window, at)} k on m >= k.since and m < k.until`.execute(tx),
        )
        expect(rows[0]?.others).toBe(0)
        expect(rows[0]?.known).toBeGreaterThan(2_000)
      },
    ),
    { numRuns: 40 },
  )
}, 60_000)
