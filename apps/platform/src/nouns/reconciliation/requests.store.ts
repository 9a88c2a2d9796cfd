import type { ReconciliationState } from '@desk/schema/reconciliation/reconciliation-request'
import type { TableReading } from '@desk/schema/sent-tables/table-reading'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import { RULES_VERSION, type RequestRow } from './request-row.ts'

const COLUMNS = sql`
  r.reconciliation_id as id, r.project_id as "projectId", r.number, r.mode, r.version, r.kind, r.channel, r.state, r.filename,
  encode(r.sha256, 'hex') as sha256, r.reading, r.rules_version as "rulesVersion", r.note, r.purchase_order as "purchaseOrder", r.undo_of as "undoOf",
  (select u.number from reconciliation u where u.account_id = r.account_id and u.reconciliation_id = r.undo_of) as "undoOfNumber",
  r.undo_of_supplier as "undoOfSupplier", r.unticked_reasons as "untickedReasons", r.unticked_suppliers as "untickedSuppliers",
  encode(r.digest, 'hex') as digest, r.rows_count as rows, r.rest_count as "restRows", r.changes, r.open_suggestions as "openSuggestions",
  r.outcomes, r.rest_outcomes as "restOutcomes", r.sell_cents::float8 as "sellCents", r.supply_cents::float8 as "supplyCents", r.priced_changes as "pricedChanges",
  r.undo_until as "undoUntil", r.undone_rows as "undoneRows", r.fault, ${userName('r.account_id', 'r.created_by')} as by, r.created_by as "byUid",
  r.created_at as at, ${userName('r.account_id', 'r.stored_by')} as "storedBy", r.stored_at as "storedAt"`

async function select(tx: Tx, accountId: number, rest: RawBuilder<unknown>): Promise<readonly RequestRow[]> {
  const { rows } =
    await sql<RequestRow>`select ${COLUMNS} from reconciliation r where r.account_id = ${accountId} and ${rest}`.execute(
      tx,
    )
  return rows
}

/** The requests of a project, newest first. */
export const listRequests = (
  tx: Tx,
  accountId: number,
  projectId: number,
  page: Page,
): Promise<readonly RequestRow[]> =>
  select(
    tx,
    accountId,
    sql`r.project_id = ${projectId} order by r.number desc limit ${page.limit} offset ${page.offset}`,
  )

/** A request of the account. */
export async function findRequest(tx: Tx, accountId: number, id: number): Promise<RequestRow | undefined> {
  const [row] = await select(tx, accountId, sql`r.reconciliation_id = ${id}`)
  return row
}

/** The same, locked until the transaction ends. */
export async function lockRequest(tx: Tx, accountId: number, id: number): Promise<RequestRow | undefined> {
  const [row] = await select(tx, accountId, sql`r.reconciliation_id = ${id} for update`)
  return row
}

const LOCK_CLASS = 55

/** Lets the requests of one project wait for each other until the transaction ends. */
export async function takeTurn(tx: Tx, projectId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_CLASS}, ${projectId})`.execute(tx)
}

/** The latest request of a project with these bytes that was not given up. */
export async function findSameBytes(
  tx: Tx,
  accountId: number,
  projectId: number,
  sha256: Buffer,
): Promise<RequestRow | undefined> {
  const [row] = await select(
    tx,
    accountId,
    sql`r.project_id = ${projectId} and r.sha256 = ${sha256} and r.state not in ('failed', 'abandoned') order by r.number desc limit 1`,
  )
  return row
}

/** A request before it is judged. */
export interface NewRequest extends Pick<
  RequestRow,
  'projectId' | 'mode' | 'version' | 'kind' | 'channel' | 'note' | 'purchaseOrder'
> {
  readonly filename: string | null
  readonly sha256: Buffer | null
  /** Null: no file came. */
  readonly bytes: Buffer | null
  /** Null: no list came. */
  readonly reading: TableReading | null
  readonly undoOf: number | null
  readonly undoOfSupplier: number | null
  readonly userId: number
  readonly at: Date
  /** Why it is none; null: it is read. */
  readonly fault: string | null
}

/** Stores a request under the next number of its project. */
export async function insertRequest(tx: Tx, accountId: number, request: NewRequest): Promise<number> {
  await takeTurn(tx, request.projectId)
  const { rows } = await sql<{ id: number }>`
    insert into reconciliation (account_id, project_id, number, mode, version, kind, channel, state, filename, sha256, reading, rules_version, note, purchase_order,
      undo_of, undo_of_supplier, fault, created_by, created_at)
    select ${accountId}, ${request.projectId}, coalesce(max(number), 0) + 1, ${request.mode}, ${request.version}, ${request.kind}, ${request.channel},
      ${request.fault === null ? 'parsed' : 'failed'}, ${request.filename}, ${request.sha256},
      ${request.reading === null ? null : JSON.stringify(request.reading)}::jsonb, ${RULES_VERSION}, ${request.note}, ${request.purchaseOrder},
      ${request.undoOf}, ${request.undoOfSupplier}, ${request.fault}, ${request.userId}, ${request.at}
    from reconciliation where account_id = ${accountId} and project_id = ${request.projectId}
    returning reconciliation_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The request was not stored')
  if (request.bytes !== null)
    await sql`insert into reconciliation_file (account_id, reconciliation_id, bytes) values (${accountId}, ${id}, ${request.bytes})`.execute(
      tx,
    )
  return id
}

