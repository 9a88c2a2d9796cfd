import type { Changes } from '@desk/schema/changes/changes'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import { readProjectFigures, readSourceRows, readSurveyFigures } from '../figures/figure-rows.store.ts'

/** What stands in the feed after a cursor, and where it ends. */
export interface FeedReading {
  readonly changes: Changes
  /** Something was committed that may not be served yet, because an older transaction is still open. */
  readonly pending: boolean
}

const KINDS = { pruned: 0, figures: 1, status: 2, session: 3 } as const
/** Beyond this, snapshots are cheaper for everybody than a list of what changed. */
const MAX_FEED_ROWS = 20_000
const GREATEST_XID = 2n ** 64n - 1n

interface Stand {
  readonly horizon: string
  readonly pending: boolean
  readonly rows: number
  readonly lost: boolean
}

interface Touched {
  readonly sourceIds: number[]
  readonly surveyIds: number[]
  readonly projectIds: number[]
  readonly statusSurveyIds: number[]
  readonly statusProjectIds: number[]
  readonly committedAtMs: number
}

/**
 * Reads the feed from a cursor up to the horizon, in the snapshot of the open transaction: the oldest transaction that is
 * still open. Whatever is below it is committed or gone for good, so that nothing can appear there later and be skipped.
 * @param after the cursor of the reading before; undefined to begin
 */
export async function readFeed(tx: Tx, after: string | undefined): Promise<FeedReading> {
  // a cursor that no transaction can have had is one of another database, like those beyond the horizon
  const from = after === undefined || BigInt(after) > GREATEST_XID ? '0' : after
  const { rows } = await sql<Stand>`
    with stand as (select pg_snapshot_xmin(pg_current_snapshot()) as horizon)
    select horizon::text as horizon,
      exists (select from change_feed where xid >= horizon) as pending,
      (select count(*) from (select from change_feed where xid >= ${from}::xid8 and xid < horizon limit ${MAX_FEED_ROWS + 1}) f)::int as rows,
      -- a cursor of another database, after a restore, or one that rows were pruned behind
      ${from}::xid8 > horizon or exists (select from change_feed where kind = ${KINDS.pruned} and xid >= ${from}::xid8) as lost
    from stand`.execute(tx)
  const [stand] = rows
  if (!stand) throw new Error('A query over one row gives one row')
  const { horizon: cursor, pending } = stand
  const nothing: Changes = { cursor, reset: false, sources: [], surveys: [], projects: [], hours: [], statuses: [], ended_sessions: [] }
  if (from !== after || stand.lost || stand.rows > MAX_FEED_ROWS) return { changes: { ...nothing, reset: true }, pending: false }
  if (stand.rows === 0) return { changes: nothing, pending }
  return { changes: await readChanges(tx, from, nothing), pending }
}

