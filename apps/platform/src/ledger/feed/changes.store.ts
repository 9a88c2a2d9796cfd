import type { Changes } from '@desk/schema/changes/changes'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { preparedRead, type PreparedRead, type ScopedRead } from '#kernel/db/prepared-read'
import type { Scope } from '#kernel/db/scope'
import type { Tx } from '#kernel/db/tx'
import {
  projectFiguresQuery,
  sourceRowsQuery,
  surveyFiguresQuery,
  toProjectFigures,
  toSourceRow,
  toSurveyFigures,
} from '../figures/figure-rows.store.ts'

/** The feed after a cursor, and its end. */
export interface FeedReading {
  readonly changes: Changes
  /** Commits are held back because an older transaction is still open. */
  readonly pending: boolean
}

// changes for webhooks alone are of kind 6, which no page reads
const KINDS = { pruned: 0, figures: 1, status: 2, session: 3, account: 4, alerts: 5 } as const
/** Beyond this, snapshots are cheaper for everybody than a list of what changed. */
const MAX_FEED_ROWS = 20_000
const GREATEST_XID = 2n ** 64n - 1n
/** A cursor: the server and its timeline, and the transaction that is read next. A new primary may give lost transaction ids again. */
const CURSOR = /^(?<server>\d+\.\d+)\.(?<xid>\d+)$/
const WHOLE_HOUSE: Scope = { role: 'desk_system' }

const AFTER = sql.raw('$1')
// the reads of one answer share a snapshot, and so its horizon
const HORIZON = sql`pg_snapshot_xmin(pg_current_snapshot())`
const [PRUNED, FIGURES, STATUS, SESSION, ACCOUNT, ALERTS] = [
  KINDS.pruned,
  KINDS.figures,
  KINDS.status,
  KINDS.session,
  KINDS.account,
  KINDS.alerts,
].map(kind => sql.lit(kind))
// beyond the limit the answer is a reset, without reading the rows
const FED = sql`(select * from change_feed where xid >= ${AFTER} and xid < ${HORIZON} limit ${sql.lit(MAX_FEED_ROWS + 1)})`

interface Stand {
  /** Which database server this is, since which promotion. */
  readonly server: string
  readonly horizon: string
  readonly pending: boolean
  readonly rows: number
  readonly committedAtMs: number | null
  readonly lost: boolean
}

const STAND = preparedRead(
  ['xid8'],
  sql<Stand>`
    select (select system_identifier::text from pg_control_system()) || '.' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint as server,
      stand.horizon::text as horizon,
      -- a row of a transaction that is yet to come is of the database that was restored from
      exists (select from change_feed where xid >= stand.horizon and xid < pg_snapshot_xmax(pg_current_snapshot())) as pending, fed.rows::int as rows, fed."committedAtMs",
      -- a cursor of another database, after a restore, or one that rows were pruned behind
      ${AFTER} > stand.horizon or exists (select from change_feed where kind = ${PRUNED} and xid >= ${AFTER}) as lost
    from (select ${HORIZON} as horizon) stand, (select count(*) as rows, (extract(epoch from max(at)) * 1000)::float8 as "committedAtMs" from ${FED} f) fed`,
)

const SOURCES = preparedRead(
  ['xid8'],
  sourceRowsQuery(sql`
    select s.* from (
      with fed as materialized ${FED}
      select account_id, source_id from fed where kind in (${FIGURES}, ${STATUS}) and source_id is not null
      -- the effective status of all that is below changes with it
      union select b.account_id, b.source_id from fed f join source b on b.account_id = f.account_id and b.survey_id = f.survey_id where f.kind = ${STATUS} and f.source_id is null
      union select b.account_id, b.source_id from fed f join source b on b.account_id = f.account_id and b.project_id = f.project_id where f.kind = ${STATUS} and f.source_id is null and f.survey_id is null
    ) moved cross join lateral (select * from source own where own.account_id = moved.account_id and own.source_id = moved.source_id offset 0) s`),
)
const SURVEYS = preparedRead(
  ['xid8'],
  surveyFiguresQuery(
    sql`(y.account_id, y.survey_id) in (select account_id, survey_id from ${FED} f where kind = ${FIGURES} and survey_id is not null)`,
  ),
)
const PROJECTS = preparedRead(
  ['xid8'],
  projectFiguresQuery(
    sql`(p.account_id, p.project_id) in (select account_id, project_id from ${FED} f where kind = ${FIGURES} and project_id is not null)`,
  ),
)

interface FedBody {
  readonly kind: number
  readonly accountId: number
  readonly body: StatusEvent & { readonly session_id: string; readonly uids: readonly number[] }
}

const BODIES = preparedRead(
  ['xid8'],
  sql<FedBody>`select kind, account_id as "accountId", body from ${FED} f where kind in (${STATUS}, ${SESSION}, ${ACCOUNT}, ${ALERTS}) order by position`,
)

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

