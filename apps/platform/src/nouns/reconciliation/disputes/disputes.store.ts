import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { Dispute, DisputeState } from '@desk/schema/disputes/dispute'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import { formatRdud } from '#ledger/facts/rdud'
import type { AccountWindow } from '../requests.store.ts'
import { monthOf } from '../window-sql.ts'

interface Row extends Omit<Dispute, 'rdud' | 'raised_at' | 'lapses_at' | 'decided_at' | 'currency'> {
  readonly hex: string
  readonly raised_at: Date
  readonly lapses_at: Date
  readonly decided_at: Date | null
}

async function select(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  rest: RawBuilder<unknown>,
): Promise<readonly Dispute[]> {
  const { rows } = await sql<Row>`
    select d.dispute_id as dispute_ud, d.state, d.supplier_id as pm_sup_ud, k.name as supplier_name, d.project_id as pm_proj_ud, p.name as project_name,
      d.reconciliation_id as reconciliation_ud, r.number as request_number, replace(d.rdud::text, '-', '') as hex, coalesce(w.rid, '') as rid, w.reason_code,
      ${monthOf(window, sql`w.completed_at`)} as complete_month, nullif(w.supply_cents, 0) as supply_cents, w.sell_cents, d.evidence, ${userName('d.account_id', 'd.raised_by')} as raised_by,
      d.raised_at, d.lapses_at, ${userName('d.account_id', 'd.decided_by')} as decided_by, d.decided_at, d.decision_note, d.overturned_by, d.version
    from dispute d
    join supplier k on k.account_id = d.account_id and k.supplier_id = d.supplier_id
    join project p on p.account_id = d.account_id and p.project_id = d.project_id
    join reconciliation r on r.account_id = d.account_id and r.reconciliation_id = d.reconciliation_id
    left join reconciliation_row w on w.account_id = d.account_id and w.reconciliation_id = d.reconciliation_id and w.line = d.line
    where d.account_id = ${accountId} and ${rest}`.execute(tx)
  return rows.map(({ hex, raised_at, lapses_at, decided_at, ...row }) => ({
    ...row,
    rdud: formatRdud(accountId, hex),
    currency: ACCOUNT_CURRENCY,
    raised_at: raised_at.toISOString(),
    lapses_at: lapses_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  }))
}

/** Which disputes are asked for; undefined: all. */
export interface DisputeFilter {
  readonly state: DisputeState | undefined
  readonly supplierId: number | undefined
}

const matching = ({ state, supplierId }: DisputeFilter): RawBuilder<unknown> =>
  sql`(${state ?? null}::text is null or d.state = ${state ?? null}) and (${supplierId ?? null}::int is null or d.supplier_id = ${supplierId ?? null})`

/** A page of disputes: those that wait come first, by when they lapse; the others newest first. */
export const listDisputes = (
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  filter: DisputeFilter,
  { limit, offset }: Page,
): Promise<readonly Dispute[]> =>
  select(
    tx,
    accountId,
    window,
    sql`${matching(filter)} order by d.state <> 'disputed', case when d.state = 'disputed' then d.lapses_at end, d.dispute_id desc limit ${limit} offset ${offset}`,
  )

