import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { GiveWay } from '#ledger/batches/right-of-way'
import { AROUND_CHARACTERS, identify } from '#ledger/sent-lists/identify'
import { damagedNumber, isDamagedFrom } from './damaged-id.ts'
import { insertSuggestions, type Suggestion } from './line-choices.store.ts'
import type { NamedLines } from './several-ids.store.ts'
import { linesOf, type LinePortion } from './line-portions.ts'
import type { AccountWindow } from './requests.store.ts'
import { suggestionKeys } from './suggestion-keys.ts'
import { openWindow } from './window-sql.ts'

/** So many unknown ids of a request are compared with similar ones; a list that misses more is not one of damaged ids. */
export const SUGGESTED_LINES_MAX = 500
/** Of the project's respondents whose window is open, the latest so many are compared. */
const COMPARED_MAX = 300_000
const CANDIDATES_MAX = 20_000

interface UnknownLine {
  readonly line: number
  readonly rawText: string
  readonly key: string
}

interface Candidate {
  readonly line: number
  readonly rdud: string
  readonly distance: number
}

/** Respondents of the project whose window is open, the latest first. */
const latestRespondents = (
  accountId: number,
  projectId: number,
  window: AccountWindow,
  at: Date,
  states: RawBuilder<unknown> = sql`true`,
) => sql`
  respondents as materialized (
    select r.rdud, r.rid, r.code, replace(r.rdud::text, '-', '') as hex from respondent r
    where r.account_id = ${accountId} and r.rdud >= ${openWindow(window, at)} and r.project_id = ${projectId} and ${states}
    order by r.rdud desc limit ${COMPARED_MAX})`

const NO_SEVERAL = { contradictory: new Map(), furtherIds: new Map() } as const satisfies Omit<NamedLines, 'lines'>

/**
 * Finds respondents for the lines of a request without a match. One whose id differs by the signs around it or by
 * letter case is found for sure where it is the only one; where there are several, the user must say which. One that
 * is within two changed letters, or whose id a spreadsheet damaged, is suggested; and only where there is one such.
 * Trigram indexes do not work under row-level security, so pieces of the ids are compared instead, in one pass over
 * the project's respondents.
 * @param portions the portions with the lines to match
 * @param named what the ids of rows with several came to
 * @returns the lines that have a match now
 */
export async function suggestRespondents(
  tx: Tx,
  accountId: number,
  requestId: number,
  projectId: number,
  portions: readonly LinePortion[],
  window: AccountWindow,
  at: Date,
  giveWay: GiveWay,
  { contradictory, furtherIds }: Pick<NamedLines, 'contradictory' | 'furtherIds'> = NO_SEVERAL,
): Promise<readonly number[]> {
  const lines = await unknownLines(tx, accountId, requestId, portions, giveWay)
  const unmatched = lines
    .filter(({ line }) => !contradictory.has(line))
    .flatMap(unknown => [
      unknown,
      ...(furtherIds.get(unknown.line) ?? []).map(rawText => ({
        ...unknown,
        rawText,
        key: identify(rawText, accountId).key,
      })),
    ])
    .filter(({ key }) => key !== '')
  const asWritten = await findOtherwiseWritten(tx, accountId, projectId, unmatched, window, at)
  const written = new Map([
    ...asWritten,
    ...[...contradictory].map(([line, rduds]) => [line, { rduds, isSure: false }] as const),
  ])
  const asked = await restOfSeveral(tx, accountId, requestId, written)
  const unknown = unmatched.filter(({ line }) => !written.has(line)).slice(0, SUGGESTED_LINES_MAX)
  const similar = unknown.length === 0 ? [] : await findSimilar(tx, accountId, projectId, unknown, window, at)
  const found = [
    ...[...written].map(
      ([
        line,
        {
          rduds: [rdud],
          isSure,
        },
      ]) => ({ line, rdud, by: isSure ? ('rid' as const) : ('several' as const) }),
    ),
    ...asked,
    ...similar,
  ]
  await insertSuggestions(tx, accountId, requestId, found)
  return found.map(({ line }) => line)
}

