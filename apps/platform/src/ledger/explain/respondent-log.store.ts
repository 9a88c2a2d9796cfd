import { LOG_SEARCHED_MAX, type LoggedRespondent, type RespondentLog } from '@desk/schema/respondents/respondent-log'
import type { StatusScope } from '@desk/schema/statuses/status'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '../facts/rdud.ts'
import { idOf } from './find-respondents.store.ts'

/** A project, survey or source. */
export interface LogPlace {
  readonly scope: StatusScope
  readonly id: number
}

export interface LogFilters {
  readonly code?: number
  readonly rule?: string
  readonly supplier?: string
  readonly from?: string
  readonly before?: number
  readonly limit: number
}

type Row = Omit<LoggedRespondent, 'at'> & { readonly at: Date; readonly position: string; readonly found: number }

const SOURCE_KEYS = { project: 'project_id', survey: 'survey_id', source: 'source_id' } as const

/** The sources of a place, with the survey of each. */
export const LOG_SOURCES = (scope: StatusScope): string => `
  select s.source_id as id from source s where s.account_id = $1 and s.${SOURCE_KEYS[scope]} = $2 order by 1`

const RULE = "coalesce(e.detail ->> 'rule', e.detail ->> 'reason')"
const COLUMNS = 'rdud, rid, code, at, rule, supplier, stmid, source_name, pm_sy_ud, pm_sy_name'

// each source by respondent_event_of_source, newest first; a respondent is at their last line
export const RESPONDENT_LOG = `
  select ${COLUMNS}, position, count(*) over (partition by stmid)::int as found
  from unnest($2::int[]) asked (source_id)
    join source s on s.account_id = $1 and s.source_id = asked.source_id
    join survey v on v.account_id = $1 and v.survey_id = s.survey_id
    cross join lateral (
      select e.position, e.rdud, r.rid, e.to_code as code, e.at, ${RULE} as rule, su.name as supplier
      from (
        select position, rdud, to_code, at, detail from respondent_event
        where account_id = $1 and source_id = asked.source_id and changed and not is_test and position < $3
        order by position desc limit $9
      ) e
        join respondent r on r.account_id = $1 and r.rdud = e.rdud
        left join supplier su on su.account_id = $1 and su.supplier_id = r.supplier_id
      where ($4::int is null or e.to_code = $4) and ($5::timestamptz is null or e.at >= $5)
        and ($6::text is null or ${RULE} = $6) and ($7::text is null or su.name = $7)
        and not exists (
          select from respondent_event l where l.account_id = $1 and l.rdud = e.rdud and l.changed and l.position > e.position)
      order by e.position desc limit $8
    ) found
    cross join lateral (select s.source_id as stmid, s.name as source_name, v.survey_id as pm_sy_ud, v.name as pm_sy_name) place
  order by position desc`

/** The oldest line that was searched, of the source whose lines go on furthest below it. */
export const LAST_SEARCHED = `
  select max(position) as position from unnest($2::int[]) asked (source_id) cross join lateral (
    select position from respondent_event
    where account_id = $1 and source_id = asked.source_id and changed and not is_test and position < $3
    order by position desc offset $4 limit 1) last`

/** How many lines of each source one page searches. */
const searchedOf = (sources: number): number => Math.max(100, Math.floor(LOG_SEARCHED_MAX / Math.max(1, sources)))

const onWire = (
  accountId: number,
  { position: _position, found: _found, at, rdud, ...row }: Row,
): LoggedRespondent => ({
  ...row,
  rdud: formatRdud(accountId, rdud.replaceAll('-', '')),
  at: at.toISOString(),
})

/**
 * The respondents of a place, the last change first: of each the state, when and by which rule it came, the source and
 * the supplier.
 * @param searchedMax how many lines of each source are searched
 * @returns undefined: the account has no such place
 */
