import type { ErasedCounts } from '@desk/schema/erasure/erasure'
import { ERASED } from '@desk/schema/statements/statement-line'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { erasedRid } from '#ledger/facts/erased-rid'
import { eraseInMessages } from './erase-in-messages.store.ts'
import { eraseInReconciliations } from './erase-in-reconciliations.store.ts'

/**
 * The parts of an identity. `marks`: address and fingerprint. `ids`: the rid, everywhere that it is stored, with free
 * texts about the respondent. `answers`: the answers at entry.
 */
export type IdentityPart = 'marks' | 'ids' | 'answers'
export const ALL_PARTS: ReadonlySet<IdentityPart> = new Set(['marks', 'ids', 'answers'])

/** How respondents are erased. */
export interface Erasing {
  readonly parts: ReadonlySet<IdentityPart>
  readonly at: Date
  /** Null: no user, as by the retention. */
  readonly by: number | null
}

export const NOTHING_ERASED: ErasedCounts = {
  respondents: 0,
  statement_lines: 0,
  reconciliation_rows: 0,
  recontact_entries: 0,
  disputes: 0,
  deliveries: 0,
  marks: 0,
}

/** Two counts as one. */
export const sumOfErased = (one: ErasedCounts, other: ErasedCounts): ErasedCounts => ({
  respondents: one.respondents + other.respondents,
  statement_lines: one.statement_lines + other.statement_lines,
  reconciliation_rows: one.reconciliation_rows + other.reconciliation_rows,
  recontact_entries: one.recontact_entries + other.recontact_entries,
  disputes: one.disputes + other.disputes,
  deliveries: one.deliveries + other.deliveries,
  marks: one.marks + other.marks,
})

interface Identity {
  readonly hex: string
  readonly rid: string
  readonly address: string | null
  readonly fingerprint: string | null
  readonly enteredAt: Date
}

/** The respondents to erase at most in one transaction. */
export const ERASED_AT_ONCE = 1_000

/**
 * Erases parts of the identities of respondents in the open transaction; codes, prices and times stay, and so does every
 * figure. It takes the locks of the batches, so at most `ERASED_AT_ONCE` respondents are erased at once.
 * @param hexes the respondents, each as the 32 hex digits of its RDUD
 */
export async function eraseIdentities(
  tx: Tx,
  accountId: number,
  hexes: readonly string[],
  { parts, at, by }: Erasing,
): Promise<ErasedCounts> {
  await holdFigures(tx, accountId, hexes)
  const { rows: found } = await sql<Identity>`
    select replace(rdud::text, '-', '') as hex, rid, host(address) as address, fingerprint, entered_at as "enteredAt"
    from respondent where account_id = ${accountId} and rdud = any(${hexes}::uuid[])`.execute(tx)
  if (found.length === 0) return NOTHING_ERASED
  const own = found.map(({ hex }) => hex)
  const enteredAt = new Date(Math.min(...found.map(one => one.enteredAt.getTime())))
  const hasIds = parts.has('ids')
  // before the marks are gone from the respondents
  const marks = parts.has('marks') ? await endListedMarks(tx, accountId, found, at, by) : 0
  await sql`
    update respondent set rid = case when ${hasIds} then ${erasedRid(sql`rdud`)} else rid end,
      address = case when ${parts.has('marks')} then null else address end, fingerprint = case when ${parts.has('marks')} then null else fingerprint end
    where account_id = ${accountId} and rdud = any(${own}::uuid[])`.execute(tx)
  await clearVerdicts(tx, accountId, own, enteredAt, parts)
  const counts = { ...NOTHING_ERASED, respondents: found.length, marks }
  if (!hasIds) return counts
  const changedRows = async (query: ReturnType<typeof sql>): Promise<number> => {
    const { numAffectedRows } = await query.execute(tx)
    return Number(numAffectedRows ?? 0)
  }
  return {
    ...counts,
    statement_lines: await changedRows(sql`
      delete from statement_identity where account_id = ${accountId} and rdud = any(${own}::uuid[])`),
    reconciliation_rows: await eraseInReconciliations(tx, accountId, found),
    recontact_entries: await changedRows(sql`
      update recontact_person set rid = ${erasedRid(sql`rdud`)}
      where account_id = ${accountId} and (rdud = any(${own}::uuid[]) or ordud = any(${own}::uuid[]))`),
    disputes: await changedRows(sql`
      update dispute set evidence = '', decision_note = '', version = version + 1
      where account_id = ${accountId} and rdud = any(${own}::uuid[]) and (evidence <> '' or decision_note <> '')`),
    deliveries: await eraseInMessages(tx, accountId, own),
  }
}

