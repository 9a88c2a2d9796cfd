import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { identify } from '#ledger/sent-lists/identify'
import type { SentLine } from '#ledger/sent-lists/sent-line'
import { LINES_A_PORTION } from './line-portions.ts'
import type { BetweenRows } from './progress.ts'

/** The lines of a list, each with the one id that names its respondent. */
export interface NamedLines {
  readonly lines: readonly SentLine[]
  /** The respondents of lines whose ids contradict each other. */
  readonly contradictory: ReadonlyMap<number, readonly [string, ...string[]]>
  /** The further ids of lines that name no one exactly. */
  readonly furtherIds: ReadonlyMap<number, readonly string[]>
}

interface LineOfSeveral extends SentLine {
  readonly furtherIds: readonly string[]
}
const hasSeveral = (line: SentLine): line is LineOfSeveral => line.furtherIds !== undefined

/**
 * Settles which id of a row names its respondent, where several columns have ids: the surest that the ledger knows. A supplier's id counts in its project. Ids of different
 * respondents contradict each other: then the line has both as its text, and the user must say which.
 */
export async function settleIds(
  tx: Tx,
  accountId: number,
  projectId: number,
  lines: readonly SentLine[],
  { giveWay }: Pick<BetweenRows, 'giveWay'>,
): Promise<NamedLines> {
  const several = lines.filter(hasSeveral)
  const texts = new Map<number, string>()
  const contradictory = new Map<number, readonly [string, ...string[]]>()
  const furtherIds = new Map<number, readonly string[]>()
  for (let at = 0; at < several.length; at += LINES_A_PORTION) {
    await giveWay()
    const portion = several.slice(at, at + LINES_A_PORTION)
    const known = await findKnown(tx, accountId, projectId, portion)
    for (const { line, rawText, furtherIds: further } of portion) {
      const named = known.get(line)
      if (named === undefined) {
        furtherIds.set(line, further)
        continue
      }
      const [first, ...others] = named
      const [common, ...more] = first.rduds.filter(rdud => others.every(({ rduds }) => rduds.includes(rdud)))
      if (common === undefined) {
        const [rdud = '', ...rduds] = new Set(named.flatMap(({ rduds }) => rduds))
        contradictory.set(line, [rdud, ...rduds])
        texts.set(line, [rawText, ...further].join(' | '))
      } else {
        // of ids that several sources have, one that names a single respondent says most
        const surest = more.length === 0 ? named.find(({ rduds }) => rduds.length === 1) : undefined
        texts.set(line, (surest ?? first).text)
      }
    }
  }
  if (texts.size === 0) return { lines, contradictory, furtherIds }
  return {
    lines: lines.map(line => {
      const rawText = texts.get(line.line)
      return rawText === undefined ? line : { ...line, rawText }
    }),
    contradictory,
    furtherIds,
  }
}

interface KnownId {
  readonly text: string
  readonly rduds: readonly [string, ...string[]]
}

/** The ids of lines that the ledger knows, with their respondents, by line. */
async function findKnown(
  tx: Tx,
  accountId: number,
  projectId: number,
  lines: readonly LineOfSeveral[],
): Promise<ReadonlyMap<number, readonly [KnownId, ...KnownId[]]>> {
  const ids = lines.flatMap(({ line, rawText, furtherIds }) =>
    [rawText, ...furtherIds].map((text, place) => ({ line, place, text, ...identify(text, accountId) })),
  )
  const hexes = ids.map(({ hex }) => hex)
  const { rows } = await sql<KnownId & { line: number }>`
    with asked as materialized (
      select * from unnest(${ids.map(({ line }) => line)}::int[], ${ids.map(({ place }) => place)}::int[], ${ids.map(({ text }) => text)}::text[],
        ${hexes}::uuid[], ${ids.map(({ key }) => key)}::text[]) a (line, place, text, rdud, key)
    ), named as materialized (
      select r.rdud from respondent r where r.account_id = ${accountId} and r.rdud = any (${hexes.filter(hex => hex !== null)}::uuid[])
    )
    select * from (
      select a.line, a.place, a.text, case when n.rdud is not null then array[n.rdud] else coalesce(y.rduds, z.rduds) end as rduds
      from asked a
      left join named n on n.rdud = a.rdud
      left join lateral (
        select array_agg(r.rdud) as rduds from respondent r
        where a.rdud is null and a.key <> '' and r.account_id = ${accountId} and r.rid = a.text and r.project_id = ${projectId} offset 0
      ) y on true
      left join lateral (
        select array_agg(r.rdud) as rduds from respondent r
        where a.rdud is null and y.rduds is null and a.key not in ('', a.text) and r.account_id = ${accountId} and r.rid = a.key and r.project_id = ${projectId} offset 0
      ) z on true
    ) k where k.rduds is not null order by k.line, k.place`.execute(tx)
  const known = new Map<number, [KnownId, ...KnownId[]]>()
  for (const row of rows) {
    const ofLine = known.get(row.line)
    if (ofLine === undefined) known.set(row.line, [row])
    else ofLine.push(row)
  }
  return known
}
