import {
  RETENTION_COUNTED_MOST,
  RETENTION_DEFAULTS,
  type Retention,
  type RetentionForm,
} from '@desk/schema/privacy/retention'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { ERASED_AT_ONCE, eraseIdentities, type IdentityPart } from '../erasure/erase-identities.ts'
import { findWindow } from '../reconciliation/requests.store.ts'
import { deadlineOf, firstRdudAt } from '../reconciliation/window-sql.ts'

/** The periods of an account; version 0: the defaults. */
export type StoredRetention = RetentionForm & { readonly version: number }

/** Locks the account, and reads its periods. */
export async function lockRetention(tx: Tx, accountId: number, journalDays: number): Promise<StoredRetention> {
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx)
  return findRetention(tx, accountId, journalDays)
}

/** @param journalDays of the installation */
export async function findRetention(tx: Tx, accountId: number, journalDays: number): Promise<StoredRetention> {
  const { rows } = await sql<StoredRetention>`
    select marks_days, identities_days, journals_days, version from retention where account_id = ${accountId}`.execute(
    tx,
  )
  return rows[0] ?? { ...RETENTION_DEFAULTS, journals_days: journalDays, version: 0 }
}

export async function storeRetention(tx: Tx, accountId: number, form: RetentionForm): Promise<void> {
  const { marks_days: marks, identities_days: identities, journals_days: journals } = form
  await sql`
    insert into retention as r (account_id, marks_days, identities_days, journals_days)
    values (${accountId}, ${marks}, ${identities}, ${journals})
    on conflict (account_id) do update set marks_days = excluded.marks_days, identities_days = excluded.identities_days,
      journals_days = excluded.journals_days, version = r.version + 1`.execute(tx)
}

const IDENTITIES: ReadonlySet<IdentityPart> = new Set(['ids', 'answers'])

const daysBefore = (at: Date, days: number) => sql`(${at}::timestamptz - make_interval(days => ${days}::int))`

/** A respondent's marks: since when they are stored for nothing but the period. */
const marksSince = (window: Awaited<ReturnType<typeof findWindow>>) => sql`
  case when r.code in (30, 50, 51) then ${deadlineOf(window, sql`coalesce(r.ended_at, r.entered_at)`)} else r.entered_at end`

/** One page of an account's respondents in the order of their entries. */
export interface SweptPage {
  readonly read: number
  readonly cleared: number
  /** The last RDUD of the page; null: it is empty. */
  readonly last: string | null
  /** The first one that is not due yet; null: none. */
  readonly left: string | null
}

interface Sweeping {
  readonly accountId: number
  readonly at: Date
  readonly days: number
  /** The first RDUD to look at. */
  readonly from: string
  readonly limit: number
}

/** Clears addresses and fingerprints of a page. Completes are due by the end of their window, and wait behind others. */
export async function clearMarks(tx: Tx, { accountId, at, days, from, limit }: Sweeping): Promise<SweptPage> {
  const window = await findWindow(tx, accountId)
  const { rows } = await sql<SweptPage>`
    with page as materialized (
      select r.rdud, r.address is not null or r.fingerprint is not null as is_held, ${marksSince(window)} < ${daysBefore(at, days)} as is_due
      from respondent r
      where r.account_id = ${accountId} and r.rdud >= ${from}::uuid and r.rdud < ${firstRdudAt(daysBefore(at, days))}
      order by r.rdud limit ${limit}
    ), cleared as (
      update respondent r set address = null, fingerprint = null from page p
      where r.account_id = ${accountId} and r.rdud = p.rdud and p.is_held and p.is_due returning 1
    )
    select (select count(*)::int from page) as read, (select count(*)::int from cleared) as cleared,
      (select rdud::text from page order by rdud desc limit 1) as last,
      (select rdud::text from page where is_held and not is_due order by rdud limit 1) as "left"`.execute(tx)
  return onePage(rows)
}

