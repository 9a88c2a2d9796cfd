import { SOURCE_ON_WIRE } from '@desk/schema/sources/source'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import type { WebhookFilterScope } from '@desk/schema/webhooks/webhook'
import type { Schema } from 'effect'
import { sql } from 'kysely'
import { SEES_INTERNAL_VIEW } from '#identity/users/internal-view'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'
import type { FeedSpan } from '#ledger/feed/feed-reader.store'
import type { Place, RaisedAlert } from './events-of-change.ts'
import { EVENT_FEED_KIND, type RecordedEvent } from './record-event.store.ts'

/** An endpoint that is on, and what it asks for. */
export interface Listening {
  readonly accountId: number
  readonly id: number
  readonly kinds: readonly string[]
  readonly filterScope: WebhookFilterScope | null
  readonly filterId: number | null
  readonly onSince: Date
  /** Its maker has the internal view: it also gets events that the external view does not show. */
  readonly seesInternal: boolean
}

/** The endpoints of every account that are on. */
export async function listeningWebhooks(tx: Tx): Promise<readonly Listening[]> {
  const { rows } = await sql<Listening>`
    select w.account_id as "accountId", w.webhook_id as id, w.kinds, w.filter_scope as "filterScope", w.filter_id as "filterId",
      w.on_since as "onSince", ${SEES_INTERNAL_VIEW} as "seesInternal"
    from webhook w
      left join app_user u on u.user_id = w.created_by
      left join account home on home.account_id = u.home_account_id
      left join user_account m on m.account_id = w.account_id and m.user_id = u.user_id
    where w.is_on order by w.webhook_id`.execute(tx)
  return rows
}

/** The place of a row in the feed. */
export interface FeedPlace extends Place {
  readonly accountId: number
  readonly xid: string
  readonly position: number
  readonly at: Date
}

interface StatusRow extends FeedPlace {
  readonly event: StatusEvent
  readonly name: string
}

const PLACE =
  sql.raw(`f.account_id as "accountId", f.xid::text as xid, f.position::float8 as position, f.at, f.project_id as "projectId",
  f.survey_id as "surveyId", f.source_id as "sourceId"`)

const [FIGURES, STATUS, ALERT] = [sql.lit(1), sql.lit(2), sql.lit(5)]

/** The changes of status in a part of the feed, of these accounts. */
export async function statusesIn(
  tx: Tx,
  { from, to }: FeedSpan,
  accountIds: readonly number[],
): Promise<readonly StatusRow[]> {
  const { rows } = await sql<StatusRow>`
    select ${PLACE}, f.body as event, coalesce(s.name, y.name, p.name) as name
    from change_feed f
      left join source s on s.account_id = f.account_id and s.source_id = f.source_id
      left join survey y on y.account_id = f.account_id and y.survey_id = f.survey_id and f.source_id is null
      left join project p on p.account_id = f.account_id and p.project_id = f.project_id and f.survey_id is null
    where f.kind = ${STATUS} and f.xid >= ${from}::xid8 and f.xid < ${to}::xid8 and f.account_id = any(${accountIds}::int[])
    order by f.xid, f.position`.execute(tx)
  return rows
}

interface AlertRow extends FeedPlace {
  readonly alert: RaisedAlert
}

