import { ENDED_STATUSES, STATUS_CODES, type StatusScope } from '@desk/schema/statuses/status'
import { LAUNCH_OBJECTS_MAX, type LaunchNote } from '@desk/schema/statuses/launch'
import type { QualsQuotas } from '@desk/schema/sources/quals-quotas'
import type { SourceType } from '@desk/schema/sources/source'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { findQuotas } from './find-quotas.store.ts'
import type { StatusRow } from './status-row.ts'
import { findStored, LACKS_COMPLETE_REDIRECT, type StoredRow } from './statuses.store.ts'

/** The objects that may start together, by kind and id. */
export interface LaunchTree {
  readonly projectId: number
  readonly surveyIds: readonly number[]
  readonly sourceIds: readonly number[]
  readonly liveSources: number
  readonly leftOut: number
}

/** An object with its parents and children, without those that have ended; live sources are only counted. */
export async function findLaunchTree(
  tx: Tx,
  accountId: number,
  scope: StatusScope,
  { id, projectId, surveyId }: Pick<StoredRow, 'id' | 'projectId' | 'surveyId'>,
): Promise<LaunchTree> {
  const { rows } = await sql<Omit<LaunchTree, 'projectId' | 'leftOut'>>`
    with surveys as (
      select v.survey_id from survey v join project p on p.account_id = v.account_id and p.project_id = v.project_id
      where v.account_id = ${accountId} and v.project_id = ${projectId} and (${surveyId}::int is null or v.survey_id = ${surveyId}::int)
        and p.status <> all(${ENDED_STATUSES}::int[]) and v.status <> all(${ENDED_STATUSES}::int[])),
    sources as (
      select s.survey_id, s.source_id, s.status from source s join surveys v on v.survey_id = s.survey_id
      where s.account_id = ${accountId} and (${scope} <> 'source' or s.source_id = ${id}) and s.status <> all(${ENDED_STATUSES}::int[]))
    select array(select survey_id from surveys order by survey_id) as "surveyIds",
           array(select source_id from sources where status <> ${sql.lit(STATUS_CODES.live)} order by survey_id, source_id) as "sourceIds",
           (select count(*) from sources where status = ${sql.lit(STATUS_CODES.live)}) as "liveSources"`.execute(tx)
  const { surveyIds = [], sourceIds = [], liveSources = 0 } = rows[0] ?? {}
  const shown = surveyIds.slice(0, LAUNCH_OBJECTS_MAX - 1)
  const room = LAUNCH_OBJECTS_MAX - 1 - shown.length
  return {
    projectId,
    surveyIds: shown,
    sourceIds: sourceIds.slice(0, room),
    liveSources,
    leftOut: surveyIds.length - shown.length + Math.max(0, sourceIds.length - room),
  }
}

/** Locks objects of one kind in the order of their ids. */
export async function lockAll(tx: Tx, accountId: number, scope: StatusScope, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select from ${sql.table(scope)} where account_id = ${accountId} and ${sql.ref(`${scope}_id`)} = any(${ids}::int[])
    order by ${sql.ref(`${scope}_id`)} for no key update`.execute(tx)
}

/** An object with its guards' facts, and a source's quotas. */
export interface LaunchRow {
  readonly scope: StatusScope
  readonly row: StatusRow
  /** Null: it is no source. */
  readonly quotas: QualsQuotas | null
}

/** Reads objects of one kind, in the order of their ids. */
export async function readLaunchRows(
  tx: Tx,
  accountId: number,
  scope: StatusScope,
  ids: readonly number[],
): Promise<readonly LaunchRow[]> {
  const found: LaunchRow[] = []
  for (const stored of await findStored(tx, accountId, scope, ids)) {
    const quotas = scope === 'source' ? ((await findQuotas(tx, accountId, stored.id)) ?? null) : null
    found.push({ scope, row: { ...stored, quotasMeetable: quotas === null || quotas.problems.length === 0 }, quotas })
  }
  return found
}

/** The facts of a source that a launch shows. */
export interface LaunchSource {
  readonly id: number
  readonly type: SourceType
  /** Sell price less the dearest supply price; null: one of them is missing, such as the CPI of an exchange. */
  readonly marginCents: number | null
  readonly withoutRedirect: Extract<LaunchNote, { kind: 'no_complete_redirect' }>['suppliers']
}

/** The types, margins and redirects of sources. */
export async function findLaunchSources(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LaunchSource>> {
  const { rows } = await sql<LaunchSource>`
    select s.source_id as id, s.type,
      coalesce(v.sell_price_cents, p.sell_price_cents) - coalesce((
        select max(coalesce(x.supply_price_cents, s.supply_price_cents)) from source_supplier x
        where x.account_id = s.account_id and x.source_id = s.source_id), s.supply_price_cents) as "marginCents",
      coalesce((
        select jsonb_agg(jsonb_build_object('pm_sup_ud', k.supplier_id, 'name', k.name) order by k.name collate "und-x-icu", k.supplier_id)
        from source_supplier x join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
        where x.account_id = s.account_id and x.source_id = s.source_id and ${LACKS_COMPLETE_REDIRECT}), '[]') as "withoutRedirect"
    from source s
    join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    join project p on p.account_id = s.account_id and p.project_id = s.project_id
    where s.account_id = ${accountId} and s.source_id = any(${ids}::int[])`.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}
