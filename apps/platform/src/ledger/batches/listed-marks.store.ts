import type { Tx } from '#kernel/db/tx'
import type { ListedMark } from '../facts/ledger-facts.ts'
import { GrowingStatement } from './growing-statement.ts'
import { binaryArray } from './row-set.ts'

export interface ListedLookup {
  /** The operation's number in the batch. */
  readonly number: number
  readonly fingerprint: string | null
  readonly address: string | null
  readonly atMs: number
}

// each mark by its own key, and networks by one key for each length of prefix that is listed: the length of the list
// costs nothing; a blocked one goes before a watched one, and of networks within each other the narrowest is returned
const LISTED = new GrowingStatement(
  'ledger_listed_marks',
  `select u.number, m.entry_id, m.list, m.kind, m.value
   from unnest($2::int[], $3::text[], $4::text[], $5::timestamptz[]) as u(number, fingerprint, address, at)
   cross join lateral (
     select entry_id, list, kind, value from listed_mark
     where account_id = $1 and kind = 'fingerprint' and value = u.fingerprint and removed_at is null and (until is null or until > u.at)
     union all
     select entry_id, list, kind, value from listed_mark
     where account_id = $1 and kind = 'address' and value = host(u.address::inet) and removed_at is null and (until is null or until > u.at)
     union all
     (select distinct on (n.list) n.entry_id, n.list, n.kind, n.value
      from mark_list a cross join lateral networks_of(u.address::inet, a.v4_prefixes, a.v6_prefixes) as x(network)
      join listed_mark n on n.account_id = $1 and n.kind = 'network' and n.value = x.network and n.removed_at is null and (n.until is null or n.until > u.at)
      where a.account_id = $1 order by n.list, masklen(n.value::cidr) desc)
     offset 0) m
   order by u.number, m.list, m.entry_id`,
)

/** The entries in force of the account's block and watch lists that these entrants meet, by the operation's number. */
export async function findListedMarks(
  tx: Tx,
  accountId: number,
  lookups: readonly ListedLookup[],
): Promise<Map<number, ListedMark[]>> {
  if (lookups.length === 0) return new Map()
  const values = [
    accountId,
    binaryArray(
      'int',
      lookups.map(({ number }) => number),
    ),
    binaryArray(
      'text',
      lookups.map(({ fingerprint }) => fingerprint),
    ),
    binaryArray(
      'text',
      lookups.map(({ address }) => address),
    ),
    binaryArray(
      'timestamptz',
      lookups.map(({ atMs }) => atMs),
    ),
  ]
  const rows = await LISTED.rows<[number, number, ListedMark['list'], ListedMark['kind'], string]>(
    tx,
    values,
    lookups.length,
  )
  const found = new Map<number, ListedMark[]>()
  for (const [number, entryId, list, kind, value] of rows) {
    const known = found.get(number) ?? []
    found.set(number, known)
    known.push({ entryId, list, kind, value })
  }
  return found
}