export async function setState(tx: Tx, accountId: number, id: number, state: ReconciliationState): Promise<void> {
  await sql`update reconciliation set state = ${state} where account_id = ${accountId} and reconciliation_id = ${id}`.execute(
    tx,
  )
}

/** The lines that a preview leaves out from now on; undefined: as before. */
export async function setUnticked(
  tx: Tx,
  accountId: number,
  id: number,
  reasons: readonly number[] | undefined,
  suppliers: readonly number[] | undefined,
): Promise<void> {
  await sql`
    update reconciliation set unticked_reasons = coalesce(${reasons ?? null}::int[], unticked_reasons),
      unticked_suppliers = coalesce(${suppliers ?? null}::int[], unticked_suppliers)
    where account_id = ${accountId} and reconciliation_id = ${id}`.execute(tx)
}

/** Marks a request as stored; of an undo, the rows that it restores as undone, and the request when all of its rows are. */
export async function markStored(
  tx: Tx,
  accountId: number,
  { id, undoOf }: Pick<RequestRow, 'id' | 'undoOf'>,
  userId: number,
  at: Date,
): Promise<void> {
  await sql`
    update reconciliation set state = 'stored', stored_by = ${userId}, stored_at = ${at}
    where account_id = ${accountId} and reconciliation_id = ${id}`.execute(tx)
  if (undoOf === null) return
  // `is true` keeps it a hashed set: without statistics a join compares each row with each other one
  await sql`
    update reconciliation_row o set undone_by = ${id}
    where o.account_id = ${accountId} and o.reconciliation_id = ${undoOf} and (o.line in (
      select u.undone_line from reconciliation_row u where u.account_id = ${accountId} and u.reconciliation_id = ${id} and u.is_applied)) is true`.execute(
    tx,
  )
  await sql`
    update reconciliation r set undone_rows = n.undone, state = case when n.left_over = 0 then 'undone' else r.state end,
      undo_until = case when n.left_over = 0 then null else n.until end
    from (
      select count(*) filter (where undone_by is not null) as undone, count(*) filter (where undone_by is null) as left_over,
        max(deadline_at) filter (where undone_by is null) as until
      from reconciliation_row where account_id = ${accountId} and reconciliation_id = ${undoOf} and is_applied
    ) n
    where r.account_id = ${accountId} and r.reconciliation_id = ${undoOf}`.execute(tx)
}

/** The account's zone and the last day of its windows. */
export interface AccountWindow {
  readonly zone: string
  readonly day: number
}

export async function findWindow(tx: Tx, accountId: number): Promise<AccountWindow> {
  const { rows } = await sql<AccountWindow>`
    select z.iana_name as zone, a.reconciliation_window_day::int as day
    from account a join time_zone z on z.code = a.time_zone_code where a.account_id = ${accountId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The account of a caller is there')
  return row
}

/** A project as reconciliations see it. */
export interface ReconciledProject {
  readonly name: string
  readonly number: string
  readonly createdAt: Date
}

export async function findProject(
  tx: Tx,
  accountId: number,
  projectId: number,
): Promise<ReconciledProject | undefined> {
  const { rows } = await sql<ReconciledProject>`
    select name, number, created_at as "createdAt" from project where account_id = ${accountId} and project_id = ${projectId}`.execute(
    tx,
  )
  return rows[0]
}

/** The text that guards ask to type: the project's number, or its id where it has none. */
export const numberToType = (projectId: number, { number }: ReconciledProject): string =>
  number.trim() === '' ? String(projectId) : number.trim()
