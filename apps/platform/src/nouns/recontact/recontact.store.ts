import type { ExcludedStates } from '@desk/schema/exclusions/exclusion'
import { RECONTACT_PEOPLE_MAX } from '@desk/schema/recontact/recontact'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'
import { readByCursor } from '#kernel/db/read-by-cursor'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

/** A source's list, without its people. */
export interface ListHead {
  readonly version: number
  readonly people: number
  readonly used: number
  readonly surveyUrl: string | null
}

/** The list of a source; version 0 where it was never saved, undefined where the account has no such source. */
export async function findList(tx: Tx, accountId: number, sourceId: number): Promise<ListHead | undefined> {
  const { rows } = await sql<ListHead>`
    select coalesce(l.version, 0) as version, coalesce(l.people, 0) as people, v.survey_url as "surveyUrl",
      (select count(*)::int from recontact_person p join respondent r on r.account_id = ${accountId} and r.source_id = ${sourceId} and r.rid = p.rid
        where p.account_id = ${accountId} and p.source_id = ${sourceId} and p.removed_at is null) as used
    from source s join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    left join recontact_list l on l.account_id = s.account_id and l.source_id = s.source_id
    where s.account_id = ${accountId} and s.source_id = ${sourceId}`.execute(tx)
  return rows[0]
}

export interface ListedPerson {
  readonly hex: string
  readonly firstHex: string
  readonly rid: string
  readonly supplierId: number | null
  readonly supplier: string | null
  readonly usedAt: Date | null
}

/** The people of a list, in the order in which they were added, with when their link was used. */
const peopleOf = (accountId: number, sourceId: number): RawBuilder<ListedPerson> => sql`
    select replace(p.rdud::text, '-', '') as hex, replace(p.ordud::text, '-', '') as "firstHex", p.rid, p.supplier_id as "supplierId", k.name as supplier,
      r.entered_at as "usedAt"
    from recontact_person p
    left join supplier k on k.account_id = ${accountId} and k.supplier_id = p.supplier_id
    left join respondent r on r.account_id = ${accountId} and r.source_id = ${sourceId} and r.rid = p.rid
    where p.account_id = ${accountId} and p.source_id = ${sourceId} and p.removed_at is null
    order by p.added_at, p.rid`

/** A page of them. */
export async function listPeople(
  tx: Tx,
  accountId: number,
  sourceId: number,
  page: Page,
): Promise<readonly ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    ${peopleOf(accountId, sourceId)} limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

/** All of them, in lots. */
export const allPeople = (tx: Tx, accountId: number, sourceId: number) =>
  readByCursor(tx, peopleOf(accountId, sourceId))

/** The facts that decide whether a known respondent can be invited to a source. */
export interface KnownRespondent {
  readonly hex: string
  readonly firstHex: string
  readonly rid: string
  readonly supplierId: number | null
  readonly code: RespondentCode
  readonly isTest: boolean
  readonly isListed: boolean
  /** They are in the source already, under this or another RDUD. */
  readonly isInSource: boolean
  /** Their supplier delivers to the source. */
  readonly hasSupplier: boolean
}

/** The account's own among these respondents. */
export async function findKnown(
  tx: Tx,
  accountId: number,
  sourceId: number,
  hexes: readonly string[],
): Promise<readonly KnownRespondent[]> {
  if (hexes.length === 0) return []
  const { rows } = await sql<KnownRespondent>`
    select replace(r.rdud::text, '-', '') as hex, replace(coalesce(before.ordud, r.rdud)::text, '-', '') as "firstHex", r.rid, r.supplier_id as "supplierId", r.code,
      r.is_test as "isTest", listed.rid is not null as "isListed", here.rid is not null as "isInSource",
      case when r.supplier_id is null then (select count(*) <= 1 from source_supplier ss where ss.account_id = ${accountId} and ss.source_id = ${sourceId})
        else exists (select from source_supplier ss where ss.account_id = ${accountId} and ss.source_id = ${sourceId} and ss.supplier_id = r.supplier_id) end as "hasSupplier"
    from unnest(${hexes}::uuid[]) as u(rdud)
    cross join lateral (select * from respondent where account_id = ${accountId} and rdud = u.rdud offset 0) r
    left join lateral (select rid from recontact_person where account_id = ${accountId} and source_id = ${sourceId} and rid = r.rid and removed_at is null) listed on true
    left join lateral (select rid from respondent where account_id = ${accountId} and source_id = ${sourceId} and rid = r.rid) here on true
    left join lateral (select ordud from recontact_person where account_id = ${accountId} and source_id = r.source_id and rid = r.rid) before on true`.execute(
    tx,
  )
  return rows
}