/** Erases supplier IDs and answers of a page, wherever they are stored; `from` is the last one of the page before. */
export async function clearIdentities(tx: Tx, { accountId, at, days, from, limit }: Sweeping): Promise<SweptPage> {
  const { rows } = await sql<{ rdud: string }>`
    select r.rdud::text from respondent r
    where r.account_id = ${accountId} and r.rdud > ${from}::uuid and r.rdud < ${firstRdudAt(daysBefore(at, days))}
    order by r.rdud limit ${Math.min(limit, ERASED_AT_ONCE)}`.execute(tx)
  const hexes = rows.map(({ rdud }) => rdud.replaceAll('-', ''))
  const erased = await eraseIdentities(tx, accountId, hexes, { parts: IDENTITIES, at, by: null })
  return { read: rows.length, cleared: erased.respondents, last: rows.at(-1)?.rdud ?? null, left: null }
}

function onePage([page]: readonly SweptPage[]): SweptPage {
  if (page === undefined) throw new Error('A select without a table gives one row')
  return page
}

/** How far an account's sweep has come. */
export interface SweptTo {
  readonly accountId: number
  readonly marksFrom: string
  readonly identitiesFrom: string
}
const START = '00000000-0000-0000-0000-000000000000'

/** The accounts that were not swept since a moment. */
export async function accountsToSweep(tx: Tx, since: Date): Promise<readonly SweptTo[]> {
  const { rows } = await sql<SweptTo>`
    select a.account_id as "accountId", coalesce(s.marks_from::text, ${START}) as "marksFrom", coalesce(s.identities_from::text, ${START}) as "identitiesFrom"
    from account a left join retention_sweep s on s.account_id = a.account_id
    where s.swept_at is null or s.swept_at <= ${since} order by a.account_id`.execute(tx)
  return rows
}

export async function recordSweep(
  tx: Tx,
  { accountId, marksFrom, identitiesFrom }: SweptTo,
  swept: { readonly at: Date; readonly marks: number; readonly identities: number },
): Promise<void> {
  await sql`
    insert into retention_sweep (account_id, swept_at, marks, identities, marks_from, identities_from)
    values (${accountId}, ${swept.at}, ${swept.marks}, ${swept.identities}, ${marksFrom}, ${identitiesFrom})
    on conflict (account_id) do update set swept_at = excluded.swept_at, marks = excluded.marks, identities = excluded.identities,
      marks_from = excluded.marks_from, identities_from = excluded.identities_from`.execute(tx)
}

type Work = Pick<Retention, 'next' | 'last' | 'exclusions_beyond'>

/** The work of the next sweep of an account, and that of the last. */
export async function readWork(tx: Tx, accountId: number, stored: RetentionForm, at: Date): Promise<Work> {
  const window = await findWindow(tx, accountId)
  const counted = (from: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select ${from} limit ${RETENTION_COUNTED_MOST}) counted)`
  const journalsBefore = daysBefore(at, stored.journals_days)
  const { rows } = await sql<
    Work['next'] & { last: Date | null; didMarks: number; didIdentities: number; beyond: number }
  >`
    select
      ${counted(sql`from respondent r where r.account_id = ${accountId} and r.rdud >= coalesce(s.marks_from, ${START}::uuid)
        and r.rdud < ${firstRdudAt(daysBefore(at, stored.marks_days))} and (r.address is not null or r.fingerprint is not null)
        and ${marksSince(window)} < ${daysBefore(at, stored.marks_days)}`)} as marks,
      ${counted(sql`from respondent r where r.account_id = ${accountId} and r.rdud > coalesce(s.identities_from, ${START}::uuid)
        and r.rdud < ${firstRdudAt(daysBefore(at, stored.identities_days))}`)} as identities,
      ${counted(sql`from journal j where j.account_id = ${accountId} and j.last_at < ${journalsBefore}`)}
        + ${counted(sql`from assistant_conversation c where c.account_id = ${accountId} and c.last_at < ${journalsBefore}`)} as journals,
      s.swept_at as last, s.marks as "didMarks", s.identities as "didIdentities",
      (select count(*)::int from source_exclusion x where x.account_id = ${accountId} and x.look_back_days > ${stored.marks_days}
        and cardinality(x.project_ids) > 0) as beyond
    from (select 1) one left join retention_sweep s on s.account_id = ${accountId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A select without a table gives one row')
  const { marks, identities, journals, last, didMarks, didIdentities, beyond } = row
  return {
    next: { marks, identities, journals },
    last: last === null || last > at ? null : { at: last.toISOString(), marks: didMarks, identities: didIdentities },
    exclusions_beyond: beyond,
  }
}
