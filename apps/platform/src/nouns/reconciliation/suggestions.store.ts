import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { GiveWay } from '#ledger/batches/right-of-way'
import { damagedNumber, isDamagedFrom } from './damaged-id.ts'
import { insertSuggestions, type Suggestion } from './line-choices.store.ts'
import { linesOf, type LinePortion } from './line-portions.ts'
import type { AccountWindow } from './requests.store.ts'
import { suggestionKeys } from './suggestion-keys.ts'
import { openWindow } from './window-sql.ts'

/** So many unknown ids of a request are compared with others; a list that misses more is not one of damaged ids. */
export const SUGGESTED_LINES_MAX = 500
/** Of the project's respondents whose window is open, the latest so many are compared. */
const COMPARED_MAX = 300_000
const CANDIDATES_MAX = 20_000

interface UnknownLine {
  readonly line: number
  readonly key: string
}

interface Candidate {
  readonly line: number
  readonly rdud: string
  readonly distance: number
}

/**
 * Suggests respondents for the lines of a request that match nobody: one that is within two changed letters, or one whose id a spreadsheet damaged; and only where there is one
 * such. Trigram indexes do not work under row-level security, so pieces of the ids are compared instead, in one pass over the project's respondents.
 * @param portions those that lines are looked for in
 * @returns the lines that have a suggestion now
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
): Promise<readonly number[]> {
  const unknown = await unknownLines(tx, accountId, requestId, portions, giveWay)
  if (unknown.length === 0) return []
  const suggested = new Map<number, Omit<Suggestion, 'line'>>()
  const respondents = sql`
    respondents as materialized (
      select r.rdud, r.rid, replace(r.rdud::text, '-', '') as hex from respondent r
      where r.account_id = ${accountId} and r.rdud >= ${openWindow(window, at)} and r.project_id = ${projectId} and r.code >= 30 and not r.is_test
      order by r.rdud desc limit ${COMPARED_MAX})`
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
  await insertSuggestions(
    tx,
    accountId,
    requestId,
    [...suggested].map(([line, suggestion]) => ({ line, ...suggestion })),
  )
  return [...suggested.keys()]
}

/** The first lines of portions that name nobody. */
async function unknownLines(
  tx: Tx,
  accountId: number,
  requestId: number,
  portions: readonly LinePortion[],
  giveWay: GiveWay,
): Promise<readonly UnknownLine[]> {
  const unknown: UnknownLine[] = []
  for (const portion of portions) {
    if (unknown.length >= SUGGESTED_LINES_MAX) break
    await giveWay()
    unknown.push(...(await unknownOf(tx, accountId, requestId, portion)))
  }
  return unknown.slice(0, SUGGESTED_LINES_MAX)
}

/** The lines of a portion that name nobody. */
async function unknownOf(
  tx: Tx,
  accountId: number,
  requestId: number,
  { first }: LinePortion,
): Promise<readonly UnknownLine[]> {
  const { rows } = await sql<UnknownLine>`
    with portion as materialized (select l.* from ${linesOf(accountId, requestId, sql`p.first_line = ${first} and p.origin = 'sent'`)} l)
    select l.line, l.key
    from portion l
    left join lateral (select true as is_known from respondent r where r.account_id = ${accountId} and r.rdud = l.rdud offset 0) x on true
    left join lateral (
      select true as is_known from respondent r where x.is_known is null and r.account_id = ${accountId} and r.rid = l.key limit 1 offset 0
    ) y on true
    where l.key <> '' and x.is_known is null and y.is_known is null order by l.line`.execute(tx)
  return rows
}
