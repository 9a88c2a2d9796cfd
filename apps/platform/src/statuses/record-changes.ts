import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'

/** Status changes of several objects of one scope; each becomes its own event. */
export interface Step {
  readonly id: number
  readonly from: StatusCode
  readonly to: StatusCode
}

/** The author, time and reason of a change. */
export interface Act {
  readonly accountId: number
  /** null: the system. */
  readonly userId: number | null
  readonly reason: string | null
  readonly note: string | null
  readonly commandId: string | null
  readonly at: Date
}

const FEED_KIND_STATUS = 2

/**
 * The message on the feed's channel when a status changed, so that readers of these alone sleep through the ledger's
 * traffic.
 */
export const STATUS_NEWS = 'status'

/**
 * Stores status changes of locked objects: the new status with author, time and reason, the history, and the change feed, all in
 * the open transaction. Sources that become effectively live, by themselves or through a parent, get the present time as
 * `live_since`.
 */
export async function recordChanges(
  tx: Tx,
  act: Act,
  scope: StatusScope,
  steps: readonly Step[],
): Promise<readonly StatusEvent[]> {
  if (steps.length === 0) return []
  const idColumn = `${scope}_id`
  const { rows } = await sql<{
    id: number
    projectId: number
    surveyId: number | null
    from: StatusCode
    to: StatusCode
    version: number
    by: string | null
  }>`
    update ${sql.table(scope)} x set status = i.to_status, status_reason = ${act.reason}, status_changed_at = ${act.at},
      status_changed_by = ${act.userId}, version = x.version + 1 ${scope === 'source' ? sinceNow(act) : sql``}
    from jsonb_to_recordset(${JSON.stringify(steps.map(({ id, from, to }) => ({ id, from_status: from, to_status: to })))}::jsonb)
      as i (id int, from_status smallint, to_status smallint)
    where x.account_id = ${act.accountId} and ${sql.ref(`x.${idColumn}`)} = i.id
    returning i.id, x.project_id as "projectId", ${scope === 'project' ? sql`null` : sql`x.survey_id`} as "surveyId",
      i.from_status as "from", i.to_status as "to", x.version, ${userName('x.account_id', 'x.status_changed_by')} as by`.execute(
    tx,
  )
  const events = rows
    .toSorted((a, b) => a.id - b.id)
    .map((row): StatusEvent => ({
      scope,
      id: row.id,
      pm_proj_ud: row.projectId,
      pm_sy_ud: row.surveyId,
      from: row.from,
      to: row.to,
      reason: act.reason,
      note: act.note,
      by: row.by,
      by_uid: act.userId,
      at: act.at.toISOString(),
      version: row.version,
      command_id: act.commandId,
    }))
  await storeEvents(tx, act, events)
  const alive = steps.filter(({ to }) => to === STATUS_CODES.live).map(({ id }) => id)
  if (scope !== 'source' && alive.length > 0) await startBelow(tx, act, scope, alive)
  return events
}

async function storeEvents(tx: Tx, { accountId }: Act, events: readonly StatusEvent[]): Promise<void> {
  await sql`
    with happened as (
      select event, n from jsonb_array_elements(${JSON.stringify(events)}::jsonb) with ordinality as t (event, n)),
    kept as (
      insert into status_event (account_id, scope, scope_id, from_status, to_status, reason, note, user_id, command_id, version, at)
      select ${accountId}::int, event->>'scope', (event->>'id')::int, (event->>'from')::smallint, (event->>'to')::smallint, event->>'reason',
             event->>'note', (event->>'by_uid')::int, event->>'command_id', (event->>'version')::int, (event->>'at')::timestamptz
      from happened order by n)
    insert into change_feed (account_id, kind, project_id, survey_id, source_id, body)
    select ${accountId}::int, ${FEED_KIND_STATUS}::smallint, (event->>'pm_proj_ud')::int, (event->>'pm_sy_ud')::int,
           case when event->>'scope' = 'source' then (event->>'id')::int end, event
    from happened order by n`.execute(tx)
  await sql`select pg_notify('desk_changes', ${STATUS_NEWS})`.execute(tx)
}

const LIVE = sql.lit(STATUS_CODES.live)

const sinceNow = ({ at }: Act) => sql`, live_since = case when i.to_status = ${LIVE} then ${at} else x.live_since end`

async function startBelow(
  tx: Tx,
  { accountId, at }: Act,
  scope: 'project' | 'survey',
  ids: readonly number[],
): Promise<void> {
  await sql`
    update source s set live_since = ${at}
    from survey v, project p
    where s.account_id = ${accountId} and ${sql.ref(`s.${scope}_id`)} = any(${ids}::int[]) and s.status = ${LIVE}
      and v.account_id = s.account_id and v.survey_id = s.survey_id and v.status = ${LIVE}
      and p.account_id = s.account_id and p.project_id = s.project_id and p.status = ${LIVE}`.execute(tx)
}