/** The alerts that rules of these accounts have raised in a part of the feed. */
export async function alertsIn(
  tx: Tx,
  { from, to }: FeedSpan,
  accountIds: readonly number[],
): Promise<readonly AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select ${PLACE}, jsonb_build_object('alert_id', a.alert_id, 'kind', a.kind, 'scope', a.scope, 'place_id', a.place_id,
      'place_name', coalesce(s.name, y.name, p.name, a.facts ->> 'webhook'), 'pm_proj_ud', a.project_id, 'pm_proj_name', p.name, 'pm_sy_ud', a.survey_id, 'facts', a.facts,
      'began_at', to_char(a.began_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'rule', r.name) as alert
    from change_feed f
      join alert a on a.account_id = f.account_id and a.alert_id = (f.body ->> 'alert_id')::int
      left join project p on p.account_id = a.account_id and p.project_id = a.project_id
      left join alert_rule r on r.alert_rule_id = a.alert_rule_id
      left join source s on a.scope = 'source' and s.account_id = a.account_id and s.source_id = a.place_id
      left join survey y on a.scope = 'survey' and y.account_id = a.account_id and y.survey_id = a.place_id
    where f.kind = ${ALERT} and f.body ->> 'alert_id' is not null and f.xid >= ${from}::xid8 and f.xid < ${to}::xid8
      and f.account_id = any(${accountIds}::int[])
    order by f.xid, f.position`.execute(tx)
  return rows
}

interface RecordedRow extends FeedPlace {
  readonly event: Pick<RecordedEvent, 'kind' | 'data' | 'supplierId'>
}

/** The other events for these accounts' endpoints, in a part of the feed. */
export async function recordedIn(
  tx: Tx,
  { from, to }: FeedSpan,
  accountIds: readonly number[],
): Promise<readonly RecordedRow[]> {
  const { rows } = await sql<RecordedRow>`
    select ${PLACE}, f.body as event from change_feed f
    where f.kind = ${EVENT_FEED_KIND} and f.xid >= ${from}::xid8 and f.xid < ${to}::xid8 and f.account_id = any(${accountIds}::int[])
    order by f.xid, f.position`.execute(tx)
  return rows
}

interface CompleteRow extends FeedPlace {
  readonly completedAt: Date
  readonly respondent: Schema.JsonObject
}

/** The new completes in a part of the feed, of these accounts. */
export async function completesIn(
  tx: Tx,
  { from, to }: FeedSpan,
  accountIds: readonly number[],
): Promise<readonly CompleteRow[]> {
  const { rows } = await sql<FeedPlace & CompleteFacts>`
    select ${PLACE}, replace(r.rdud::text, '-', '') as hex, r.rid, r.is_test as "isTest", r.interview_seconds as "interviewSeconds", r.entered_at as "enteredAt",
      coalesce(r.ended_at, f.at) as "completedAt", r.supplier_id as "supplierId", u.name as supplier, s.name as source, y.name as survey, p.name as project
    from change_feed f
      cross join lateral unnest(f.completes) with ordinality c (rdud, n)
      join respondent r on r.account_id = f.account_id and r.rdud = c.rdud
      join source s on s.account_id = f.account_id and s.source_id = f.source_id
      join survey y on y.account_id = f.account_id and y.survey_id = f.survey_id
      join project p on p.account_id = f.account_id and p.project_id = f.project_id
      left join supplier u on u.account_id = f.account_id and u.supplier_id = r.supplier_id
    where f.kind = ${FIGURES} and f.completes is not null and f.xid >= ${from}::xid8 and f.xid < ${to}::xid8 and f.account_id = any(${accountIds}::int[])
    order by f.xid, f.position, c.n`.execute(tx)
  return rows.map(row => ({ ...row, respondent: respondentOf(row) }))
}

interface CompleteFacts {
  readonly hex: string
  readonly rid: string
  readonly isTest: boolean
  readonly interviewSeconds: number | null
  readonly enteredAt: Date
  readonly completedAt: Date
  readonly supplierId: number | null
  readonly supplier: string | null
  readonly source: string
  readonly survey: string
  readonly project: string
}

/** A complete by the names of the API; prices stay in the desk. */
function respondentOf(row: FeedPlace & CompleteFacts): Schema.JsonObject {
  return {
    rdud: formatRdud(row.accountId, row.hex),
    rid: row.rid,
    is_test: row.isTest,
    stmid: row.sourceId,
    [SOURCE_ON_WIRE.name]: row.source,
    pm_sy_ud: row.surveyId,
    pm_sy_name: row.survey,
    pm_proj_ud: row.projectId,
    pm_proj_name: row.project,
    pm_sup_ud: row.supplierId,
    supplier: row.supplier,
    entered_at: row.enteredAt.toISOString(),
    completed_at: row.completedAt.toISOString(),
    loi_minutes: row.interviewSeconds === null ? null : row.interviewSeconds / 60,
  }
}
