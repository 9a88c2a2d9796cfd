import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import type { StatusEffects, StatusEvent } from '@desk/schema/statuses/status-view'
import { allAbove } from '@desk/schema/statuses/held-by'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import { areQuotasMeetable } from './find-quotas.store.ts'
import type { StatusRow } from './status-row.ts'
import { effectiveStatus, SCOPE_CODES } from './status-sql.ts'

const LIVE = sql.lit(STATUS_CODES.live)

const shared = (alias: string) => sql`
  ${sql.ref(`${alias}.name`)}, ${sql.ref(`${alias}.status`)}, ${sql.ref(`${alias}.status_reason`)} as reason,
  ${userName(`${alias}.account_id`, `${alias}.status_changed_by`)} as "changedBy", ${sql.ref(`${alias}.status_changed_at`)} as "changedAt",
  ${sql.ref(`${alias}.version`)}, ${sql.ref(`${alias}.target`)}, coalesce(r.completes, 0) as completes, coalesce(r.inflight, 0) as inflight`

const rollupOf = (alias: string, scope: StatusScope) => sql`
  left join rollup r on r.account_id = ${sql.ref(`${alias}.account_id`)} and r.scope = ${sql.lit(SCOPE_CODES[scope])}
    and r.scope_id = ${sql.ref(`${alias}.${scope}_id`)}`

/** The status of an object with its guards' facts; undefined when the account has no such object. */
export async function findStatus(
  tx: Tx,
  accountId: number,
  scope: StatusScope,
  id: number,
): Promise<StatusRow | undefined> {
  const [row] = await findStored(tx, accountId, scope, [id])
  // qualifications change after the quotas that ask for them were stored, so these are judged when they are asked about
  return row && { ...row, quotasMeetable: scope !== 'source' || (await areQuotasMeetable(tx, accountId, id)) }
}

export type StoredRow = Omit<StatusRow, 'quotasMeetable'>

/** The same of several objects, in the order of their ids, before their quotas are judged. */
export async function findStored(
  tx: Tx,
  accountId: number,
  scope: StatusScope,
  ids: readonly number[],
): Promise<readonly StoredRow[]> {
  return ids.length === 0 ? [] : (await statusQueries[scope](accountId, ids).execute(tx)).rows
}

const statusQueries = {
  project: (accountId: number, ids: readonly number[]) => sql<StoredRow>`
    select p.project_id as id, p.project_id as "projectId", null as "surveyId", ${shared('p')}, p.status as "effectiveStatus",
           false as "surveyUrlRequired", null as "surveyUrl", p.out_of_field_at as "outOfFieldAt", true as "hasPrice", true as "hasSupplier", false as "hasLostSupplier",
           null as "projectStatus", null as "surveyStatus"
    from project p ${rollupOf('p', 'project')}
    where p.account_id = ${accountId} and p.project_id = any(${ids}::int[]) order by id`,
  survey: (accountId: number, ids: readonly number[]) => sql<StoredRow>`
    select v.survey_id as id, v.project_id as "projectId", v.survey_id as "surveyId", ${shared('v')},
           ${effectiveStatus('v.status', 'p.status')} as "effectiveStatus",
           v.survey_url_required as "surveyUrlRequired", v.survey_url as "surveyUrl",
           least(v.out_of_field_at, p.out_of_field_at) as "outOfFieldAt",
           coalesce(v.sell_price_cents, p.sell_price_cents, 0) > 0 as "hasPrice", true as "hasSupplier", false as "hasLostSupplier",
           p.status as "projectStatus", null as "surveyStatus"
    from survey v join project p on p.account_id = v.account_id and p.project_id = v.project_id ${rollupOf('v', 'survey')}
    where v.account_id = ${accountId} and v.survey_id = any(${ids}::int[]) order by id`,
  // an exchange (lucid) sets its own price; the others need one for every supplier, or one for all; a supplier may have been deleted once the source had ended
  source: (accountId: number, ids: readonly number[]) => sql<StoredRow>`
    select s.source_id as id, s.project_id as "projectId", s.survey_id as "surveyId", ${shared('s')},
           ${effectiveStatus('s.status', 'v.status', 'p.status')} as "effectiveStatus",
           v.survey_url_required as "surveyUrlRequired", v.survey_url as "surveyUrl",
           least(s.out_of_field_at, v.out_of_field_at, p.out_of_field_at) as "outOfFieldAt",
           s.type = 'lucid' or coalesce(s.supply_price_cents, 0) > 0 or coalesce(k.all_priced, false) as "hasPrice", k.n > 0 as "hasSupplier", coalesce(k.some_gone, false) as "hasLostSupplier",
           p.status as "projectStatus", v.status as "surveyStatus"
    from source s
    join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    join project p on p.account_id = s.account_id and p.project_id = s.project_id
    cross join lateral (
      select count(*) as n, bool_and(coalesce(x.supply_price_cents, 0) > 0) as all_priced, bool_or(u.deleted_at is not null) as some_gone
      from source_supplier x join supplier u on u.account_id = x.account_id and u.supplier_id = x.supplier_id
      where x.account_id = s.account_id and x.source_id = s.source_id) k
    ${rollupOf('s', 'source')}
    where s.account_id = ${accountId} and s.source_id = any(${ids}::int[]) order by id`,
}