/** The changed hour buckets (§3.24), of the sources and of the surveys and projects above them. */
const HOURS = preparedRead(
  ['xid8'],
  sql<HourRow>`
    with moved as (
      select distinct account_id, project_id, survey_id, source_id, hour from ${FED} f where kind = ${FIGURES} and hour is not null
    ), keys as (
      select distinct account_id, scope, scope_id, case when scope = 1 then null else survey_id end as survey_id, hour from moved
      cross join lateral (values (1::smallint, project_id), (2::smallint, survey_id), (3::smallint, source_id)) as v(scope, scope_id)
    )
    select k.account_id as "accountId", k.scope, k.scope_id as id, k.survey_id as "surveyId", h.hour, h.completes_live as live, h.completes_test as test
    from keys k cross join lateral (
      select * from hour_bucket own where own.account_id = k.account_id and own.scope = k.scope and own.scope_id = k.scope_id and own.hour = k.hour offset 0) h
    order by h.hour, k.scope, k.scope_id`,
)

/**
 * Reads the feed from a cursor up to the horizon, in one snapshot and one round trip. The horizon is the oldest open
 * transaction: everything below it is committed or rolled back, so that nothing can appear there later and be skipped.
 * @param after the cursor of the previous read; undefined to begin
 */
export async function readFeed(database: DeskDatabase, after: string | undefined): Promise<FeedReading> {
  const { server, xid } = CURSOR.exec(after ?? '')?.groups ?? {}
  // a cursor that no transaction can have had is from another database, like those beyond the horizon
  const from = xid === undefined || BigInt(xid) > GREATEST_XID ? null : xid
  const run = <Row>(read: PreparedRead<Row>): ScopedRead<Row> => ({ scope: WHOLE_HOUSE, read, values: [from ?? '0'] })
  if (from === null) {
    const [[stand]] = await database.readAtOnce([run(STAND)])
    return { changes: { ...nothingAt(stand), reset: true }, pending: false }
  }
  const [[stand], sources, surveys, projects, told, hours] = await database.readAtOnce([
    run(STAND),
    run(SOURCES),
    run(SURVEYS),
    run(PROJECTS),
    run(BODIES),
    run(HOURS),
  ])
  const nothing = nothingAt(stand)
  if (!stand || stand.server !== server || stand.lost || stand.rows > MAX_FEED_ROWS)
    return { changes: { ...nothing, reset: true }, pending: false }
  if (stand.rows === 0) return { changes: nothing, pending: stand.pending }
  const doubted = new Set(told.filter(({ kind }) => kind === KINDS.account).map(({ accountId }) => accountId))
  const alerted = told
    .filter(({ kind, body }) => kind === KINDS.alerts && body.uids.length > 0)
    .map(({ accountId, body: { uids } }) => ({ pm_dsh_ud: accountId, uids }))
  const changes: Changes = {
    ...nothing,
    sources: sources
      .map(toSourceRow)
      .map(({ accountId, projectId, row }) => ({ pm_dsh_ud: accountId, pm_proj_ud: projectId, row })),
    surveys: surveys.map(toSurveyFigures).map(({ accountId, row }) => ({ pm_dsh_ud: accountId, row })),
    projects: projects.map(toProjectFigures).map(({ accountId, row }) => ({ pm_dsh_ud: accountId, row })),
    hours: hours.map(toHour),
    statuses: told
      .filter(({ kind }) => kind === KINDS.status)
      .map(({ accountId, body }) => ({ pm_dsh_ud: accountId, event: body })),
    ended_sessions: told.filter(({ kind }) => kind === KINDS.session).map(({ body }) => body.session_id),
    ...(doubted.size === 0 ? {} : { doubted_accounts: [...doubted] }),
    ...(alerted.length === 0 ? {} : { alerted }),
    ...(stand.committedAtMs === null ? {} : { committed_at_ms: stand.committedAtMs }),
  }
  return { changes, pending: stand.pending }
}

function nothingAt(stand: Stand | undefined): Changes {
  if (!stand) throw new Error('A query over one row gives one row')
  return {
    cursor: `${stand.server}.${stand.horizon}`,
    reset: false,
    sources: [],
    surveys: [],
    projects: [],
    hours: [],
    statuses: [],
    ended_sessions: [],
  }
}

function toHour({ accountId, scope, id, surveyId, hour, live, test }: HourRow): Changes['hours'][number] {
  return {
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
  }
}

/** Changes not yet taken by a reader that must miss nothing (`takeFeed`) are stored for this much longer. */
const UNREAD_KEPT = sql.lit('6 days')

/**
 * Deletes rows older than `before`, and leaves a mark at the end, so that an older cursor gets `reset` (promises.md F5).
 * @returns the number of rows deleted
 */
export async function pruneFeed(tx: Tx, before: Date): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from change_feed where at < ${before} and xid < pg_snapshot_xmin(pg_current_snapshot())
        and (xid < all (select xid from feed_reader) or at < ${before}::timestamptz - ${UNREAD_KEPT}::interval)
        -- of the database that was restored from
        or xid >= pg_snapshot_xmax(pg_current_snapshot())
      returning kind, xid
    ), mark as (
      insert into change_feed (account_id, kind, xid)
      select 0, ${KINDS.pruned}, xid from gone where xid < pg_snapshot_xmin(pg_current_snapshot()) order by xid desc limit 1
    )
    select count(*) filter (where kind <> ${KINDS.pruned})::int as gone from gone`.execute(tx)
  return rows[0]?.gone ?? 0
}
