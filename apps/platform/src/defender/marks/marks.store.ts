import type { ListedMarks, MarkFilters, MarkList } from '@desk/schema/defender/mark-lists'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import type { NamedMark } from './mark-lines.ts'

interface Row extends Omit<ListedMarks['rows'][number], 'added_at' | 'until' | 'removed_at'> {
  readonly total: number
  readonly added_at: Date
  readonly until: Date | null
  readonly removed_at: Date | null
}

const STATE = sql.raw(
  `case when removed_at is not null then 'removed' when until <= now() then 'expired' else 'in_force' end`,
)

/** A page of a list, the latest entry first. A text is compared letter by letter, from its beginning. */
export async function listMarks(
  tx: Tx,
  accountId: number,
  { list, state, kind, text }: MarkFilters,
  { limit, offset }: Page,
): Promise<Pick<ListedMarks, 'version' | 'total' | 'rows'>> {
  const kept = sql`account_id = ${accountId} and list = ${list} and ${state === undefined ? sql`true` : sql`${STATE} = ${state}`}
    and ${kind === undefined ? sql`true` : sql`kind = ${kind}`} and ${text === undefined ? sql`true` : sql`starts_with(value, ${text})`}`
  const { rows } = await sql<Row>`
    select e.entry_id, e.list, e.kind, e.value, e.note, ${STATE} as state, ${userName('e.account_id', 'e.added_by')} as added_by, e.added_at, e.until,
      ${userName('e.account_id', 'e.removed_by')} as removed_by, e.removed_at
    from (select * from listed_mark where ${kept} order by entry_id desc limit ${limit} offset ${offset}) e order by e.entry_id desc`.execute(
    tx,
  )
  const head = await sql<{ version: number; total: number }>`
    select coalesce((select version from mark_list where account_id = ${accountId}), 0) as version, (select count(*)::int from listed_mark where ${kept}) as total`.execute(
    tx,
  )
  return {
    version: head.rows[0]?.version ?? 0,
    total: head.rows[0]?.total ?? 0,
    rows: rows.map(row => ({
      ...row,
      added_at: row.added_at.toISOString(),
      until: row.until?.toISOString() ?? null,
      removed_at: row.removed_at?.toISOString() ?? null,
    })),
  }
}

/** Locks the account's lists until the transaction ends, and gives how many entries they have. */
export async function holdLists(tx: Tx, accountId: number): Promise<number> {
  await sql`insert into mark_list (account_id, entries, version) values (${accountId}, 0, 0) on conflict do nothing`.execute(
    tx,
  )
  const { rows } = await sql<{ entries: number }>`
    select entries from mark_list where account_id = ${accountId} for no key update`.execute(tx)
  return rows[0]?.entries ?? 0
}

const prefixesOf = (accountId: number, family: 4 | 6) =>
  sql`array(select distinct masklen(n.value::cidr)::smallint from listed_mark n
    where n.account_id = ${accountId} and n.kind = 'network' and n.removed_at is null
      and case when n.kind = 'network' then family(n.value::cidr) end = ${family} order by 1)`

/** Counts the entries and the lengths of their networks again; the door looks entrants up while there are any. */
export async function countLists(tx: Tx, accountId: number): Promise<void> {
  await sql`
    update mark_list m set version = m.version + 1, entries = (select count(*) from listed_mark where account_id = ${accountId} and removed_at is null),
      v4_prefixes = ${prefixesOf(accountId, 4)}, v6_prefixes = ${prefixesOf(accountId, 6)}
    where m.account_id = ${accountId}`.execute(tx)
}

const asRows = (marks: readonly NamedMark[]) =>
  sql`(select kind, case kind when 'address' then host(value::inet) when 'network' then value::cidr::text else value end as value
    from unnest(${marks.map(({ kind }) => kind)}::text[], ${marks.map(({ value }) => value)}::text[]) as u(kind, value) group by 1, 2)`

/** Ends the entries that new ones of the same marks replace, and gives how many they are. */
export async function replaceMarks(
  tx: Tx,
  accountId: number,
  list: MarkList,
  marks: readonly NamedMark[],
  by: { readonly userId: number; readonly at: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update listed_mark m set removed_by = ${by.userId}, removed_at = ${by.at} from ${asRows(marks)} n
    where m.account_id = ${accountId} and m.list = ${list} and m.kind = n.kind and m.value = n.value and m.removed_at is null`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Puts marks on a list, and gives how many different ones they are. */
export async function addMarks(
  tx: Tx,
  accountId: number,
  { list, note, until }: { readonly list: MarkList; readonly note: string; readonly until: string | null },
  marks: readonly NamedMark[],
  by: { readonly userId: number; readonly at: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into listed_mark (account_id, list, kind, value, note, added_by, added_at, until)
    select ${accountId}, ${list}, kind, value, ${note}, ${by.userId}, ${by.at}, ${until}::timestamptz from ${asRows(marks)} n`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

interface ChangedEntry {
  readonly entry_id: number
  readonly list: MarkList
}

/** Removes entries that are not removed yet, and gives them. */
export async function removeMarks(
  tx: Tx,
  accountId: number,
  entries: readonly number[],
  by: { readonly userId: number; readonly at: Date },
): Promise<readonly ChangedEntry[]> {
  const { rows } = await sql<ChangedEntry>`
    update listed_mark set removed_by = ${by.userId}, removed_at = ${by.at}
    where account_id = ${accountId} and entry_id = any(${[...entries]}::int[]) and removed_at is null returning entry_id, list`.execute(
    tx,
  )
  return rows.toSorted((one, other) => one.entry_id - other.entry_id)
}

/** Brings removed entries back, the latest of each mark, unless another entry has taken its place. */
export async function restoreMarks(
  tx: Tx,
  accountId: number,
  entries: readonly number[],
): Promise<readonly ChangedEntry[]> {
  const { rows } = await sql<ChangedEntry>`
    update listed_mark m set removed_by = null, removed_at = null from (
      select distinct on (o.list, o.kind, o.value) o.entry_id from listed_mark o
      where o.account_id = ${accountId} and o.entry_id = any(${[...entries]}::int[]) and o.removed_at is not null and not exists (
        select from listed_mark x where x.account_id = ${accountId} and x.list = o.list and x.kind = o.kind and x.value = o.value and x.removed_at is null)
      order by o.list, o.kind, o.value, o.entry_id desc) r
    where m.account_id = ${accountId} and m.entry_id = r.entry_id returning m.entry_id, m.list`.execute(tx)
  return rows.toSorted((one, other) => one.entry_id - other.entry_id)
}
