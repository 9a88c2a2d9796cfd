import type { JournalLook, JournalSummary } from '@desk/schema/journal/journal-view'
import { sql } from 'kysely'
import type { Known } from '#identity/accounts/accounts.store'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import type { StoredEntry, TakenEntry } from './taken-entry.ts'

/** The most routes and error texts that one journal keeps for the search. */
const MAX_TEXTS = 200

export interface JournalKey {
  readonly accountId: number
  readonly journalNo: number
}

/** A journal's progress; the row is locked until the transaction ends. */
export interface JournalHead extends JournalKey {
  readonly contiguousSeq: number
  readonly highestSeq: number
  readonly keptEntries: number
  readonly keptBytes: number
  /** JSON. */
  readonly checkpoint: string
  readonly checkpointSeq: number
}

export interface NewJournal {
  readonly accountId: number
  readonly userId: number
  readonly journalId: string
  readonly build: string
  readonly at: Date
  readonly atMs: number
  readonly checkpoint: string
  readonly checkpointSeq: number
}

/** Locks the caller's journal of this id, and creates it if missing; other batches of it wait. */
export async function lockJournal(tx: Tx, journal: NewJournal): Promise<JournalHead> {
  await insertJournal(tx, journal, sql`${journal.journalId}::uuid`)
  const head = await lockHead(tx, journal)
  if (head) return head
  // another user's journal has this id, which is neither revealed nor shared: this one gets its own
  await insertJournal(tx, journal, sql`gen_random_uuid()`)
  const own = await lockHead(tx, journal)
  if (!own) throw new Error('A journal that was just made is not there.')
  return own
}

async function insertJournal(
  tx: Tx,
  { accountId, userId, journalId, build, at, atMs, checkpoint, checkpointSeq }: NewJournal,
  id: ReturnType<typeof sql>,
): Promise<void> {
  await sql`
    insert into journal (account_id, user_id, journal_id, sent_as, build, first_at, last_at, first_entry_ms, last_entry_ms, checkpoint, checkpoint_seq, contiguous_seq, highest_seq)
    values (${accountId}, ${userId}, ${id}, ${journalId}, ${build}, ${at}, ${at}, ${atMs}, ${atMs}, ${checkpoint}, ${checkpointSeq}, ${checkpointSeq}, ${checkpointSeq})
    on conflict do nothing`.execute(tx)
}

async function lockHead(tx: Tx, { accountId, userId, journalId }: NewJournal): Promise<JournalHead | undefined> {
  const { rows } = await sql<JournalHead>`
    select account_id as "accountId", journal_no as "journalNo", contiguous_seq as "contiguousSeq", highest_seq as "highestSeq",
           kept_entries as "keptEntries", kept_bytes as "keptBytes", checkpoint, checkpoint_seq as "checkpointSeq"
    from journal where account_id = ${accountId} and user_id = ${userId} and sent_as = ${journalId} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Stores entries that are not there yet; gives the seqs of those that are new. */
export async function insertEntries(
  tx: Tx,
  { accountId, journalNo }: JournalKey,
  entries: readonly TakenEntry[],
): Promise<ReadonlySet<number>> {
  const column = <K extends keyof TakenEntry>(name: K): TakenEntry[K][] => entries.map(entry => entry[name])
  const { rows } = await sql<{ seq: number }>`
    insert into journal_entry (account_id, journal_no, seq, at_ms, machine, version, event, fingerprint)
    select ${accountId}::int, ${journalNo}::bigint, e.* from unnest(
      ${column('seq')}::int[], ${column('atMs')}::float8[], ${column('machine')}::text[], ${column('version')}::text[], ${column('event')}::text[], ${column('fingerprint')}::text[]) e
    on conflict do nothing returning seq`.execute(tx)
  return new Set(rows.map(row => row.seq))
}

/** The last seq without a gap before it, searching on from the known one. */
export async function contiguousSeq(tx: Tx, { accountId, journalNo }: JournalKey, from: number): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from (
      select seq, lead(seq) over (order by seq) as next from (
        select ${from}::int as seq union all
        select seq from journal_entry where account_id = ${accountId} and journal_no = ${journalNo} and seq > ${from}) known) each
    where next is distinct from seq + 1 order by seq limit 1`.execute(tx)
  return rows[0]?.seq ?? from
}

export interface Growth {
  readonly at: Date
  readonly build: string
  readonly entries: number
  readonly bytes: number
  readonly errors: number
  readonly firstMs: number
  readonly lastMs: number
  readonly contiguousSeq: number
  readonly highestSeq: number
  readonly routes: readonly string[]
  readonly errorTexts: readonly string[]
}