/** Locks the figures of the respondents’ sources in the order of the batches: a batch then reads them again. */
async function holdFigures(tx: Tx, accountId: number, hexes: readonly string[]): Promise<void> {
  await sql`
    with place as materialized (
      select distinct project_id, survey_id, source_id from respondent where account_id = ${accountId} and rdud = any(${hexes}::uuid[])
    )
    select from rollup r where r.account_id = ${accountId} and (r.scope, r.scope_id) in (
      select 1::smallint, project_id from place union select 2::smallint, survey_id from place union select 3::smallint, source_id from place
    ) order by r.scope, r.scope_id for update`.execute(tx)
}

/** Verdicts that quote an answer, or a listed mark with its value. */
const quotes = (parts: ReadonlySet<IdentityPart>, rule: ReturnType<typeof sql>) => sql`(
  (${parts.has('answers')} and ${rule} like 'qualification: %') or (${parts.has('marks')} and ${rule} in ('block_list', 'watch_list')))`

async function clearVerdicts(
  tx: Tx,
  accountId: number,
  own: readonly string[],
  enteredAt: Date,
  parts: ReadonlySet<IdentityPart>,
): Promise<void> {
  const line = quotes(parts, sql`(e.detail->>'rule')`)
  await sql`
    update respondent_event e set answers = case when ${parts.has('answers')} then null else answers end,
      detail = case when ${line} then jsonb_set(e.detail, '{value}', to_jsonb(${ERASED}::text)) else e.detail end
    where e.account_id = ${accountId} and e.rdud = any(${own}::uuid[]) and e.at >= ${enteredAt}
      and ((${parts.has('answers')} and e.answers is not null) or ${line})`.execute(tx)
  await sql`
    update rule_verdict set value = ${ERASED}
    where account_id = ${accountId} and rdud = any(${own}::uuid[]) and ${quotes(parts, sql`rule`)}`.execute(tx)
}

/**
 * Ends the entries of block and watch lists with the fingerprint of an erased respondent, and with an address that no
 * other respondent has. The door reads its lists again.
 */
async function endListedMarks(
  tx: Tx,
  accountId: number,
  found: readonly Identity[],
  at: Date,
  by: number | null,
): Promise<number> {
  const fingerprints = found.flatMap(({ fingerprint }) => (fingerprint === null ? [] : [fingerprint]))
  const addresses = found.flatMap(({ address }) => (address === null ? [] : [address]))
  const { rows } = await sql`
    update listed_mark m set value = ${`${ERASED} `} || m.entry_id, note = '', removed_at = coalesce(m.removed_at, ${at}), removed_by = coalesce(m.removed_by, ${by})
    where m.account_id = ${accountId} and (
      (m.kind = 'fingerprint' and m.value = any(${fingerprints}::text[]))
      or (m.kind = 'address' and m.value = any(${addresses}::text[]) and not exists (
        select from respondent r where r.account_id = ${accountId} and r.address = m.value::inet and r.rdud <> all(${found.map(({ hex }) => hex)}::uuid[])))
    ) returning 1`.execute(tx)
  if (rows.length > 0)
    await sql`
      update mark_list set version = version + 1,
        entries = (select count(*) from listed_mark where account_id = ${accountId} and removed_at is null)
      where account_id = ${accountId}`.execute(tx)
  return rows.length
}