export async function listRespondents(
  tx: Tx,
  accountId: number,
  { scope, id }: LogPlace,
  { code, rule, supplier, from, before = Number.MAX_SAFE_INTEGER, limit }: LogFilters,
  searchedMax?: number,
): Promise<RespondentLog | undefined> {
  if (!(await isThere(tx, accountId, { scope, id }))) return undefined
  const sources = await sourcesOf(tx, accountId, { scope, id })
  const searched = searchedMax ?? searchedOf(sources.length)
  // first a few of each source: of 1,000 sources most have none on the page
  let ofEach = Math.max(3, Math.ceil((2 * limit) / Math.max(1, sources.length)))
  for (;;) {
    ofEach = Math.min(ofEach, limit + 1)
    const { rows } = await tx.client.query<Row>({
      text: RESPONDENT_LOG,
      values: [
        accountId,
        sources,
        before,
        code ?? null,
        from ?? null,
        rule ?? null,
        supplier ?? null,
        ofEach,
        searched,
      ],
    })
    // a source with as many may have more, all of them older than its last row here
    const oldest = new Map(
      rows.flatMap(({ stmid, position, found }) => (found < ofEach ? [] : [[stmid, Number(position)]])),
    )
    const known = Math.max(0, ...oldest.values())
    if (
      ofEach > limit ||
      oldest.size === 0 ||
      rows.filter(({ position }) => Number(position) >= known).length > limit
    ) {
      const others = sources.filter(source => !oldest.has(source))
      const floor = Math.max(known, (await lastSearched(tx, accountId, others, before, searched)) ?? 0)
      const reached = rows.filter(({ position }) => Number(position) >= floor)
      const shown = reached.slice(0, limit)
      const end = floor === 0 ? null : floor
      return {
        respondents: shown.map(row => onWire(accountId, row)),
        next: reached.length > limit ? Number(shown.at(-1)?.position) : end,
      }
    }
    ofEach *= 4
  }
}

/** The line down to which all of these sources were searched; null: to the first one. */
async function lastSearched(
  tx: Tx,
  accountId: number,
  sources: readonly number[],
  before: number,
  searched: number,
): Promise<number | null> {
  if (sources.length === 0) return null
  const { rows } = await tx.client.query<{ readonly position: string | null }>({
    text: LAST_SEARCHED,
    values: [accountId, sources, before, searched - 1],
  })
  const position = rows[0]?.position ?? null
  return position === null ? null : Number(position)
}

async function sourcesOf(tx: Tx, accountId: number, { scope, id }: LogPlace): Promise<readonly number[]> {
  const { rows } = await tx.client.query<{ readonly id: number }>({ text: LOG_SOURCES(scope), values: [accountId, id] })
  return rows.map(source => source.id)
}

async function isThere(tx: Tx, accountId: number, { scope, id }: LogPlace): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    text: `select from ${scope} where account_id = $1 and ${SOURCE_KEYS[scope]} = $2`,
    values: [accountId, id],
  })
  return rowCount === 1
}

// two statements in one, each of which its own index answers: the primary key, and respondent_by_rid
export const LOOKED_UP = (scope: StatusScope): string => `
  select distinct on (asked.position, r.rdud) asked.position, r.rdud, r.rid, r.code, e.at, ${RULE} as rule, su.name as supplier,
    s.source_id as stmid, s.name as source_name, v.survey_id as pm_sy_ud, v.name as pm_sy_name, 0 as found
  from unnest($3::text[], $4::uuid[]) with ordinality asked (rid, rdud, position)
    cross join lateral (
      select rdud, rid, code, source_id, supplier_id, is_test from respondent where account_id = $1 and rdud = asked.rdud
      union
      select rdud, rid, code, source_id, supplier_id, is_test from respondent where account_id = $1 and rid = asked.rid
    ) r
    join source s on s.account_id = $1 and s.source_id = r.source_id and s.${SOURCE_KEYS[scope]} = $2
    join survey v on v.account_id = $1 and v.survey_id = s.survey_id
    join respondent_event e on e.account_id = $1 and e.rdud = r.rdud and e.changed
    left join supplier su on su.account_id = $1 and su.supplier_id = r.supplier_id
  where not r.is_test
  order by asked.position, r.rdud, e.position desc`

/**
 * Looks ids up in a place: RDUDs, or rids exactly as the suppliers sent them. One rid may be several respondents.
 * @returns undefined: the account has no such place
 */
export async function lookUpRespondents(
  tx: Tx,
  accountId: number,
  place: LogPlace,
  ids: readonly string[],
): Promise<{ readonly respondents: readonly LoggedRespondent[]; readonly unknown: readonly string[] } | undefined> {
  if (!(await isThere(tx, accountId, place))) return undefined
  const asked = [...new Set(ids)]
  const { rows } = await tx.client.query<Row>({
    text: LOOKED_UP(place.scope),
    values: [accountId, place.id, asked, asked.map(id => idOf(accountId, id))],
  })
  const found = new Set(rows.map(({ position }) => Number(position)))
  return {
    respondents: rows.map(row => onWire(accountId, row)),
    unknown: asked.filter((_, at) => !found.has(at + 1)),
  }
}
