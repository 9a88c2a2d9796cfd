import {
  PERSON_ENTRIES_MAX,
  SHARED_MARKS_MAX,
  SHARED_OTHERS_MAX,
  type FoundPerson,
  type PersonEntry,
  type PersonMark,
  type SharedMark,
} from '@desk/schema/defender/people'
import type { MarkList } from '@desk/schema/defender/mark-lists'
import type { RuleSetter } from '@desk/schema/defender/in-force'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'

type Who = Omit<SharedMark['others'][number], 'entered_at' | 'rdud'> & {
  readonly hex: string
  readonly entered_at: Date
}
type StoredVerdict = Omit<PersonEntry['verdicts'][number], 'set_by' | 'at_return'> & {
  readonly set_by: RuleSetter | null
  readonly at_return: boolean
}
type EntryRow = Who &
  Omit<PersonEntry, keyof SharedMark['others'][number] | 'ended_at' | 'verdicts'> & {
    readonly found_as: PersonMark
    readonly supplier_id: number | null
    readonly ended_at: Date | null
    readonly verdicts: readonly StoredVerdict[]
  }

/** The things a text may name, each looked up by its own index. */
export interface PersonLookup {
  readonly hex: string | null
  readonly text: string
  /** As the ledger compares it; null: the text is no address. */
  readonly address: string | null
}

/** An entry that was found, and as what. */
export interface FoundEntry {
  readonly foundAs: PersonMark
  readonly supplierId: number | null
  readonly entry: PersonEntry
}

const entryOf = (accountId: number, row: Who) => {
  const { hex, rid, stmid, source_name, survey_name, supplier, code, entered_at, fingerprint, address } = row
  return {
    rdud: formatRdud(accountId, hex),
    rid,
    stmid,
    source_name,
    survey_name,
    ...(supplier === undefined ? {} : { supplier }),
    code,
    entered_at: entered_at.toISOString(),
    fingerprint,
    address,
  }
}

/**
 * The account's entries by an RDUD, a rid, a fingerprint or an address, in every survey, each by its own index; those of an RDUD are all of its respondent, by their
 * supplier's id of them.
 */
export async function findEntries(tx: Tx, accountId: number, lookup: PersonLookup): Promise<readonly FoundEntry[]> {
  const limit = PERSON_ENTRIES_MAX + 1
  const { rows } = await sql<EntryRow>`
    with named as materialized (
      select rid, supplier_id from respondent where account_id = ${accountId} and rdud = ${lookup.hex}::uuid
    ), found as materialized (
      select distinct on (rdud) * from (
        select 1 as place, 'rdud' as found_as, r.* from named n cross join lateral (
          select * from respondent where account_id = ${accountId} and rid = n.rid and supplier_id is not distinct from n.supplier_id order by entered_at desc limit ${limit}) r
        union all
        select 2, 'rid', r.* from (select * from respondent where account_id = ${accountId} and rid = ${lookup.text} order by entered_at desc limit ${limit}) r
        union all
        select 3, 'fingerprint', r.* from (select * from respondent where account_id = ${accountId} and fingerprint = ${lookup.text} order by entered_at desc limit ${limit}) r
        union all
        select 4, 'address', r.* from (select * from respondent where account_id = ${accountId} and address = ${lookup.address}::inet order by entered_at desc limit ${limit}) r
      ) by_mark order by rdud, place
    )
    select f.found_as, replace(f.rdud::text, '-', '') as hex, f.rid, f.source_id as stmid, s.name as source_name, y.name as survey_name, su.name as supplier, f.supplier_id, f.code,
      f.is_test, f.entered_at, f.ended_at, f.fingerprint, host(f.address) as address, e.country, e.language, e.device, e.from_datacentre, coalesce(v.verdicts, '[]') as verdicts
    from (select * from found order by entered_at desc, rdud limit ${limit}) f
    join source s on s.account_id = ${accountId} and s.source_id = f.source_id
    join survey y on y.account_id = ${accountId} and y.survey_id = f.survey_id
    left join supplier su on su.account_id = ${accountId} and su.supplier_id = f.supplier_id
    left join lateral (select country, language, device, from_datacentre from respondent_event x
      where x.account_id = ${accountId} and x.rdud = f.rdud and x.at = f.entered_at and x.from_code is null limit 1) e on true
    left join lateral (select json_agg(json_build_object('rule', rule, 'refused', refused, 'threshold', threshold, 'value', value, 'set_by', set_by, 'at_return', at_return) order by place) as verdicts
      from rule_verdict x where x.account_id = ${accountId} and x.rdud = f.rdud) v on true
    order by f.entered_at desc, f.rdud`.execute(tx)
  return rows.map(row => ({
    foundAs: row.found_as,
    supplierId: row.supplier_id,
    entry: {
      ...entryOf(accountId, row),
      is_test: row.is_test,
      ended_at: row.ended_at?.toISOString() ?? null,
      country: row.country,
      language: row.language,
      device: row.device,
      from_datacentre: row.from_datacentre,
      verdicts: row.verdicts.map(({ set_by: setBy, at_return: atReturn, ...verdict }) => ({
        ...verdict,
        ...(setBy === null ? {} : { set_by: setBy }),
        ...(atReturn ? { at_return: true } : {}),
      })),
    },
  }))
}

