import type {
  AccountExclusion,
  ExcludedProject,
  ExcludedStates,
  FoundProject,
  ProjectSupplierExclusions,
  SampleExclusion,
  SupplierExclusion,
} from '@desk/schema/exclusions/exclusion'
import { EXCLUDED_SUPPLIERS_MAX, LOOK_BACK_DAYS_DEFAULT } from '@desk/schema/exclusions/exclusion'
import { LIST_LIMIT_MAX } from '@desk/api/lists'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { containing } from '#kernel/lists/containing'
import type { Page } from '#kernel/lists/page'
import { SCOPE_CODES } from '#statuses/status-sql'

const PROJECT = sql.lit(SCOPE_CODES.project)

/** The account's projects but this one, by part of their name or number or by their id, the newest first (api:X1). */
export async function searchProjects(
  tx: Tx,
  accountId: number,
  projectId: number,
  words: string,
  page: Page,
): Promise<readonly FoundProject[]> {
  const pattern = containing(words)
  const { rows } = await sql<FoundProject>`
    select p.project_id as pm_proj_ud, p.name, p.number, p.status as statusid, coalesce(r.entrants, 0)::int as entrants, coalesce(r.completes, 0)::int as completes
    from project p left join rollup r on r.account_id = p.account_id and r.scope = ${PROJECT} and r.scope_id = p.project_id
    where p.account_id = ${accountId} and p.project_id <> ${projectId}
      and (${words} = '' or p.name ilike ${pattern} or p.number ilike ${pattern} or p.project_id::text = ${words})
    order by p.project_id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

/** The account's own among these projects. */
export async function knownProjects(tx: Tx, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select project_id as id from project where account_id = ${accountId} and project_id = any(${ids}::int[])`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Whom a source excludes. */
export interface StoredSampleExclusion {
  readonly projectIds: readonly number[]
  readonly states: ExcludedStates
  readonly lookBackDays: number
}

/** Whom a source keeps out, with how many of each project: by its hours, so that the look-back begins with a whole one (api:X2). */
export async function findSampleExclusion(
  tx: Tx,
  accountId: number,
  sourceId: number,
  at: Date,
): Promise<SampleExclusion | undefined> {
  const { rows } = await sql<Omit<SampleExclusion, 'stmid' | 'kept_out'>>`
    select coalesce(x.version, 0) as version, coalesce(x.states, 'completes') as states, coalesce(x.look_back_days, ${LOOK_BACK_DAYS_DEFAULT}) as look_back_days,
      coalesce((select jsonb_agg(jsonb_build_object('pm_proj_ud', p.project_id, 'name', p.name, 'number', p.number, 'kept_out',
          (select greatest(0, coalesce(sum(case x.states when 'entrants' then h.entrants else h.completes_live end), 0)) from hour_bucket h
            where h.account_id = p.account_id and h.scope = ${PROJECT} and h.scope_id = p.project_id and h.hour > ${at}::timestamptz - make_interval(days => x.look_back_days)))
          order by p.project_id desc)
        from project p where p.account_id = s.account_id and p.project_id = any(x.project_ids)), '[]') as projects
    from source s left join source_exclusion x on x.account_id = s.account_id and x.source_id = s.source_id
    where s.account_id = ${accountId} and s.source_id = ${sourceId}`.execute(tx)
  const [row] = rows
  return row && { stmid: sourceId, ...row, kept_out: row.projects.reduce((sum, { kept_out: of }) => sum + of, 0) }
}

/** Stores whom a locked source excludes. */
export async function storeSampleExclusion(
  tx: Tx,
  accountId: number,
  sourceId: number,
  { projectIds, states, lookBackDays }: StoredSampleExclusion,
): Promise<void> {
  await sql`
    insert into source_exclusion as x (account_id, source_id, project_ids, states, look_back_days, version)
    values (${accountId}, ${sourceId}, ${projectIds}::int[], ${states}, ${lookBackDays}, 1)
    on conflict (account_id, source_id) do update set (project_ids, states, look_back_days, version) =
      (excluded.project_ids, excluded.states, excluded.look_back_days, x.version + 1)`.execute(tx)
}

/** The suppliers that a project does not take respondents of, by name (api:X4). */
export async function findProjectExclusions(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<ProjectSupplierExclusions> {
  const { rows } = await sql<ProjectSupplierExclusions['suppliers'][number]>`
    select k.supplier_id as pm_sup_ud, k.name, coalesce(k.supplier_id = any(a.supplier_ids), false) as everywhere
    from supplier k
    left join supplier_exclusion x on x.account_id = k.account_id and x.supplier_id = k.supplier_id
    left join account_exclusion a on a.account_id = k.account_id
    where k.account_id = ${accountId} and k.deleted_at is null and (${projectId} = any(x.project_ids) or k.supplier_id = any(a.supplier_ids))
    order by k.name collate "und-x-icu", k.supplier_id limit ${LIST_LIMIT_MAX}`.execute(tx)
  return { pm_proj_ud: projectId, suppliers: rows }
}

/** The projects that do not take respondents of a supplier (api:X5). */
export async function findSupplierExclusion(
  tx: Tx,
  accountId: number,
  supplierId: number,
): Promise<SupplierExclusion | undefined> {
  const { rows } = await sql<Omit<SupplierExclusion, 'pm_sup_ud'>>`
    select coalesce(x.version, 0) as version,
      coalesce((select k.supplier_id = any(a.supplier_ids) from account_exclusion a where a.account_id = k.account_id), false) as everywhere,
      coalesce((select jsonb_agg(jsonb_build_object('pm_proj_ud', p.project_id, 'name', p.name, 'number', p.number) order by p.project_id desc)
        from project p where p.account_id = k.account_id and p.project_id = any(x.project_ids)), '[]') as projects
    from supplier k left join supplier_exclusion x on x.account_id = k.account_id and x.supplier_id = k.supplier_id
    where k.account_id = ${accountId} and k.supplier_id = ${supplierId} and k.deleted_at is null`.execute(tx)
  const [row] = rows
  return row && { pm_sup_ud: supplierId, ...row }
}

/** Locks a supplier, so that edits of its exclusions run one after the other. */
export async function holdSupplier(tx: Tx, accountId: number, supplierId: number): Promise<void> {
  await sql`select from supplier where account_id = ${accountId} and supplier_id = ${supplierId} for no key update`.execute(
    tx,
  )
}

export async function storeSupplierExclusion(
  tx: Tx,
  accountId: number,
  supplierId: number,
  projectIds: readonly number[],
): Promise<void> {
  await sql`
    insert into supplier_exclusion as x (account_id, supplier_id, project_ids, version) values (${accountId}, ${supplierId}, ${projectIds}::int[], 1)
    on conflict (account_id, supplier_id) do update set (project_ids, version) = (excluded.project_ids, x.version + 1)`.execute(
    tx,
  )
}

/** The suppliers that an account excludes from every project, by name (api:X7); those that were deleted are left out. */
export async function findAccountExclusion(tx: Tx, accountId: number): Promise<AccountExclusion> {
  const { rows } = await sql<Omit<AccountExclusion, 'pm_dsh_ud'>>`
    select coalesce(max(a.version), 0) as version,
      coalesce(jsonb_agg(jsonb_build_object('pm_sup_ud', k.supplier_id, 'name', k.name) order by k.name collate "und-x-icu", k.supplier_id)
        filter (where k.supplier_id is not null), '[]') as suppliers
    from account_exclusion a
    left join supplier k on k.account_id = a.account_id and k.supplier_id = any(a.supplier_ids) and k.deleted_at is null
    where a.account_id = ${accountId} limit ${EXCLUDED_SUPPLIERS_MAX}`.execute(tx)
  const { version = 0, suppliers = [] } = rows[0] ?? {}
  return { pm_dsh_ud: accountId, version, suppliers }
}

/** Locks the account's exclusions until the transaction ends. */
export async function holdAccountExclusion(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account exclusion', ${accountId}))`.execute(tx)
}

export async function storeAccountExclusion(tx: Tx, accountId: number, supplierIds: readonly number[]): Promise<void> {
  await sql`
    insert into account_exclusion as a (account_id, supplier_ids, version) values (${accountId}, ${supplierIds}::int[], 1)
    on conflict (account_id) do update set (supplier_ids, version) = (excluded.supplier_ids, a.version + 1)`.execute(tx)
}

/** A project in an object's history. */
export const projectText = ({ name, pm_proj_ud: id }: ExcludedProject): string => `${name} (${id})`
