import type { HistoryAct, HistoryChange, HistoryEntry, HistoryScope } from '@desk/schema/history/history'
import type { Schema } from 'effect'
import { sql } from 'kysely'
import { recordAudits, type Origin } from '../audit/record-audit.ts'
import type { Tx } from '../db/tx.ts'
import type { Page } from '../lists/page.ts'
import { userName } from './user-name.ts'

/** An object's fields by their wire names, with values as people read them: a name where the object holds an id. */
export type HistoryFacts = Readonly<Record<string, Schema.Json>>

export interface Edit {
  readonly accountId: number
  readonly scope: HistoryScope
  readonly id: number
  /** null: the system. */
  readonly userId: number | null
  readonly at: Date
  /** Unset: the system acts by itself, which is no user's act and in no audit log. */
  readonly origin?: Origin
  /** The part of the system that acted; a person's edit has none. */
  readonly agent?: 'auto_boost'
  readonly act: Exclude<HistoryAct, 'status'>
  /** Nothing for a created object. */
  readonly before: HistoryFacts
  /** Nothing for a deleted object. */
  readonly after: HistoryFacts
}

/** The fields that differ; empty values count as null. */
export function changesOf(before: HistoryFacts, after: HistoryFacts): readonly HistoryChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields].flatMap(field => {
    const from = before[field] ?? null
    const to = after[field] ?? null
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
}

/** Records an edit in the open transaction, with the changed fields, in the object's history and the account's audit log; an edit without changes is not recorded. */
export const recordEdit = (tx: Tx, edit: Edit): Promise<void> => recordEdits(tx, [edit])

/** The same for edits of several objects, in their order. */
export async function recordEdits(tx: Tx, edits: readonly Edit[]): Promise<void> {
  const changed = edits
    .map(edit => ({ ...edit, changes: changesOf(edit.before, edit.after) }))
    .filter(({ act, changes }) => act !== 'edited' || changes.length > 0)
  if (changed.length === 0) return
  const rows = changed.map(
    ({ accountId, scope, id, act, userId, agent, changes, at }) =>
      sql`(${accountId}, ${scope}, ${id}, ${act}, ${userId}, ${agent ?? null}, ${JSON.stringify(changes)}, ${at})`,
  )
  await sql`
    insert into object_edit (account_id, scope, object_id, act, user_id, agent, changes, at) values ${sql.join(rows)}`.execute(
    tx,
  )
  await recordAudits(
    tx,
    changed.flatMap(({ origin, id, ...edit }) => (origin === undefined ? [] : [{ ...edit, origin, objectId: id }])),
  )
}

// rows of these are found by <table>_id
const TABLES: Readonly<Partial<Record<HistoryScope, string>>> = {
  project: 'project',
  survey: 'survey',
  source: 'source',
  supplier: 'supplier',
  quality_question: 'quality_question',
  source_template: 'source_template',
  allocation_template: 'allocation_template',
  webhook: 'webhook',
  alert_rule: 'alert_rule',
  alert_channel: 'alert_channel',
  return_hashing: 'account',
  defender_rules: 'account',
  mark_lists: 'account',
  user: 'user_account',
  account: 'account',
  account_features: 'account',
  api_keys: 'account',
  single_sign_on: 'account',
  business_unit: 'business_unit',
  rate_card: 'rate_card',
  supplier_account: 'supplier_account',
  statement_link: 'statement_link',
  dispute: 'dispute',
}

const ID_COLUMNS: Readonly<Partial<Record<HistoryScope, string>>> = { user: 'user_id' }

/** Whether the account has the object now: an object older than the histories has no history rows. */
export async function isThere(tx: Tx, accountId: number, scope: HistoryScope, id: number): Promise<boolean> {
  const table = TABLES[scope]
  if (table === undefined) return false
  const { rows } =
    await sql`select from ${sql.table(table)} where account_id = ${accountId} and ${sql.ref(ID_COLUMNS[scope] ?? `${table}_id`)} = ${id}`.execute(
      tx,
    )
  return rows.length > 0
}

interface EntryRow extends Omit<HistoryEntry, 'at'> {
  readonly at: Date
}

/**
 * The history of an object, newest first (accountId null: of one that belongs to no account): its edits, and among them the changes of its status; at the same time, the save comes
 * before the launch requested with it.
 */
export async function listHistory(
  tx: Tx,
  accountId: number | null,
  scope: HistoryScope,
  id: number,
  page: Page,
  nameOf: typeof userName = userName,
): Promise<readonly HistoryEntry[]> {
  const { rows } = await sql<EntryRow>`
    select act, by, by_uid, at, changes, reason, note from (
      select e.act, ${nameOf('e.account_id', 'e.user_id')} as by, e.user_id as by_uid, e.at, e.changes, e.agent as reason, null as note, e.edit_no as n
      from object_edit e where (${accountId}::int is null or e.account_id = ${accountId}) and e.scope = ${scope} and e.object_id = ${id}
      union all
      select 'status', ${nameOf('t.account_id', 't.user_id')}, t.user_id, t.at,
             jsonb_build_array(jsonb_build_object('field', 'status', 'from', t.from_status, 'to', t.to_status)), t.reason, t.note, t.status_event_id
      from status_event t where (${accountId}::int is null or t.account_id = ${accountId}) and t.scope = ${scope} and t.scope_id = ${id}) h
    order by at desc, act = 'status' desc, n desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}
