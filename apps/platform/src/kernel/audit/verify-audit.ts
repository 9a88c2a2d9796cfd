import type { AuditFault, AuditVerdict } from '@desk/schema/audit/audit-entry'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Tx } from '../db/tx.ts'

const BATCH_ROWS = 1_000
const START = Buffer.alloc(32)

interface Link {
  readonly seq: number
  readonly hash: Buffer
  /** Null: the chained entry is not there. */
  readonly content: string | null
  /** Whether the columns that find the entry say what its content says. */
  readonly isConsistent: boolean | null
}

const linksAfter = (accountId: number, seq: number) => sql<Link>`
  select c.seq, c.hash, e.content,
         (e.content::jsonb->>'account')::int = e.account_id and (e.content::jsonb->>'at')::timestamptz = e.at
           and e.content::jsonb->>'act' = e.act and e.content::jsonb->>'scope' = e.scope and e.content::jsonb->>'by' = e.by
           and (e.content::jsonb->>'object')::int is not distinct from e.object_id
           and (e.content::jsonb->>'user')::int is not distinct from e.user_id
           and (e.content::jsonb->>'api_key')::int is not distinct from e.api_key_id as "isConsistent"
  from audit_chain c left join audit_entry e on e.account_id = c.account_id and e.entry_no = c.entry_no
  where c.account_id = ${accountId} and c.seq > ${seq} order by c.seq limit ${BATCH_ROWS}`

/** Hashes an account's chain from its start, and names the first entry that is not as it was written. */
export async function verifyAudit(tx: Tx, accountId: number): Promise<AuditVerdict> {
  let hash = START
  let seq = 0
  const broken = (at: number, fault: AuditFault): AuditVerdict => ({
    entries: seq,
    hash: seq === 0 ? null : hash.toString('hex'),
    first_broken: { seq: at, fault },
  })
  for (;;) {
    const { rows } = await linksAfter(accountId, seq).execute(tx)
    for (const link of rows) {
      if (link.seq !== seq + 1 || link.content === null) return broken(seq + 1, 'missing')
      const expected = createHash('sha256').update(hash).update(link.content).digest()
      if (!expected.equals(link.hash) || link.isConsistent !== true) return broken(link.seq, 'changed')
      hash = expected
      seq = link.seq
    }
    if (rows.length < BATCH_ROWS) break
  }
  const { rows: ends } = await sql<{ seq: number; hash: Buffer; isUnchained: boolean }>`
    select h.seq, h.hash, exists (select from audit_entry e where e.account_id = h.account_id
             and not exists (select from audit_chain c where c.account_id = e.account_id and c.entry_no = e.entry_no)) as "isUnchained"
    from audit_head h where h.account_id = ${accountId}`.execute(tx)
  const [end] = ends
  if ((end?.seq ?? 0) !== seq || (end !== undefined && !end.hash.equals(hash))) return broken(seq + 1, 'cut_off')
  if (end?.isUnchained === true) return broken(seq + 1, 'not_chained')
  return { entries: seq, hash: seq === 0 ? null : hash.toString('hex'), first_broken: null }
}

/** The accounts that have an audit log. */
export async function auditedAccounts(
  tx: Tx,
): Promise<readonly { readonly accountId: number; readonly name: string }[]> {
  const { rows } = await sql<{ accountId: number; name: string }>`
    select a.account_id as "accountId", a.name from account a
    where exists (select from audit_head h where h.account_id = a.account_id) or exists (select from audit_entry e where e.account_id = a.account_id)
      or exists (select from audit_chain c where c.account_id = a.account_id)
    order by 1`.execute(tx)
  return rows
}