/** The RDUDs of those who entered these projects within the look-back, the latest first. */
export async function chooseRespondents(
  tx: Tx,
  accountId: number,
  choice: { readonly projectIds: readonly number[]; readonly states: ExcludedStates; readonly lookBackDays: number },
  at: Date,
): Promise<readonly string[]> {
  const states = choice.states === 'completes' ? sql`and r.code in (30, 51)` : sql``
  // RDUDs are in the order of the entries: the look-back is one range of the primary key
  const { rows } = await sql<{ hex: string }>`
    select replace(r.rdud::text, '-', '') as hex from respondent r
    where r.account_id = ${accountId} and r.project_id = any(${choice.projectIds}::int[]) and not r.is_test ${states}
      and r.rdud >= (rpad(lpad(to_hex(floor(extract(epoch from ${at}::timestamptz - make_interval(days => ${choice.lookBackDays}::int)) * 1000)::bigint), 12, '0'), 32, '0'))::uuid
    order by r.rdud desc limit ${RECONTACT_PEOPLE_MAX}`.execute(tx)
  return rows.map(({ hex }) => hex)
}

/** Makes the list's row, before people are added to it. */
export async function openList(tx: Tx, accountId: number, sourceId: number): Promise<void> {
  await sql`
    insert into recontact_list (account_id, source_id, people, version) values (${accountId}, ${sourceId}, 0, 0) on conflict do nothing`.execute(
    tx,
  )
}

/** Adds people to a locked list; a person who was removed before is there again. */
export async function addPeople(
  tx: Tx,
  accountId: number,
  sourceId: number,
  people: readonly Pick<KnownRespondent, 'hex' | 'firstHex' | 'rid' | 'supplierId'>[],
  at: Date,
): Promise<void> {
  if (people.length === 0) return
  await sql`
    insert into recontact_person (account_id, source_id, rid, rdud, ordud, supplier_id, added_at)
    select ${accountId}, ${sourceId}, u.rid, u.rdud, u.ordud, u.supplier_id, ${at}
    from unnest(${people.map(({ rid }) => rid)}::text[], ${people.map(({ hex }) => hex)}::uuid[], ${people.map(({ firstHex }) => firstHex)}::uuid[],
      ${people.map(({ supplierId }) => supplierId)}::int[]) as u(rid, rdud, ordud, supplier_id)
    on conflict (account_id, source_id, rid) do update set
      (rdud, ordud, supplier_id, added_at, removed_at) = (excluded.rdud, excluded.ordud, excluded.supplier_id, excluded.added_at, null)`.execute(
    tx,
  )
}

/** The RDUDs, of these, that are in the list. */
export async function findListed(
  tx: Tx,
  accountId: number,
  sourceId: number,
  hexes: readonly string[],
): Promise<readonly string[]> {
  if (hexes.length === 0) return []
  const { rows } = await sql<{ hex: string }>`
    select replace(rdud::text, '-', '') as hex from recontact_person
    where account_id = ${accountId} and source_id = ${sourceId} and removed_at is null and rdud = any(${hexes}::uuid[])`.execute(
    tx,
  )
  return rows.map(({ hex }) => hex)
}

/** Removes people from a locked list. */
export async function removePeople(
  tx: Tx,
  accountId: number,
  sourceId: number,
  hexes: readonly string[],
  at: Date,
): Promise<void> {
  if (hexes.length === 0) return
  await sql`
    update recontact_person set removed_at = ${at}
    where account_id = ${accountId} and source_id = ${sourceId} and removed_at is null and rdud = any(${hexes}::uuid[])`.execute(
    tx,
  )
}

/** Stores how many people a locked list has now, as its next version. */
export async function countList(tx: Tx, accountId: number, sourceId: number): Promise<void> {
  await sql`
    update recontact_list set version = version + 1,
      people = (select count(*) from recontact_person where account_id = ${accountId} and source_id = ${sourceId} and removed_at is null)
    where account_id = ${accountId} and source_id = ${sourceId}`.execute(tx)
}