/** Whom a line names by another writing of an id, the likeliest first. */
interface OtherwiseWritten {
  readonly rduds: readonly [string, ...string[]]
  /** There is only one. A text that is exactly an id, and was not matched, is that of several. */
  readonly isSure: boolean
}

/**
 * Whom lines name by another writing of a supplier's id, an id with something else around it, else one in another letter case or Unicode form. Ids that several sources of the
 * project have are among them.
 */
async function findOtherwiseWritten(
  tx: Tx,
  accountId: number,
  projectId: number,
  lines: readonly UnknownLine[],
  window: AccountWindow,
  at: Date,
): Promise<ReadonlyMap<number, OtherwiseWritten>> {
  if (lines.length === 0) return new Map()
  // whose state can be adjusted comes first, then who entered last
  const { rows } = await sql<OtherwiseWritten & { line: number }>`
    with ${latestRespondents(accountId, projectId, window, at)}, wanted as materialized (
      select k.*, lower(normalize(k.key)) as lower_key
      from unnest(${lines.map(({ line }) => line)}::int[], ${lines.map(({ rawText }) => rawText)}::text[], ${lines.map(({ key }) => key)}::text[]) as k (line, raw_text, key)
    ), written as materialized (
      select n.*, lower(normalize(n.bare)) as lower_bare from (select r.*, btrim(r.rid, ${AROUND_CHARACTERS}) as bare from respondents r) n
    ), alike as (
      select distinct k.line, r.rdud, r.code, case when r.rid = k.raw_text then 1 when r.bare = k.key then 2 else 3 end as step
      from wanted k join written r on r.lower_bare = k.lower_key
    )
    select line, array_agg(rdud order by code in (30, 51) desc, rdud desc) as rduds, count(*) = 1 and first_step > 1 as "isSure"
    from (select a.*, min(step) over (partition by line) as first_step from alike a) a
    where step = first_step group by line, first_step`.execute(tx)
  return new Map(rows.map(row => [row.line, row]))
}

/**
 * The completes that a list of accepted respondents would reject as its rest, though one of its lines may mean them:
 * each waits until a user has said so.
 */
async function restOfSeveral(
  tx: Tx,
  accountId: number,
  requestId: number,
  written: ReadonlyMap<number, OtherwiseWritten>,
): Promise<readonly Suggestion[]> {
  const others = [...written.values()].flatMap(({ rduds: [, ...others] }) => others)
  if (others.length === 0) return []
  const { rows } = await sql<{ line: number; rdud: string }>`
    select l.line, l.rdud from ${linesOf(accountId, requestId, sql`p.origin = 'rest'`)} l where l.rdud = any (${others}::uuid[])`.execute(
    tx,
  )
  return rows.map(row => ({ ...row, by: 'several' }))
}