interface AskedMark {
  readonly kind: SharedMark['kind']
  readonly value: string
  /** Whose rid it is; null of a respondent without one, and of other marks. */
  readonly supplierId: number | null
}

/** The marks of these entries, the latest first, so many of each kind. */
export function marksOf(found: readonly FoundEntry[]): readonly AskedMark[] {
  const marks = new Map<string, AskedMark>()
  const counts = { rid: 0, fingerprint: 0, address: 0 }
  const add = (kind: SharedMark['kind'], value: string | null, supplierId: number | null): void => {
    const key = `${kind}\n${value}\n${supplierId}`
    if (value === null || marks.has(key) || counts[kind] >= SHARED_MARKS_MAX) return
    counts[kind] += 1
    marks.set(key, { kind, value, supplierId })
  }
  for (const { entry, supplierId } of found) {
    add('fingerprint', entry.fingerprint, null)
    add('address', entry.address, null)
    add('rid', entry.rid, supplierId)
  }
  return [...marks.values()]
}

/** Others who came with these marks, latest first, and the account's lists that name them. */
export async function findShared(
  tx: Tx,
  accountId: number,
  marks: readonly AskedMark[],
  found: readonly FoundEntry[],
): Promise<FoundPerson['marks']> {
  if (marks.length === 0) return []
  const known = found.map(({ entry }) => entry.rdud.slice(entry.rdud.indexOf('-') + 1))
  const limit = SHARED_OTHERS_MAX + 1
  const { rows } = await sql<Who & { readonly number: number }>`
    select u.number, replace(r.rdud::text, '-', '') as hex, r.rid, r.source_id as stmid, s.name as source_name, y.name as survey_name, su.name as supplier, r.code, r.entered_at,
      r.fingerprint, host(r.address) as address
    from unnest(${marks.map((_, number) => number)}::int[], ${marks.map(({ kind }) => kind)}::text[], ${marks.map(({ value }) => value)}::text[], ${marks.map(({ supplierId }) => supplierId)}::int[])
      as u(number, kind, value, supplier_id)
    cross join lateral (
      (select * from respondent where u.kind = 'fingerprint' and account_id = ${accountId} and fingerprint = u.value and rdud <> all(${known}::uuid[]) order by entered_at desc limit ${limit})
      union all
      (select * from respondent where account_id = ${accountId} and address = case when u.kind = 'address' then u.value::inet end and rdud <> all(${known}::uuid[]) order by entered_at desc limit ${limit})
      union all
      (select * from respondent where u.kind = 'rid' and account_id = ${accountId} and rid = u.value and supplier_id is not distinct from u.supplier_id and rdud <> all(${known}::uuid[]) order by entered_at desc limit ${limit})
    ) r
    join source s on s.account_id = ${accountId} and s.source_id = r.source_id
    join survey y on y.account_id = ${accountId} and y.survey_id = r.survey_id
    left join supplier su on su.account_id = ${accountId} and su.supplier_id = r.supplier_id
    order by u.number, r.entered_at desc, r.rdud`.execute(tx)
  const lists = await findLists(tx, accountId, marks)
  return marks.map(({ kind, value }, number) => {
    const others = rows.filter(row => row.number === number)
    return {
      kind,
      value,
      lists: lists.get(`${kind} ${value}`) ?? [],
      others: others.slice(0, SHARED_OTHERS_MAX).map(row => entryOf(accountId, row)),
      has_more: others.length > SHARED_OTHERS_MAX,
    }
  })
}

/** The lists that now name these devices and addresses, alone or in a network, by kind and value. */
export async function findLists(
  tx: Tx,
  accountId: number,
  marks: readonly { readonly kind: string; readonly value: string }[],
): Promise<ReadonlyMap<string, readonly MarkList[]>> {
  const { rows } = await sql<{ kind: string; value: string; lists: MarkList[] }>`
    select u.kind, u.value, array_agg(distinct m.list order by m.list) as lists
    from (select distinct kind, value from unnest(${marks.map(({ kind }) => kind)}::text[], ${marks.map(({ value }) => value)}::text[]) as x(kind, value)) u
    cross join lateral (
      select u.kind, u.value
      union all select 'network', n.network from mark_list a cross join lateral networks_of(case u.kind when 'address' then u.value::inet end, a.v4_prefixes, a.v6_prefixes) as n(network)
      where a.account_id = ${accountId}
    ) w(kind, value)
    join listed_mark m on m.account_id = ${accountId} and m.kind = w.kind and m.value = w.value and m.removed_at is null and (m.until is null or m.until > now())
    group by 1, 2`.execute(tx)
  return new Map(rows.map(({ kind, value, lists }) => [`${kind} ${value}`, lists]))
}
