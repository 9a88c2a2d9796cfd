import type { Tx } from '#kernel/db/tx'
import type { EarlierEntry, SharedMark } from '../facts/ledger-facts.ts'
import { GrowingStatement } from './growing-statement.ts'
import { binaryArray } from './row-set.ts'

export interface ExclusionLookup {
  /** The operation's number in the batch. */
  readonly number: number
  readonly supplierId: number | null
  readonly rid: string
  readonly fingerprint: string | null
  readonly address: string | null
  readonly sinceMs: number
  readonly projectIds: readonly number[]
  /** All entrants; else only the present completes. */
  readonly ofAnyState: boolean
}

/** How many of the latest respondents of one mark are looked at: an address of a whole network says nothing about a person, and costs no more. */
export const LATEST_OF_A_MARK = 200

// by the account-wide indexes of rids, fingerprints and addresses: the number of excluded people costs nothing
const EARLIER_ENTRIES = new GrowingStatement(
  'ledger_earlier_entries',
  `select u.number, f.project_id, p.name, round(date_part('epoch', f.entered_at) * 1000), f.mark
   from unnest($2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::text[], $9::boolean[])
     as u(number, supplier_id, rid, fingerprint, address, since, project_ids, of_any_state)
   cross join lateral (
     select * from (
       (select 'rid'::text as mark, project_id, supplier_id, code, is_test, entered_at from respondent
         where account_id = $1 and rid = u.rid and u.supplier_id is not null order by source_id desc limit ${LATEST_OF_A_MARK})
       union all
       (select 'fingerprint', project_id, null, code, is_test, entered_at from respondent
         where account_id = $1 and fingerprint = u.fingerprint and entered_at > u.since order by entered_at desc limit ${LATEST_OF_A_MARK})
       union all
       (select 'address', project_id, null, code, is_test, entered_at from respondent
         where account_id = $1 and address = u.address::inet and entered_at > u.since order by entered_at desc limit ${LATEST_OF_A_MARK})
     ) r
     where r.project_id = any(u.project_ids::int[]) and r.entered_at > u.since and not r.is_test and (u.of_any_state or r.code in (30, 51))
       and (r.mark <> 'rid' or r.supplier_id = u.supplier_id)
     order by r.entered_at desc, array_position(array['rid', 'fingerprint', 'address'], r.mark) limit 1
   ) f
   join project p on p.account_id = $1 and p.project_id = f.project_id`,
)

/** The latest entry of each of these people into one of the projects that their source excludes, by the operation's number. */
export async function findEarlierEntries(
  tx: Tx,
  accountId: number,
  lookups: readonly ExclusionLookup[],
): Promise<Map<number, EarlierEntry>> {
  if (lookups.length === 0) return new Map()
  const values = [
    accountId,
    binaryArray(
      'int',
      lookups.map(({ number }) => number),
    ),
    binaryArray(
      'int',
      lookups.map(({ supplierId }) => supplierId),
    ),
    binaryArray(
      'text',
      lookups.map(({ rid }) => rid),
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
      lookups.map(({ sinceMs }) => sinceMs),
    ),
    binaryArray(
      'text',
      lookups.map(({ projectIds }) => `{${projectIds.join(',')}}`),
    ),
    binaryArray(
      'boolean',
      lookups.map(({ ofAnyState }) => ofAnyState),
    ),
  ]
  const rows = await EARLIER_ENTRIES.rows<[number, number, string, number, SharedMark]>(tx, values, lookups.length)
  return new Map(
    rows.map(([number, projectId, projectName, enteredAtMs, mark]) => [
      number,
      { projectId, projectName, enteredAtMs, mark },
    ]),
  )
}