async function readChanges(tx: Tx, after: string, nothing: Changes): Promise<Changes> {
  const between = sql`xid >= ${after}::xid8 and xid < ${nothing.cursor}::xid8`
  const { rows } = await sql<Touched>`
    select
      array(select distinct source_id from change_feed where ${between} and kind in (${KINDS.figures}, ${KINDS.status}) and source_id is not null) as "sourceIds",
      array(select distinct survey_id from change_feed where ${between} and kind = ${KINDS.figures} and survey_id is not null) as "surveyIds",
      array(select distinct project_id from change_feed where ${between} and kind = ${KINDS.figures} and project_id is not null) as "projectIds",
      array(select distinct survey_id from change_feed where ${between} and kind = ${KINDS.status} and source_id is null and survey_id is not null) as "statusSurveyIds",
      array(select distinct project_id from change_feed where ${between} and kind = ${KINDS.status} and survey_id is null and project_id is not null) as "statusProjectIds",
      (select extract(epoch from max(at)) * 1000 from change_feed where ${between})::float8 as "committedAtMs"`.execute(tx)
  const [touched] = rows
  if (!touched) throw new Error('A query without a FROM gives one row')
  const { sourceIds, surveyIds, projectIds, statusSurveyIds, statusProjectIds, committedAtMs } = touched
  // the effective status of all that is below changes with it
  const sourcesBelow = sourceIds.length + statusSurveyIds.length + statusProjectIds.length > 0
  const sources = sourcesBelow
    ? await readSourceRows(tx, sql`(s.source_id = any(${sourceIds}) or s.survey_id = any(${statusSurveyIds}) or s.project_id = any(${statusProjectIds}))`)
    : []
  const surveys = surveyIds.length > 0 ? await readSurveyFigures(tx, sql`y.survey_id = any(${surveyIds})`) : []
  const projects = projectIds.length > 0 ? await readProjectFigures(tx, sql`p.project_id = any(${projectIds})`) : []
  const bodies = await sql<{ kind: number; accountId: number; body: StatusEvent & { session_id: string } }>`
    select kind, account_id as "accountId", body from change_feed where ${between} and kind in (${KINDS.status}, ${KINDS.session}) order by position`.execute(tx)
  return {
    ...nothing,
    sources: sources.map(({ accountId, projectId, row }) => ({ pm_dsh_ud: accountId, pm_proj_ud: projectId, row })),
    surveys: surveys.map(({ accountId, row }) => ({ pm_dsh_ud: accountId, row })),
    projects: projects.map(({ accountId, row }) => ({ pm_dsh_ud: accountId, row })),
    hours: await readHours(tx, after, nothing.cursor),
    statuses: bodies.rows.filter(({ kind }) => kind === KINDS.status).map(({ accountId, body }) => ({ pm_dsh_ud: accountId, event: body })),
    ended_sessions: bodies.rows.filter(({ kind }) => kind === KINDS.session).map(({ body }) => body.session_id),
    committed_at_ms: committedAtMs,
  }
}

const SCOPE_NAMES = { 1: 'project', 2: 'survey', 3: 'source' } as const

interface HourRow {
  readonly accountId: number
  readonly scope: keyof typeof SCOPE_NAMES
  readonly id: number
  readonly surveyId: number | null
  readonly hour: Date
  readonly live: number
  readonly test: number
}

/** The hour buckets that moved (§3.24), of the sources and of the surveys and projects above them. */
async function readHours(tx: Tx, after: string, horizon: string): Promise<Changes['hours']> {
  const { rows } = await sql<HourRow>`
    with moved as (
      select distinct account_id, project_id, survey_id, source_id, hour from change_feed
      where xid >= ${after}::xid8 and xid < ${horizon}::xid8 and kind = ${KINDS.figures} and hour is not null
    ), keys as (
      select distinct account_id, scope, scope_id, case when scope = 1 then null else survey_id end as survey_id, hour from moved
      cross join lateral (values (1::smallint, project_id), (2::smallint, survey_id), (3::smallint, source_id)) as v(scope, scope_id)
    )
    select k.account_id as "accountId", k.scope, k.scope_id as id, k.survey_id as "surveyId", h.hour, h.completes_live as live, h.completes_test as test
    from keys k join hour_bucket h on h.account_id = k.account_id and h.scope = k.scope and h.scope_id = k.scope_id and h.hour = k.hour
    order by h.hour, k.scope, k.scope_id`.execute(tx)
  return rows.map(({ accountId, scope, id, surveyId, hour, live, test }) => ({
    pm_dsh_ud: accountId,
    scope: SCOPE_NAMES[scope],
    id,
    pm_sy_ud: surveyId,
    row: {
      Start_Time: hour.toISOString(),
      Completes_Count_Live: live,
      Completes_Count_Test: test,
      ...(scope === 3 ? { stmid: id } : {}),
    },
  }))
}

/**
 * Removes what is older than `before`, and leaves a mark where it ended, so that a cursor from before it is told to take
 * snapshots (promises.md F5).
 * @returns how many rows went
 */
export async function pruneFeed(tx: Tx, before: Date): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from change_feed where at < ${before} and xid < pg_snapshot_xmin(pg_current_snapshot()) returning kind, xid
    ), mark as (
      insert into change_feed (account_id, kind, xid) select 0, ${KINDS.pruned}, xid from gone order by xid desc limit 1
    )
    select count(*) filter (where kind <> ${KINDS.pruned})::int as gone from gone`.execute(tx)
  return rows[0]?.gone ?? 0
}