/** Whom lines may mean: one that is within two changed letters, or one whose id a spreadsheet damaged. */
async function findSimilar(
  tx: Tx,
  accountId: number,
  projectId: number,
  unknown: readonly UnknownLine[],
  window: AccountWindow,
  at: Date,
): Promise<readonly Suggestion[]> {
  const suggested = new Map<number, Omit<Suggestion, 'line'>>()
  const respondents = latestRespondents(accountId, projectId, window, at, sql`r.code >= 30 and not r.is_test`)
  const damaged = unknown.filter(({ key }) => damagedNumber(key) !== null || /^\d+$/.test(key))
  if (damaged.length > 0) {
    const lengths = [...new Set(damaged.flatMap(({ key }) => damagedNumber(key)?.length ?? []))]
    const bare = [...new Set(damaged.map(({ key }) => key.replace(/^0+/, '')))]
    const { rows } = await sql<{ rdud: string; rid: string }>`
      with ${respondents} select rdud, rid from respondents
      where rid ~ '^\\d+$' and (length(rid) = any (${lengths}::int[]) or ltrim(rid, '0') = any (${bare}::text[])) limit ${CANDIDATES_MAX}`.execute(
      tx,
    )
    for (const { line, key } of damaged) {
      const number = damagedNumber(key)
      const like = rows.filter(
        ({ rid }) =>
          (number !== null && isDamagedFrom(number, rid)) ||
          (rid !== key && /^\d+$/.test(key) && rid.replace(/^0+/, '') === key.replace(/^0+/, '')),
      )
      const [only] = like
      if (only !== undefined && like.length === 1) suggested.set(line, { rdud: only.rdud, by: 'damaged' })
    }
  }
  const others = unknown.filter(({ line, key }) => !suggested.has(line) && damagedNumber(key) === null)
  // of an RDUD the digits behind the account's number count
  const texts = others.map(({ line, key }) => ({ line, text: key.toLowerCase().replace(/^[0-9a-z]{1,7}-/, ''), key }))
  const keys = texts.flatMap(({ line, text, key }) => [
    ...suggestionKeys(text)
      .map(piece => ({ line, of: 'hex', whole: text, ...piece }))
      .filter(({ length }) => length === 32),
    ...suggestionKeys(key).map(piece => ({ line, of: 'rid', whole: key, ...piece })),
  ])
  if (keys.length > 0) {
    const { rows } = await sql<Candidate>`
      with ${respondents}, pieces as (
        select r.rdud, i.of, i.id, length(i.id) as length, n.piece,
          substr(i.id, length(i.id) * n.piece / 3 + 1, length(i.id) * (n.piece + 1) / 3 - length(i.id) * n.piece / 3) as text
        from respondents r
        cross join lateral (values ('hex', r.hex), ('rid', r.rid)) as i (of, id)
        cross join generate_series(0, 2) as n (piece)
      ), wanted as materialized (
        select * from unnest(${keys.map(({ line }) => line)}::int[], ${keys.map(({ of }) => of)}::text[], ${keys.map(({ whole }) => whole)}::text[],
          ${keys.map(({ length }) => length)}::int[], ${keys.map(({ piece }) => piece)}::int[], ${keys.map(({ text }) => text)}::text[])
          as k (line, of, whole, length, piece, text)
      )
      select distinct k.line, p.rdud, levenshtein_less_equal(k.whole, p.id, 2) as distance
      from wanted k join pieces p on p.of = k.of and p.length = k.length and p.piece = k.piece and p.text = k.text
      where levenshtein_less_equal(k.whole, p.id, 2) <= 2
      limit ${CANDIDATES_MAX}`.execute(tx)
    for (const { line } of others) {
      const near = rows.filter(candidate => candidate.line === line)
      const least = Math.min(...near.map(({ distance }) => distance))
      const best = new Set(near.filter(({ distance }) => distance === least).map(({ rdud }) => rdud))
      const [only] = best
      if (only !== undefined && best.size === 1) suggested.set(line, { rdud: only, by: 'suggestion' })
    }
  }
  return [...suggested].map(([line, suggestion]) => ({ line, ...suggestion }))
}

/** The lines of portions without a sure match, as they were judged. */
async function unknownLines(
  tx: Tx,
  accountId: number,
  requestId: number,
  portions: readonly LinePortion[],
  giveWay: GiveWay,
): Promise<readonly UnknownLine[]> {
  const unknown: UnknownLine[] = []
  for (const { first, last } of portions) {
    await giveWay()
    const { rows } = await sql<UnknownLine>`
      with portion as materialized (select l.* from ${linesOf(accountId, requestId, sql`p.first_line = ${first} and p.origin = 'sent'`)} l)
      select l.line, l.raw_text as "rawText", l.key
      from portion l
      join reconciliation_row w on w.account_id = ${accountId} and w.reconciliation_id = ${requestId} and w.line between ${first} and ${last} and w.line = l.line
      where w.outcome = 'unknown_id' order by l.line`.execute(tx)
    unknown.push(...rows)
  }
  return unknown
}
