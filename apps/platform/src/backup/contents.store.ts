import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Readable, Writable } from 'node:stream'

/** A table with the columns that are stored, not generated. */
export interface StoredTable {
  readonly table: string
  readonly columns: readonly string[]
}

export interface Sequence {
  readonly name: string
  /** Of an identity column; null: the sequence is on its own. */
  readonly table: string | null
  readonly column: string | null
  readonly value: string
}

export interface StoredDocument {
  readonly account: number
  readonly file: string
}

const OURS = `relnamespace = 'public'::regnamespace`

/** Begins the one snapshot that all parts of a backup are read in. It has no transaction id, so the change feed goes on. */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

/** Every table with rows of its own; the ledger's months are read through their parent. */
export async function listTables(client: pg.ClientBase): Promise<readonly StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select c.relname::text as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.${OURS} and c.relkind in ('r', 'p') and not c.relispartition and c.relname !~ '^kysely_'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by 1 order by 1`)
  return rows
}

export async function listSequences(client: pg.ClientBase): Promise<readonly Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select s.relname::text as name, t.relname::text as table, a.attname::text as column, p.last_value::text as value
    from pg_class s join pg_sequences p on p.schemaname = 'public' and p.sequencename = s.relname
      left join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('i', 'a')
        and d.refobjsubid > 0
      left join pg_class t on t.oid = d.refobjid
      left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
    where s.${OURS} and s.relkind = 'S' and p.last_value is not null order by 1`)
  return rows
}

/** The months of the ledger that have a partition, like 202611. */
export async function listLedgerMonths(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ month: string }>(`
    select right(relname, 6) as month from pg_class
    where ${OURS} and relispartition and relkind = 'r' and relname ~ '^respondent_event_[0-9]{6}$' order by 1`)
  return rows.map(({ month }) => month)
}

export async function listDocuments(client: pg.ClientBase): Promise<readonly StoredDocument[]> {
  const { rows } = await client.query<StoredDocument>(
    'select account_id as account, file_id::text as file from document_version order by 1, 2',
  )
  return rows
}

export async function serverVersion(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return rows[0]?.server_version ?? 'unknown'
}

/** Feed rows that webhooks and alerts have not read yet; watchers read each table again. */
const ROWS: Readonly<Record<string, string>> = {
  change_feed: 'where xid >= (select min(xid) from feed_reader)',
}

const columnsOf = (client: pg.ClientBase, columns: readonly string[]): string =>
  columns.map(column => client.escapeIdentifier(column)).join(', ')

export function readRows(client: pg.ClientBase, { table, columns }: StoredTable): Readable {
  const from = `${client.escapeIdentifier(table)} ${ROWS[table] ?? ''}`
  return client.query(copyTo(`copy (select ${columnsOf(client, columns)} from ${from}) to stdout`))
}

export function writeRows(client: pg.ClientBase, { table, columns }: StoredTable): Writable {
  return client.query(copyFrom(`copy ${client.escapeIdentifier(table)} (${columnsOf(client, columns)}) from stdin`))
}

/** The reason against a restore into this database: rows of a desk, or connections of one; null: none. */
export async function findObstacle(client: pg.ClientBase): Promise<'used' | 'running' | null> {
  const { rows: desks } = await client.query(
    `select from pg_stat_activity where datname = current_database() and (application_name in ('desk', 'desk locks') or application_name like 'desk listener%')`,
  )
  if (desks.length > 0) return 'running'
  const { rows } = await client.query<{ account: string | null; tables: boolean }>(
    `select to_regclass('public.account')::text as account,
      exists (select from pg_class where ${OURS} and relkind in ('r', 'p')) as tables`,
  )
  if (rows[0]?.account == null) return rows[0]?.tables === true ? 'used' : null
  const { rows: accounts } = await client.query('select from account limit 1')
  return accounts.length > 0 ? 'used' : null
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Begins the transaction of a restore: every table is empty, fires no trigger and refers to no other.
 * @returns puts the references back, which checks them
 */
export async function beginRestore(client: pg.ClientBase, months: readonly string[]): Promise<() => Promise<void>> {
  await client.query('begin')
  for (const month of months)
    await client.query(
      `select ensure_ledger_months(m, m) from (select to_date($1, 'YYYYMM')::timestamp at time zone 'UTC') as v(m)`,
      [month],
    )
  const { rows: keys } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const tables = (await listTables(client)).map(({ table }) => client.escapeIdentifier(table))
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${tables.join(', ')}`)
  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/**
 * Fits the rows to their server: sequences go on, and rows of the feed carry a transaction id of this server, which
 * knows none of the former one's (docs/decisions/0117).
 */
export async function adoptServer(client: pg.ClientBase, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, table, column, value } of sequences)
    await client.query(`select setval(coalesce(pg_get_serial_sequence($1, $2), $3)::regclass, $4::bigint)`, [
      table,
      column,
      name,
      value,
    ])
  await client.query('update change_feed set xid = pg_current_xact_id()')
  await client.query('update feed_reader set xid = pg_current_xact_id()')
}
