import { QUALIFICATION_ACCESS } from '@desk/schema/qualifications/qualification-codes'
import { SEARCH_HITS_MAX, type SearchHit } from '@desk/schema/search/search'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { heldBySql } from '#statuses/status-sql'

/** The words of a text, normalised as in the index. */
export const wordsOf = (text: string): readonly string[] =>
  [
    ...new Set(
      text
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter(word => word !== ''),
    ),
  ].slice(0, MAX_WORDS)

const MAX_WORDS = 6
// bounds the cost of a one-letter search; a longer word finds the rest
const MAX_OF_A_WORD = 20_000

/** Whether the viewer may see the object: private qualifications only if their own, an admin all (decisions/0016). */
const isShown = (
  accountId: number,
  forUser: number | null,
  scope: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  forUser === null
    ? sql`true`
    : sql`(${scope} <> 'qualification' or exists (
        select from qualification q where q.account_id = ${accountId} and q.qualification_id = ${id} and (q.access_code <> ${QUALIFICATION_ACCESS.private} or q.created_by = ${forUser})))`

/** All objects with a word that begins with this one, as scope and id; in byte order, as in the index. */
const beginningWith = (accountId: number, word: string): RawBuilder<unknown> => sql`
  select e.scope, e.object_id, max(case when e.word = ${word} then 2 else 1 end) as score, max(e.rank) as rank from (
    select scope, object_id, word, rank from search_entry
    where account_id = ${accountId} and word >= ${word} collate "C" and word < ${`${word}\u{10FFFF}`} collate "C" limit ${MAX_OF_A_WORD}) e
  group by 1, 2`

/** The searcher's present page; null: none. */
export interface Near {
  readonly projectId: number | null
  readonly surveyId: number | null
}

/** The nearness: 2 for the present survey and its sources, or the project itself; 1 for the rest of the project. */
const nearTo = (accountId: number, { projectId, surveyId }: Near): RawBuilder<unknown> => sql`
  select 'project' as scope, project_id as object_id, 2 as near from project where account_id = ${accountId} and project_id = ${projectId}::int
  union all select 'survey', survey_id, case when survey_id = ${surveyId}::int then 2 else 1 end from survey where account_id = ${accountId} and project_id = ${projectId}::int
  union all select 'source', source_id, case when survey_id = ${surveyId}::int then 2 else 1 end from source where account_id = ${accountId} and project_id = ${projectId}::int`

/**
 * Objects that match all words or prefixes: more whole words first; then the nearest; then live, paused, draft, ended; then the
 * newest.
 * @param options forUser null for an admin
 */
export async function findHits(
  tx: Tx,
  accountId: number,
  words: readonly string[],
  { forUser, near }: { readonly forUser: number | null; readonly near: Near },
): Promise<readonly SearchHit[]> {
  const each = sql.join(
    words.map(word => sql`(${beginningWith(accountId, word)})`),
    sql` union all `,
  )
  const { rows } = await sql<SearchHit>`
    with found as (
      select scope, object_id as id, sum(score) as score, max(rank) as rank from (${each}) w group by 1, 2 having count(*) = ${words.length}),
    near as materialized (${nearTo(accountId, near)}),
    best as (
      select * from (select f.*, row_number() over (partition by f.scope order by f.score desc, coalesce(n.near, 0) desc, f.rank desc, f.id desc) as place
        from found f left join near n on n.scope = f.scope and n.object_id = f.id where ${isShown(accountId, forUser, sql`f.scope`, sql`f.id`)}) f where place <= ${SEARCH_HITS_MAX})
    select b.scope, b.id, coalesce(p.name, v.name, s.name, k.name, q.name) as name, coalesce(p.number, vp.name, sv.name, q.precode) as detail,
           coalesce(p.status, v.status, s.status) as statusid,
           coalesce(${heldBySql('v.status', { project: 'vp.status' })}, ${heldBySql('s.status', { survey: 'sv.status', project: 'sp.status' })}) as held_by, coalesce(p.project_id, v.project_id, s.project_id) as pm_proj_ud, coalesce(v.survey_id, s.survey_id) as pm_sy_ud, s.type
    from best b
    left join project p on b.scope = 'project' and p.account_id = ${accountId} and p.project_id = b.id
    left join survey v on b.scope = 'survey' and v.account_id = ${accountId} and v.survey_id = b.id
    left join project vp on vp.account_id = v.account_id and vp.project_id = v.project_id
    left join source s on b.scope = 'source' and s.account_id = ${accountId} and s.source_id = b.id
    left join survey sv on sv.account_id = s.account_id and sv.survey_id = s.survey_id
    left join project sp on sp.account_id = s.account_id and sp.project_id = s.project_id
    left join supplier k on b.scope = 'supplier' and k.account_id = ${accountId} and k.supplier_id = b.id
    left join qualification q on b.scope = 'qualification' and q.account_id = ${accountId} and q.qualification_id = b.id
    order by array_position(array['project', 'survey', 'source', 'supplier', 'qualification'], b.scope), b.place`.execute(
    tx,
  )
  return rows
}

/** The nearest word to one without matches, among objects that the viewer may see; null when none is near enough. */
export async function nearestWord(
  tx: Tx,
  accountId: number,
  word: string,
  forUser: number | null,
): Promise<string | null> {
  const most = word.length < 5 ? 1 : 2
  // the user may still be typing: prefixes of longer words count as well
  const { rows } = await sql<{ word: string }>`
    with near as materialized (
      select word, least(levenshtein_less_equal(word, ${word}, ${most}), levenshtein_less_equal(left(word, ${word.length}), ${word}, ${most})) as far
      from search_word where account_id = ${accountId} and length(word) >= ${word.length - most} and word !~ '^[0-9]+$')
    -- asked of each near word alone: as a join it would read all that the account has
    select word from near w where far <= ${most} and (
      select true from search_entry e where e.account_id = ${accountId} and e.word = w.word and ${isShown(accountId, forUser, sql`e.scope`, sql`e.object_id`)} limit 1)
    order by far, length(word), word limit 1`.execute(tx)
  return rows[0]?.word ?? null
}

/** Whether a word of anything that the viewer may see begins with this one. */
export async function isKnown(tx: Tx, accountId: number, word: string, forUser: number | null): Promise<boolean> {
  const { rows } = await sql`
    select from search_entry e where account_id = ${accountId} and word >= ${word} collate "C" and word < ${`${word}\u{10FFFF}`} collate "C"
      and ${isShown(accountId, forUser, sql`e.scope`, sql`e.object_id`)} limit 1`.execute(tx)
  return rows.length > 0
}
