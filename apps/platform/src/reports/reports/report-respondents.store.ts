import type { LineKeyFields } from '@desk/schema/reports/report-change'
import { RESPONDENT_CODES } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { codeList, codesIn } from '#ledger/sums/line-columns'
import { linesWithin } from '#ledger/sums/lines-within'
import { isOfPart, newestOf, type StoredPart, type StoredRespondent } from '#nouns/figure-changes/asked-part'
import type { AskedHours } from './report-hour-moves.store.ts'
import { among, isOfLine, studiesOf, type ReportScope } from './report-lines.store.ts'
import { hasSupplied, OF_STUDIES, timeOf, touchedBy, type AskedMoves } from './report-moves.store.ts'
import { appliedOf, isOfAdjustedLine } from './report-reconciliation.store.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

const all = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** Holds for what begins in the month, day or hour `id` of a zone. */
function beginsIn({ is, id }: LineKeyFields, startsAt: RawBuilder<unknown>, zoneCode: number): RawBuilder<unknown> {
  if (is === 'hour') return sql`date_trunc('hour', ${startsAt}, 'UTC') is not distinct from ${id}::timestamptz`
  const local = sql`${startsAt} at time zone (select iana_name from time_zone where code = ${zoneCode})`
  return sql`to_char(${local}, ${is === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD'}) is not distinct from ${id}::text`
}

/**
 * Holds for moves `m` of a line of a state: one enters it, with the reason that the line may have, or leaves it, when
 * no move says with which reason its respondents had come.
 */
function isOfState({ hiddenCodes }: AskedMoves, state: LineKeyFields, reason: LineKeyFields | undefined) {
  const codes =
    state.id === null ? hiddenCodes : Object.values(RESPONDENT_CODES).filter(code => String(code) === state.id)
  const entersFor = reason === undefined ? sql`true` : sql`m.reason = ${reason.id ?? ''}`
  const leaves = reason === undefined || reason.id === null ? sql`m.from_code = any(${codeList(codes)})` : sql`false`
  return sql`((m.to_code = any(${codeList(codes)}) and ${entersFor}) or ${leaves})`
}

/** Holds for moves `m` of a line, by what they themselves say. */
function isOfMovesLine(asked: AskedMoves, keys: readonly LineKeyFields[]): RawBuilder<unknown> {
  const state = keys.find(({ is }) => is === 'state')
  const reason = keys.find(({ is }) => is === 'reason')
  return all([
    among(sql`m.supplier_id`, asked.scope.pm_sup_ud),
    ...(state !== undefined
      ? [isOfState(asked, state, reason)]
      : reason !== undefined
        ? [sql`m.reason = ${reason.id ?? ''}`]
        : []),
    ...(asked.touching === undefined ? [] : [touchedBy(asked.touching)]),
    ...keys.flatMap(key => {
      if (key.is === 'supplier') return [sql`m.supplier_id = ${key.id === null ? 0 : Number(key.id)}::int`]
      if (key.is === 'month' || key.is === 'day' || key.is === 'hour')
        return [beginsIn(key, sql`m.starts_at`, asked.zoneCode)]
      return []
    }),
  ])
}

const sourcesOf = (accountId: number, scope: ReportScope, keys: readonly LineKeyFields[]): RawBuilder<unknown> => sql`
  select s.source_id from source s ${studiesOf(accountId, scope)} and ${hasSupplied(accountId, scope)}
    and ${all(keys.filter(({ is }) => OF_STUDIES.has(is)).map(isOfLine))}`

/** A page of lines `m` of the ledger as their respondents, newest first. */
async function listPage(
  tx: Tx,
  accountId: number,
  lines: RawBuilder<unknown>,
  { limit, offset }: Page,
): Promise<readonly StoredRespondent[]> {
  const { rows } = await sql<StoredRespondent>`
    select m.at, r.rdud, r.rid, r.source_id as "sourceId", r.survey_id as "surveyId", r.project_id as "projectId"
    from (select * from ${lines} m order by m.at desc, m.position desc limit ${limit} offset ${offset}) m
      join respondent r on r.account_id = ${accountId} and r.rdud = m.rdud
    order by m.at desc, m.position desc`.execute(tx)
  return rows
}

/**
 * Who makes up a part of what happened to a line, or to the total.
 * @param lines what of it counts: the line, and where a term is of more than it, what that is of
 */
export function listMovedRespondents(
  tx: Tx,
  asked: AskedMoves,
  lines: readonly { readonly asked: AskedMoves; readonly keys: readonly LineKeyFields[] }[],
  part: StoredPart,
  page: Page,
): Promise<readonly StoredRespondent[]> {
  const { accountId, scope } = asked
  const { from, to } = timeOf(asked)
  // between two moments both have an end
  if (to === null || from >= to) return Promise.resolve([])
  const counts = lines.map(line => sql`(${isOfMovesLine(line.asked, line.keys)})`)
  const keys = lines[0]?.keys ?? []
  return newestOf({ from, to }, page.limit, since =>
    listPage(
      tx,
      accountId,
      linesWithin({
        accountId,
        sources: sourcesOf(accountId, scope, keys),
        from: since,
        to,
        isWanted: sql`${isOfPart(part)} and (${sql.join(counts, sql` or `)})`,
        enough: page.limit + page.offset,
      }),
      page,
    ),
  )
}

