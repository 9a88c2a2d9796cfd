import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { idOf } from '#ledger/explain/find-respondents.store'

/** The source of an account's respondent by their RDUD; undefined: there is none. */
export async function findSource(tx: Tx, accountId: number, rdud: string): Promise<number | undefined> {
  const hex = idOf(accountId, rdud)
  if (hex === null) return undefined
  const { rows } = await sql<{ source_id: number }>`
    select source_id from respondent where account_id = ${accountId} and rdud = ${hex}::uuid`.execute(tx)
  return rows[0]?.source_id
}