/** Updates a journal's row for the new entries. */
export async function updateHead(tx: Tx, { accountId, journalNo }: JournalKey, growth: Growth): Promise<void> {
  const merged = (column: 'routes' | 'error_texts', more: readonly string[]) =>
    sql`(select coalesce(array_agg(text), '{}') from (select distinct text from unnest(${sql.ref(column)} || ${[...more]}::text[]) text limit ${MAX_TEXTS}) texts)`
  await sql`
    update journal set last_at = ${growth.at}, entries = entries + ${growth.entries}, kept_entries = kept_entries + ${growth.entries},
      kept_bytes = kept_bytes + ${growth.bytes}, errors = errors + ${growth.errors},
      first_entry_ms = least(first_entry_ms, ${growth.firstMs}::float8), last_entry_ms = greatest(last_entry_ms, ${growth.lastMs}::float8),
      contiguous_seq = ${growth.contiguousSeq}, highest_seq = ${growth.highestSeq},
      routes = ${merged('routes', growth.routes)}, error_texts = ${merged('error_texts', growth.errorTexts)}
    where account_id = ${accountId} and journal_no = ${journalNo}`.execute(tx)
}

/** Entries after one of them, in order. */
export async function readEntries(
  tx: Tx,
  { accountId, journalNo }: JournalKey,
  after: number,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select seq, at_ms as "atMs", machine, version, event, fingerprint from journal_entry
    where account_id = ${accountId} and journal_no = ${journalNo} and seq > ${after} order by seq limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Replaces the entries up to one of them by the states after it. */
export async function cutEntries(
  tx: Tx,
  { accountId, journalNo }: JournalKey,
  cut: { readonly checkpoint: string; readonly seq: number; readonly entries: number; readonly bytes: number },
): Promise<void> {
  await sql`delete from journal_entry where account_id = ${accountId} and journal_no = ${journalNo} and seq <= ${cut.seq}`.execute(
    tx,
  )
  await sql`
    update journal set checkpoint = ${cut.checkpoint}, checkpoint_seq = ${cut.seq}, kept_entries = kept_entries - ${cut.entries}, kept_bytes = kept_bytes - ${cut.bytes},
      contiguous_seq = greatest(contiguous_seq, ${cut.seq}::int)
    where account_id = ${accountId} and journal_no = ${journalNo}`.execute(tx)
}

const SUMMARY = sql`
  j.journal_id as journal, j.account_id as pm_dsh_ud, a.name as dashboard_name, j.user_id as uid, j.build,
  j.first_at, j.last_at, round(greatest(0, j.last_entry_ms - j.first_entry_ms) / 1000) as duration_seconds, j.entries, j.errors, j.contiguous_seq < j.highest_seq as has_gaps`

/** A user's name, of any account. */
export type Person = Pick<JournalSummary, 'username' | 'firstname' | 'lastname'>

interface SummaryRow extends Omit<JournalSummary, 'first_at' | 'last_at' | keyof Person> {
  readonly first_at: Date
  readonly last_at: Date
}
const summaryOf = <Row extends SummaryRow>(row: Row) => ({
  ...row,
  first_at: row.first_at.toISOString(),
  last_at: row.last_at.toISOString(),
})

export interface Search {
  readonly user?: string
  readonly route?: string
  readonly error?: string
  readonly from?: string
  readonly to?: string
}

const within = (known: Known) => (known === 'all' ? sql`true` : sql`j.account_id = any(${known}::int[])`)

/** Finds journals of these accounts, the latest first. The account filter is here, since support reads more than one account at once. */
export async function searchJournals(
  tx: Tx,
  known: Known,
  { user, route, error, from, to }: Search,
  page: Page,
): Promise<readonly JournalSummary[]> {
  const holds = (text: ReturnType<typeof sql>, part: string) => sql`position(lower(${part}) in lower(${text})) > 0`
  const conditions = [
    within(known),
    ...(user === undefined ? [] : [holds(sql`u.firstname || ' ' || u.lastname || ' ' || u.username`, user)]),
    ...(route === undefined ? [] : [sql`exists (select from unnest(j.routes) text where ${holds(sql`text`, route)})`]),
    ...(error === undefined
      ? []
      : [sql`exists (select from unnest(j.error_texts) text where ${holds(sql`text`, error)})`]),
    ...(from === undefined ? [] : [sql`j.last_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`j.first_at <= ${to}::timestamptz`]),
  ]
  const { rows } = await sql<SummaryRow & Person>`
    select ${SUMMARY}, u.username, u.firstname, u.lastname from journal j join account a on a.account_id = j.account_id join app_user u on u.user_id = j.user_id
    where ${sql.join(conditions, sql` and `)} order by j.last_at desc, j.journal_no desc limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return rows.map(summaryOf)
}

/** The journal of an id among these accounts. */
export async function findJournal(tx: Tx, known: Known, journalId: string): Promise<JournalKey | undefined> {
  const { rows } = await sql<JournalKey>`
    select j.account_id as "accountId", j.journal_no as "journalNo" from journal j
    where j.journal_id = ${journalId} and ${within(known)}`.execute(tx)
  return rows[0]
}

export interface JournalFacts {
  readonly summary: Omit<JournalSummary, keyof Person>
  /** JSON. */
  readonly checkpoint: string
  readonly checkpointSeq: number
}

export async function readFacts(tx: Tx, { accountId, journalNo }: JournalKey): Promise<JournalFacts | undefined> {
  const { rows } = await sql<SummaryRow & { checkpoint: string; checkpointSeq: number }>`
    select ${SUMMARY}, j.checkpoint, j.checkpoint_seq as "checkpointSeq" from journal j join account a on a.account_id = j.account_id
    where j.account_id = ${accountId} and j.journal_no = ${journalNo}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { checkpoint, checkpointSeq, ...summary } = row
  return { summary: summaryOf(summary), checkpoint, checkpointSeq }
}

/** Records a viewing, unless the same user had one since `since`. @returns whether it is a new one */
export async function recordLook(
  tx: Tx,
  { accountId, journalNo }: JournalKey,
  look: { readonly userId: number; readonly byLink: boolean; readonly at: Date; readonly unlessSince: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into journal_look (account_id, journal_no, user_id, by_link, at)
    select ${accountId}::int, ${journalNo}::bigint, ${look.userId}::int, ${look.byLink}, ${look.at}
    where not exists (select from journal_look where account_id = ${accountId} and journal_no = ${journalNo} and user_id = ${look.userId} and by_link = ${look.byLink} and at > ${look.unlessSince})`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

/** The viewings, the latest first. */
export async function listLooks(
  tx: Tx,
  { accountId, journalNo }: JournalKey,
  page: Page,
): Promise<readonly Omit<JournalLook, keyof Person>[]> {
  const { rows } = await sql<{ uid: number; by_link: boolean; at: Date }>`
    select user_id as uid, by_link, at from journal_look
    where account_id = ${accountId} and journal_no = ${journalNo} order by look_no desc limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return rows.map(row => ({ ...row, at: row.at.toISOString() }))
}

/** The users of these ids. Staff who work in an account need not belong to it, and a transaction of the account would not see them. */
export async function readPeople(tx: Tx, userIds: readonly number[]): Promise<ReadonlyMap<number, Person>> {
  const { rows } = await sql<
    Person & { uid: number }
  >`select user_id as uid, username, firstname, lastname from app_user where user_id = any(${[...new Set(userIds)]}::int[])`.execute(
    tx,
  )
  return new Map(rows.map(({ uid, ...person }) => [uid, person]))
}

export async function insertLink(
  tx: Tx,
  { accountId, journalNo }: JournalKey,
  link: {
    readonly tokenHash: Buffer
    readonly seq: number | null
    readonly madeBy: number
    readonly at: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await sql`
    insert into journal_link (token_hash, account_id, journal_no, seq, made_by, made_at, expires_at)
    values (${link.tokenHash}, ${accountId}, ${journalNo}, ${link.seq}, ${link.madeBy}, ${link.at}, ${link.expiresAt})`.execute(
    tx,
  )
}

export async function findLink(
  tx: Tx,
  tokenHash: Buffer,
  at: Date,
): Promise<(JournalKey & { readonly seq: number | null }) | undefined> {
  const { rows } = await sql<JournalKey & { seq: number | null }>`
    select account_id as "accountId", journal_no as "journalNo", seq from journal_link where token_hash = ${tokenHash} and expires_at > ${at}`.execute(
    tx,
  )
  return rows[0]
}

/**
 * Deletes journals without new entries for the days of their account, with all their data; gives their number.
 * @param days of accounts that set none
 */
export async function removeJournals(tx: Tx, at: Date, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from journal where (account_id, journal_no) in (
      select j.account_id, j.journal_no from journal j left join retention t on t.account_id = j.account_id
      where j.last_at < ${at}::timestamptz - make_interval(days => coalesce(t.journals_days, ${days}::int)) order by j.last_at limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

export async function removeExpiredLinks(tx: Tx, at: Date): Promise<void> {
  await sql`delete from journal_link where expires_at <= ${at}`.execute(tx)
}
