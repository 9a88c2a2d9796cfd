import type { AuditAct, AuditBy, AuditEntry, AuditFilters, AuditScope } from '@desk/schema/audit/audit-entry'
import type { HistoryChange } from '@desk/schema/history/history'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'

interface Row {
  readonly seq: number
  readonly at: Date
  readonly act: AuditAct
  readonly scope: AuditScope
  readonly object_id: number | null
  readonly who: string | null
  readonly who_uid: number | null
  readonly by: AuditBy
  readonly api_key: string | null
  readonly content: string
  readonly hash: Buffer
}

/** The content beyond the columns. */
interface Content {
  readonly address: string | null
  readonly user_agent: string | null
  readonly changes: readonly HistoryChange[]
}

/** Entries of an account that match the filters, newest first, from before a place in the chain. */
export async function listAudit(
  tx: Tx,
  accountId: number,
  { who, act, scope, object, by, from, until }: AuditFilters,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly AuditEntry[]> {
  const conditions = [sql`c.account_id = ${accountId}`]
  if (before !== undefined) conditions.push(sql`c.seq < ${before}`)
  if (who !== undefined) conditions.push(sql`e.user_id = ${who}`)
  if (act !== undefined) conditions.push(sql`e.act = ${act}`)
  if (scope !== undefined) conditions.push(sql`e.scope = ${scope}`)
  if (object !== undefined) conditions.push(sql`e.object_id = ${object}`)
  if (by !== undefined) conditions.push(sql`e.by = ${by}`)
  if (from !== undefined) conditions.push(sql`e.at >= ${new Date(from)}`)
  if (until !== undefined) conditions.push(sql`e.at < ${new Date(until)}`)
  const { rows } = await sql<Row>`
    select c.seq, e.at, e.act, e.scope, e.object_id, ${userName('e.account_id', 'e.user_id')} as who, e.user_id as who_uid, e.by,
           k.name as api_key, e.content, c.hash
    from audit_chain c join audit_entry e on e.account_id = c.account_id and e.entry_no = c.entry_no
    left join api_key k on k.account_id = e.account_id and k.api_key_id = e.api_key_id
    where ${sql.join(conditions, sql` and `)} order by c.seq desc limit ${limit}`.execute(tx)
  return rows.map(({ at, hash, content, ...row }) => {
    const { address, user_agent, changes } = JSON.parse(content) as Content // recordAudit wrote it
    return { ...row, at: at.toISOString(), address, user_agent, changes, hash: hash.toString('hex') }
  })
}