/** Who makes up a part of rejects, which stored reconciliations count by when their completes had been made. */
export async function listRejectedRespondents(
  tx: Tx,
  { accountId, scope, zoneCode, within }: AskedMoves,
  keys: readonly LineKeyFields[],
  part: StoredPart,
  page: Page,
): Promise<readonly StoredRespondent[]> {
  // a line of a state has no rejects
  if (keys.some(({ is }) => is === 'state')) return []
  const ofLine = keys.flatMap(key => {
    if (key.is === 'supplier') return [sql`coalesce(q.supplier_id, 0) = ${key.id === null ? 0 : Number(key.id)}::int`]
    if (key.is === 'reason') return [sql`coalesce(q.reason_code::text, '') = ${key.id ?? ''}`]
    return key.is === 'month' || key.is === 'day' || key.is === 'hour'
      ? [beginsIn(key, sql`q.completed_at`, zoneCode)]
      : []
  })
  const { rows } = await sql<StoredRespondent>`
    select m.at, r.rdud, r.rid, r.source_id as "sourceId", r.survey_id as "surveyId", r.project_id as "projectId"
    from (
      select w.stored_at as at, q.line, q.rdud, coalesce(q.supplier_id, 0) as supplier_id, case when w.undo_of is null then 'reconciliation' else 'undo' end as cause,
        coalesce(q.from_code, 0) as from_code, coalesce(q.to_code, 0) as to_code, '' as reason, q.reconciliation_id as request
      from reconciliation_row q join reconciliation w on w.account_id = q.account_id and w.reconciliation_id = q.reconciliation_id
      where q.account_id = ${accountId} and q.is_applied and q.completed_at is not null and (q.from_code in (30, 51)) <> (q.to_code in (30, 51))
        and q.source_id in (select s.source_id from source s ${studiesOf(accountId, scope)} and ${all(keys.filter(({ is }) => OF_STUDIES.has(is)).map(isOfLine))})
        and ${among(sql`coalesce(q.supplier_id, 0)`, scope.pm_sup_ud)}
        and ${all([
          ...(scope.from === undefined ? [] : [sql`q.completed_at >= ${scope.from}::timestamptz`]),
          ...(scope.to === undefined ? [] : [sql`q.completed_at < ${scope.to}::timestamptz`]),
          ...(within?.from === undefined ? [] : [sql`w.stored_at >= ${within.from}`]),
          ...(within?.to === undefined ? [] : [sql`w.stored_at < ${within.to}`]),
          ...ofLine,
        ])}
    ) m join respondent r on r.account_id = ${accountId} and r.rdud = m.rdud
    where ${isOfPart(part)}
    order by m.at desc, m.line desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

/** Who makes up a part of a line of reconciliation, within the scope's time. */
export async function listAdjustedRespondents(
  tx: Tx,
  accountId: number,
  scope: ReportScope,
  keys: readonly LineKeyFields[],
  part: StoredPart,
  page: Page,
): Promise<readonly StoredRespondent[]> {
  const { rows } = await sql<StoredRespondent>`
    select m.at, r.rdud, r.rid, r.source_id as "sourceId", r.survey_id as "surveyId", r.project_id as "projectId"
    from (
      select q.stored_at as at, r.line, r.rdud, coalesce(r.supplier_id, 0) as supplier_id, case when q.undo_of is null then 'reconciliation' else 'undo' end as cause,
        coalesce(r.from_code, 0) as from_code, coalesce(r.to_code, 0) as to_code, '' as reason, q.reconciliation_id as request
      ${appliedOf(accountId, scope)} and ${isOfAdjustedLine(keys)}
    ) m join respondent r on r.account_id = ${accountId} and r.rdud = m.rdud
    where ${isOfPart(part)}
    order by m.at desc, m.line desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

const COMPLETE = codeList(codesIn(['completes']))

/** Who makes up a part of what hours count: entrants, or completes, each in the hour in which it was made. */
export function listHourRespondents(
  tx: Tx,
  { accountId, scope, keys, hours, from, to }: AskedHours,
  counted: 'entrants' | 'completes',
  part: StoredPart,
  page: Page,
): Promise<readonly StoredRespondent[]> {
  const isIn = (at: RawBuilder<unknown>) =>
    all([
      sql`${at} is not null`,
      ...(hours.from === undefined ? [] : [sql`${at} >= ${hours.from}`]),
      ...(hours.to === undefined ? [] : [sql`${at} < ${hours.to}`]),
    ])
  const restoredAt = (line: 'm' | 'p') =>
    sql`coalesce(to_timestamp((${sql.ref(`${line}.detail`)} ->> 'endedAtMs')::float8 / 1000), ${sql.ref(`${line}.at`)})`
  const lines = linesWithin({
    accountId,
    sources: sourcesOf(accountId, scope, keys),
    from,
    to,
    isWanted: all([
      isOfPart(part),
      counted === 'entrants'
        ? sql`m.from_code = 0`
        : sql`(m.to_code = any(${COMPLETE}) or m.from_code = any(${COMPLETE}))`,
    ]),
    // which hours they count in, only they themselves say
    enough: null,
  })
  if (counted === 'entrants')
    return listPage(tx, accountId, sql`(select m.* from ${lines} m where ${isIn(sql`m.at`)})`, page)
  return listPage(
    tx,
    accountId,
    sql`(
      select m.* from ${lines} m
      left join lateral (
        select ${restoredAt('p')} as at from respondent_event p
        where m.from_code = any(${COMPLETE}) and p.account_id = ${accountId} and p.rdud = m.rdud and p.changed and p.to_code = any(${COMPLETE}) and p.position < m.position
        order by p.position desc limit 1 offset 0) p on true
      where (${isIn(sql`p.at`)}) or (m.to_code = any(${COMPLETE}) and ${isIn(sql`case when m.cause = 'undo' then ${restoredAt('m')} else m.at end`)})
    )`,
    page,
  )
}
