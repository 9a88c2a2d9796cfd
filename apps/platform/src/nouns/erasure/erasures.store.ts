import { isIP } from 'node:net'
import {
  ERASURE_IDS_MAX,
  type ErasedCounts,
  type Erasure,
  type ErasureRule,
  type ErasureScope,
  type ErasureState,
  type ErasureSubjects,
} from '@desk/schema/erasure/erasure'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { BY_LINK, userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import { isErasedRid } from '#ledger/facts/erased-rid'
import { parseRdud } from '#ledger/facts/rdud'

/** The respondents that ids name, and the number of ids without a respondent. */
export interface FoundSubjects {
  readonly hexes: readonly string[]
  readonly unknown: number
}

/**
 * Finds the respondents: RDUDs of the account first, then ids of the supplier.
 * @param onlyOf only respondents of this supplier are found
 */
export async function findSubjects(
  tx: Tx,
  accountId: number,
  { pm_sup_ud: supplierId, marks, ids }: ErasureSubjects,
  onlyOf: number | null = null,
): Promise<FoundSubjects> {
  if (marks !== undefined) return findByMarks(tx, accountId, marks, [...new Set(ids.map(id => id.trim()))])
  const named = [...new Set(ids)].map(id => {
    const rdud = parseRdud(id.trim())
    return { id, hex: rdud?.accountId === accountId ? rdud.hex : null }
  })
  const { rows } = await sql<{ id: string; hex: string }>`
    with named as materialized (
      select * from unnest(${named.map(({ id }) => id)}::text[], ${named.map(({ hex }) => hex)}::uuid[]) as u(id, rdud)
    )
    select n.id, replace(r.rdud::text, '-', '') as hex from named n join respondent r on r.account_id = ${accountId} and r.rdud = n.rdud and (${onlyOf}::int is null or r.supplier_id = ${onlyOf}::int)
    union
    select n.id, replace(r.rdud::text, '-', '') from named n join respondent r on r.account_id = ${accountId} and r.rid = n.id and r.supplier_id = ${supplierId}`.execute(
    tx,
  )
  return {
    hexes: [...new Set(rows.map(({ hex }) => hex))],
    unknown: named.length - new Set(rows.map(({ id }) => id)).size,
  }
}

/** Finds respondents by marks that are stored still: one more than an erasure may have, at most. */
async function findByMarks(
  tx: Tx,
  accountId: number,
  kind: NonNullable<ErasureSubjects['marks']>,
  marks: readonly string[],
): Promise<FoundSubjects> {
  const isAddress = kind === 'address'
  // an address with a zone is of one machine alone, and none that the door stores
  const given = isAddress ? marks.filter(mark => isIP(mark) !== 0 && !mark.includes('%')) : marks
  const found = isAddress ? sql`r.address = n.mark::inet` : sql`r.fingerprint = n.mark`
  const { rows } = await sql<{ mark: string; hex: string }>`
    select n.mark, replace(r.rdud::text, '-', '') as hex from unnest(${given}::text[]) as n(mark)
    join respondent r on r.account_id = ${accountId} and ${found} limit ${ERASURE_IDS_MAX + 1}`.execute(tx)
  return {
    hexes: [...new Set(rows.map(({ hex }) => hex))],
    unknown: marks.length - new Set(rows.map(({ mark }) => mark)).size,
  }
}

/** Respondents who are in a survey, or whose supplier waits for a decision: both need the rid still. */
export const IS_IN_SURVEY = sql`r.code in (10, 11)`
export const IS_IN_DISPUTE = sql`exists (select from dispute d where d.account_id = r.account_id and d.rdud = r.rdud and d.state = 'disputed')`

/** Counts what an erasure of respondents reaches. */
export async function readScope(tx: Tx, accountId: number, { hexes, unknown }: FoundSubjects): Promise<ErasureScope> {
  const own = sql`any(${hexes}::uuid[])`
  const { rows } = await sql<Omit<ErasureScope, 'unknown'>>`
    select count(*)::int as respondents, (count(*) filter (where ${IS_IN_SURVEY}))::int as in_survey, (count(*) filter (where ${IS_IN_DISPUTE}))::int as in_dispute,
      count(distinct r.project_id)::int as projects, count(distinct r.survey_id)::int as surveys,
      (select count(*)::int from statement_identity where account_id = ${accountId} and rdud = ${own}) as statement_lines,
      (select count(*)::int from respondent_event e join statement_line l on l.account_id = ${accountId} and l.scope = 'supplier' and l.position = e.position
        where e.account_id = ${accountId} and e.rdud = ${own} and e.at >= min(r.entered_at) and e.changed and l.content like '%,"rid":"%') as sealed_lines,
      (select count(*)::int from reconciliation_row where account_id = ${accountId} and rdud = ${own} and rid is not null) as reconciliation_rows,
      (select count(*)::int from recontact_person where account_id = ${accountId} and (rdud = ${own} or ordud = ${own})) as recontact_entries,
      (select count(*)::int from dispute where account_id = ${accountId} and rdud = ${own}) as disputes
    from respondent r where r.account_id = ${accountId} and r.rdud = ${own}`.execute(tx)
  const [scope] = rows
  if (scope === undefined) throw new Error('A count has a row')
  return { ...scope, unknown }
}

interface Row extends Omit<Erasure, 'requested_at' | 'decided_at' | 'done_at'> {
  readonly requested_at: Date
  readonly decided_at: Date | null
  readonly done_at: Date | null
}

async function select(tx: Tx, accountId: number, rest: RawBuilder<unknown>): Promise<readonly Erasure[]> {
  const { rows } = await sql<Row>`
    select e.erasure_id as erasure_ud, e.state, e.rule, e.reference, e.scope, e.erased, coalesce(k.name || ${BY_LINK}::text, ${userName('e.account_id', 'e.requested_by')}) as requested_by, e.requested_by as requested_by_ud, e.requested_by_link as requested_by_link_ud,
      e.requested_at, ${userName('e.account_id', 'e.decided_by')} as decided_by, e.decided_at, e.done_at
    from erasure e
    left join statement_link l on l.account_id = e.account_id and l.statement_link_id = e.requested_by_link
    left join supplier k on k.account_id = l.account_id and k.supplier_id = l.supplier_id
    where e.account_id = ${accountId} ${rest}`.execute(tx)
  return rows.map(({ requested_at, decided_at, done_at, ...row }) => ({
    ...row,
    requested_at: requested_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    done_at: done_at?.toISOString() ?? null,
  }))
}

/** The erasures of an account, newest first. */
export const listErasures = (tx: Tx, accountId: number, { limit, offset }: Page): Promise<readonly Erasure[]> =>
  select(tx, accountId, sql`order by e.erasure_id desc limit ${limit} offset ${offset}`)

/** The erasures that one supplier requested by its links, newest first. */
export const listErasuresOf = (
  tx: Tx,
  accountId: number,
  supplierId: number,
  { limit, offset }: Page,
): Promise<readonly Erasure[]> =>
  select(
    tx,
    accountId,
    sql`and l.supplier_id = ${supplierId} order by e.erasure_id desc limit ${limit} offset ${offset}`,
  )

/** The erasures that one supplier requested and no one has decided. */
export async function countWaiting(tx: Tx, accountId: number, supplierId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from erasure e join statement_link l on l.account_id = e.account_id and l.statement_link_id = e.requested_by_link
    where e.account_id = ${accountId} and l.supplier_id = ${supplierId} and e.state = 'requested'`.execute(tx)
  return rows[0]?.count ?? 0
}

export const findErasure = async (tx: Tx, accountId: number, id: number): Promise<Erasure | undefined> =>
  (await select(tx, accountId, sql`and e.erasure_id = ${id}`))[0]

/** Locks an erasure for an edit, and reads it. */
export async function lockErasure(tx: Tx, accountId: number, id: number): Promise<Erasure | undefined> {
  await sql`select from erasure where account_id = ${accountId} and erasure_id = ${id} for update`.execute(tx)
  return findErasure(tx, accountId, id)
}

/** An erasure before it is stored. */
export interface NewErasure extends Pick<Erasure, 'rule' | 'reference' | 'scope' | 'erased'> {
  readonly hexes: readonly string[]
  /** By a link: the user who made it. */
  readonly userId: number
  readonly linkId?: number
  readonly at: Date
}

/** Stores a request. @returns its id */
export async function insertErasure(tx: Tx, accountId: number, made: NewErasure): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into erasure (account_id, state, rule, reference, scope, erased, requested_by, requested_by_link, requested_at)
    values (${accountId}, 'requested', ${made.rule}, ${made.reference}, ${JSON.stringify(made.scope)}, ${JSON.stringify(made.erased)}, ${made.userId}, ${made.linkId ?? null}, ${made.at})
    returning erasure_id as id`.execute(tx)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into erasure_person (account_id, erasure_id, rdud) select ${accountId}, ${id}, u from unnest(${made.hexes}::uuid[]) u`.execute(
    tx,
  )
  return id
}

/** Stores a decision about a request. */
export async function decideErasure(
  tx: Tx,
  accountId: number,
  id: number,
  state: ErasureState,
  by: { readonly userId: number; readonly at: Date },
): Promise<void> {
  await sql`
    update erasure set state = ${state}, decided_by = ${by.userId}, decided_at = ${by.at}
    where account_id = ${accountId} and erasure_id = ${id}`.execute(tx)
}

/** Persons of an erasure whose turn it is, at most so many. */
export async function nextPersons(tx: Tx, accountId: number, id: number, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ hex: string }>`
    select replace(p.rdud::text, '-', '') as hex from erasure_person p join respondent r on r.account_id = ${accountId} and r.rdud = p.rdud
    where p.account_id = ${accountId} and p.erasure_id = ${id} and p.erased_at is null and not (${IS_IN_SURVEY}) and not (${IS_IN_DISPUTE})
    order by p.rdud limit ${limit}`.execute(tx)
  return rows.map(({ hex }) => hex)
}

/**
 * Notes that the log has an erasure.
 * @returns its persons, for the log; null when the log has it already
 */
export async function noteLogged(tx: Tx, accountId: number, id: number, at: Date): Promise<readonly string[] | null> {
  const { rows } = await sql`
    update erasure set logged_at = ${at} where account_id = ${accountId} and erasure_id = ${id} and logged_at is null returning 1`.execute(
    tx,
  )
  if (rows.length === 0) return null
  const { rows: persons } = await sql<{ hex: string }>`
    select replace(rdud::text, '-', '') as hex from erasure_person where account_id = ${accountId} and erasure_id = ${id} order by 1`.execute(
    tx,
  )
  return persons.map(({ hex }) => hex)
}

/** Respondents of a log who have an identity again: those to erase, and the number of those who need their rid still. */
export async function findRestored(
  tx: Tx,
  accountId: number,
  hexes: readonly string[],
): Promise<{ readonly free: readonly string[]; readonly waiting: number }> {
  const { rows } = await sql<{ hex: string; rid: string; marked: boolean; waits: boolean }>`
    select replace(r.rdud::text, '-', '') as hex, r.rid, r.address is not null or r.fingerprint is not null as marked, ${IS_IN_SURVEY} or ${IS_IN_DISPUTE} as waits
    from respondent r where r.account_id = ${accountId} and r.rdud = any(${hexes}::uuid[])`.execute(tx)
  const restored = rows.filter(({ hex, rid, marked }) => marked || !isErasedRid(rid, hex))
  const free = restored.filter(({ waits }) => !waits).map(({ hex }) => hex)
  return { free, waiting: restored.length - free.length }
}

/** Adds a line to the ledger for each erased respondent, which changes no figure. */
export async function addErasedLines(
  tx: Tx,
  accountId: number,
  hexes: readonly string[],
  { rule, words, at }: { readonly rule: ErasureRule; readonly words: string; readonly at: Date },
): Promise<void> {
  await sql`
    insert into respondent_event (account_id, at, rdud, source_id, from_code, to_code, changed, is_test, detail)
    select account_id, ${at}, rdud, source_id, code, code, false, is_test, jsonb_build_object('rule', 'erased', 'threshold', ${rule}::text, 'value', ${words}::text)
    from respondent where account_id = ${accountId} and rdud = any(${hexes}::uuid[])`.execute(tx)
}

/** The one who requested an erasure, as the ledger has it. */
export const requesterOf = ({ requested_by_ud: userId, requested_by_link_ud: linkId }: Erasure): string =>
  linkId === null ? `user ${userId}` : `the supplier, by link ${linkId}`

/** Notes erased persons and the counts, and adds their lines to the ledger. */
export async function noteErased(
  tx: Tx,
  accountId: number,
  erasure: Erasure,
  hexes: readonly string[],
  erased: ErasedCounts,
  at: Date,
): Promise<void> {
  const id = erasure.erasure_ud
  const words = `erasure ${id}, requested by ${requesterOf(erasure)}`
  await sql`
    update erasure_person set erased_at = ${at} where account_id = ${accountId} and erasure_id = ${id} and rdud = any(${hexes}::uuid[])`.execute(
    tx,
  )
  await addErasedLines(tx, accountId, hexes, { rule: erasure.rule, words, at })
  await sql`
    update erasure e set erased = ${JSON.stringify(erased)},
      state = case when l.persons = 0 then 'done' else e.state end, done_at = case when l.persons = 0 then ${at}::timestamptz end
    from (select count(*) as persons from erasure_person where account_id = ${accountId} and erasure_id = ${id} and erased_at is null) l
    where e.account_id = ${accountId} and e.erasure_id = ${id}`.execute(tx)
}

/** Takes the planner's samples of the columns with identities again: they quote values that are erased. */
export async function sampleAgain(tx: Tx): Promise<void> {
  await sql`select sample_again()`.execute(tx)
}

/** The same after erasures, where any was done since the last time. */
export async function sampleAfterErasures(tx: Tx, at: Date): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    update erasure set samples_at = ${at} where state = 'done' and samples_at is null`.execute(tx)
  if (numAffectedRows > 0n) await sampleAgain(tx)
}

/** Confirmed erasures of any account with persons left, and those that an earlier version did without the log. */
export async function listUnfinished(
  tx: Tx,
  limit: number,
): Promise<readonly { readonly accountId: number; readonly id: number }[]> {
  const { rows } = await sql<{ accountId: number; id: number }>`
    select account_id as "accountId", erasure_id as id from erasure where state = 'confirmed' or (state = 'done' and logged_at is null) order by erasure_id limit ${limit}`.execute(
    tx,
  )
  return rows
}