export async function countDisputes(tx: Tx, accountId: number, filter: DisputeFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from dispute d where d.account_id = ${accountId} and ${matching(filter)}`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function findDispute(
  tx: Tx,
  accountId: number,
  window: AccountWindow,
  id: number,
): Promise<Dispute | undefined> {
  const [dispute] = await select(tx, accountId, window, sql`d.dispute_id = ${id}`)
  return dispute
}

export async function findProjectOf(tx: Tx, accountId: number, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ projectId: number }>`
    select project_id as "projectId" from dispute where account_id = ${accountId} and dispute_id = ${id}`.execute(tx)
  return rows[0]?.projectId
}

/** Locks a dispute until the transaction ends. */
export async function lockDispute(tx: Tx, accountId: number, id: number): Promise<void> {
  await sql`select from dispute where account_id = ${accountId} and dispute_id = ${id} for update`.execute(tx)
}

/** A rejected row that may be disputed, or was. */
export interface RejectedRow {
  readonly reconciliationId: number
  readonly line: number
  readonly projectId: number
  readonly supplierId: number
  /** Of its dispute; null: there is none. */
  readonly state: DisputeState | null
}

/** Whose rejected rows are looked at; left out: every supplier's, of every month. */
export interface RejectionScope {
  readonly supplierId?: number
  /** Of the complete, or of its rejection. */
  readonly month?: string
}

/** The row of a stored request that keeps a respondent rejected now; undefined: none does. @param hex of the RDUD */
export async function findRejected(
  tx: Tx,
  accountId: number,
  hex: string,
  { supplierId, month }: RejectionScope,
  window: AccountWindow,
): Promise<RejectedRow | undefined> {
  const inMonth =
    month === undefined
      ? sql`true`
      : sql`${month}::text in (${monthOf(window, sql`w.completed_at`)}, ${monthOf(window, sql`r.stored_at`)})`
  const { rows } = await sql<RejectedRow>`
    select w.reconciliation_id as "reconciliationId", w.line, r.project_id as "projectId", w.supplier_id as "supplierId", d.state
    from reconciliation_row w
    join reconciliation r on r.account_id = w.account_id and r.reconciliation_id = w.reconciliation_id
    join respondent x on x.account_id = w.account_id and x.rdud = w.rdud
    left join dispute d on d.account_id = w.account_id and d.reconciliation_id = w.reconciliation_id and d.line = w.line
    where w.account_id = ${accountId} and w.rdud = ${hex}::uuid and w.is_applied and w.verdict = 'reject' and w.undone_by is null and w.supplier_id is not null
      and r.state = 'stored' and r.kind <> 'undo' and x.code = 50 and (${supplierId ?? null}::int is null or w.supplier_id = ${supplierId ?? null}) and ${inMonth}
    order by r.stored_at desc, w.reconciliation_id desc limit 1`.execute(tx)
  return rows[0]
}

/** A dispute before it is stored. */
export interface NewDispute extends Omit<RejectedRow, 'state'> {
  readonly hex: string
  readonly evidence: string
  /** A user, for the supplier; or a link of the supplier. */
  readonly by: { readonly userId: number } | { readonly linkId: number }
  readonly at: Date
  readonly lapsesAt: Date
}

export async function insertDispute(tx: Tx, accountId: number, dispute: NewDispute): Promise<number> {
  const { by } = dispute
  const { rows } = await sql<{ id: number }>`
    insert into dispute (account_id, reconciliation_id, line, supplier_id, project_id, rdud, state, evidence, raised_by, raised_by_link, raised_at, lapses_at)
    values (${accountId}, ${dispute.reconciliationId}, ${dispute.line}, ${dispute.supplierId}, ${dispute.projectId}, ${dispute.hex}::uuid, 'disputed', ${dispute.evidence},
      ${'userId' in by ? by.userId : null}, ${'linkId' in by ? by.linkId : null}, ${dispute.at}, ${dispute.lapsesAt})
    returning dispute_id as id`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The dispute was not stored')
  return row.id
}

/** How a dispute ends. */
export interface Ending {
  readonly state: Exclude<DisputeState, 'disputed'>
  /** Null: no user decided. */
  readonly userId: number | null
  readonly at: Date
  readonly note: string
  readonly overturnedBy: number | null
}

export async function endDispute(tx: Tx, accountId: number, id: number, ending: Ending): Promise<void> {
  await sql`
    update dispute set state = ${ending.state}, decided_by = ${ending.userId}, decided_at = ${ending.at}, decision_note = ${ending.note},
      overturned_by = ${ending.overturnedBy}, version = version + 1
    where account_id = ${accountId} and dispute_id = ${id}`.execute(tx)
}

/** Disputes that wait although a stored request made their respondents completes again, but for the one that it overturns. */
export async function listGone(
  tx: Tx,
  accountId: number,
  requestId: number,
  exceptId: number | null,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.dispute_id as id from dispute d
    where d.account_id = ${accountId} and d.state = 'disputed' and d.dispute_id is distinct from ${exceptId}
      and (d.rdud in (select w.rdud from reconciliation_row w where w.account_id = ${accountId} and w.reconciliation_id = ${requestId} and w.is_applied and w.to_code <> 50)) is true
    order by d.dispute_id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Disputes of any account whose time has run out, by account. */
export async function listDue(
  tx: Tx,
  at: Date,
  limit: number,
): Promise<readonly { readonly accountId: number; readonly id: number }[]> {
  const { rows } = await sql<{ accountId: number; id: number }>`
    select account_id as "accountId", dispute_id as id from dispute where state = 'disputed' and lapses_at <= ${at} order by dispute_id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** The end of a day of the account's zone. */
export async function endOfDay(tx: Tx, { zone }: AccountWindow, day: string): Promise<Date> {
  const { rows } = await sql<{
    at: Date
  }>`select ((${day}::date + 1)::timestamp at time zone ${zone}::text) as at`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A day has an end')
  return row.at
}

/** The day of a moment in the account's zone. */
export async function dayOf(tx: Tx, { zone }: AccountWindow, at: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(${at}::timestamptz at time zone ${zone}::text, 'YYYY-MM-DD') as day`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A moment has a day')
  return row.day
}
