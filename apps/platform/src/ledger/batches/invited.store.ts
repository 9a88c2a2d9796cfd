import type { Tx } from '#kernel/db/tx'
import type { InvitedPerson } from '../facts/ledger-facts.ts'
import { GrowingStatement } from './growing-statement.ts'
import { binaryArray } from './row-set.ts'

export interface InvitedLookup {
  /** The operation's number in the batch. */
  readonly number: number
  readonly sourceId: number
  readonly rid: string
}

const INVITED = new GrowingStatement(
  'ledger_invited',
  `select u.number, replace(p.rdud::text, '-', ''), replace(p.ordud::text, '-', ''), p.supplier_id
   from unnest($2::int[], $3::int[], $4::text[]) as u(number, source_id, rid)
   cross join lateral (select rdud, ordud, supplier_id from recontact_person
     where account_id = $1 and source_id = u.source_id and rid = u.rid and removed_at is null offset 0) p`,
)

/** Finds the entrants who are in the recontact list of their source, by the operation's number. */
export async function findInvited(
  tx: Tx,
  accountId: number,
  lookups: readonly InvitedLookup[],
): Promise<Map<number, InvitedPerson>> {
  if (lookups.length === 0) return new Map()
  const values = [
    accountId,
    binaryArray(
      'int',
      lookups.map(({ number }) => number),
    ),
    binaryArray(
      'int',
      lookups.map(({ sourceId }) => sourceId),
    ),
    binaryArray(
      'text',
      lookups.map(({ rid }) => rid),
    ),
  ]
  const rows = await INVITED.rows<[number, string, string, number | null]>(tx, values, lookups.length)
  return new Map(rows.map(([number, hex, firstHex, supplierId]) => [number, { hex, firstHex, supplierId }]))
}