/** The status of an object in an older version, from the next change; undefined when there is no such version. */
export async function findStatusAt(
  tx: Tx,
  accountId: number,
  { scope, id, version }: { readonly scope: StatusScope; readonly id: number; readonly version: number },
): Promise<StatusCode | undefined> {
  const { rows } = await sql<{ from: StatusCode }>`
    select from_status as "from" from status_event
    where account_id = ${accountId} and scope = ${scope} and scope_id = ${id} and version = ${version + 1}::bigint`.execute(
    tx,
  )
  return rows[0]?.from
}

/**
 * Locks an object for a change of its status. Objects above it need no lock: ending a parent locks everything below
 * it, always from the project downwards and by id, and reads the locked rows again. False when the account has no
 * such object.
 */
export async function lockStatus(tx: Tx, accountId: number, scope: StatusScope, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(scope)} where account_id = ${accountId} and ${sql.ref(`${scope}_id`)} = ${id} for no key update`.execute(
    tx,
  )
  return rows.length > 0
}

export interface Child {
  readonly id: number
  readonly status: StatusCode
}

/** Locks the surveys, or the sources, below an object, in the order of their ids. */
export async function lockChildren(
  tx: Tx,
  accountId: number,
  scope: 'survey' | 'source',
  parent: { scope: 'project' | 'survey'; id: number },
): Promise<readonly Child[]> {
  const { rows } = await sql<Child>`
    select ${sql.ref(`${scope}_id`)} as id, status from ${sql.table(scope)}
    where account_id = ${accountId} and ${sql.ref(`${parent.scope}_id`)} = ${parent.id}
    order by 1 for no key update`.execute(tx)
  return rows
}

/**
 * The effects of a change of status: the children that stop, the respondents who may still finish, and the further
 * needs of traffic (domain.md §2).
 */
export async function findEffects(
  tx: Tx,
  accountId: number,
  scope: StatusScope,
  row: StatusRow,
): Promise<StatusEffects & Pick<Required<StatusEffects>, 'inflight'>> {
  const inflight = row.inflight
  const held_by = allAbove({ survey: row.surveyStatus, project: row.projectStatus })
  if (scope === 'source')
    return {
      inflight,
      live_surveys: 0,
      live_sources: 0,
      held_by,
      no_complete_redirect: await suppliersWithoutCompleteRedirect(tx, accountId, row.id),
    }
  const { rows } = await sql<{ surveys: number; sources: number; ready: number }>`
    select count(distinct v.survey_id) filter (where p.status = ${LIVE} and v.status = ${LIVE}) as surveys,
           count(s.source_id) filter (where p.status = ${LIVE} and v.status = ${LIVE}) as sources,
           count(s.source_id) filter (where v.status = ${LIVE} or v.survey_id = ${row.surveyId}::int) as ready
    from project p
    join survey v on v.account_id = p.account_id and v.project_id = p.project_id
    left join source s on s.account_id = v.account_id and s.survey_id = v.survey_id and s.status = ${LIVE}
    where p.account_id = ${accountId} and p.project_id = ${row.projectId}
      and (${row.surveyId}::int is null or v.survey_id = ${row.surveyId}::int)`.execute(tx)
  const { surveys = 0, sources = 0, ready = 0 } = rows[0] ?? {}
  return {
    inflight,
    live_surveys: scope === 'project' ? surveys : 0,
    live_sources: sources,
    held_by,
    ready_sources: ready,
  }
}

/** The suppliers of a source whose completes neither its own redirects nor theirs send back (domain.md §3: complete, else default). */
async function suppliersWithoutCompleteRedirect(
  tx: Tx,
  accountId: number,
  sourceId: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select k.name from source_supplier x join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
    where x.account_id = ${accountId} and x.source_id = ${sourceId} and ${LACKS_COMPLETE_REDIRECT}
    order by k.name collate "und-x-icu", k.supplier_id`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Whether neither the source nor its supplier, of `source_supplier x`, sends completes back. */
export const LACKS_COMPLETE_REDIRECT = sql`
  not exists (select from supplier_redirect r where r.account_id = x.account_id and r.supplier_id = x.supplier_id and r.type in ('complete', 'default'))
  and not exists (select from source_redirect o where o.account_id = x.account_id and o.source_id = x.source_id and o.type in ('complete', 'default'))`

interface EventRow extends Omit<StatusEvent, 'at'> {
  readonly at: Date
}

/** The status history of an object, newest first. */
export async function listEvents(
  tx: Tx,
  accountId: number,
  scope: StatusScope,
  row: StatusRow,
  page: Page,
): Promise<readonly StatusEvent[]> {
  const { rows } = await sql<EventRow>`
    select e.scope, e.scope_id as id, ${row.projectId}::int as pm_proj_ud, ${row.surveyId}::int as pm_sy_ud, e.from_status as "from", e.to_status as "to",
           e.reason, e.note, ${userName('e.account_id', 'e.user_id')} as by, e.user_id as by_uid, e.at, e.version, e.command_id
    from status_event e
    where e.account_id = ${accountId} and e.scope = ${scope} and e.scope_id = ${row.id}
    order by e.status_event_id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(event => ({ ...event, at: event.at.toISOString() }))
}
