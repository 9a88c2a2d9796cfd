import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { FileRef } from './bytes/document-bytes.ts'

/** Notes bytes that no version has: they are removed from that moment on. */
export async function noteDue(tx: Tx, { accountId, fileId }: FileRef, dueAt: Date): Promise<void> {
  await sql`insert into document_bytes_due (account_id, file_id, due_at) values (${accountId}, ${fileId}, ${dueAt})
            on conflict (file_id) do update set due_at = excluded.due_at`.execute(tx)
}

/** Takes the note away. @returns false when the bytes were removed in between */
export async function takeDue(tx: Tx, { accountId, fileId }: FileRef): Promise<boolean> {
  const { rows } = await sql`
    delete from document_bytes_due where account_id = ${accountId} and file_id = ${fileId} returning file_id`.execute(
    tx,
  )
  return rows.length > 0
}

/** Locks bytes that are due, first come first; another sweep's are passed over. */
export async function lockDue(tx: Tx, at: Date, limit: number): Promise<FileRef[]> {
  const { rows } = await sql<FileRef>`
    select account_id as "accountId", file_id as "fileId" from document_bytes_due
    where due_at <= ${at} order by due_at limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Deletes for good documents deleted before a moment; their bytes are due. @returns how many documents */
export async function purgeDeleted(tx: Tx, before: Date, at: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select document_id as id from document where deleted_at < ${before} order by deleted_at limit ${limit} for update skip locked`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`insert into document_bytes_due (account_id, file_id, due_at)
            select account_id, file_id, ${at} from document_version where document_id = any(${ids}::int[])
            on conflict (file_id) do nothing`.execute(tx)
  await sql`delete from document where document_id = any(${ids}::int[])`.execute(tx)
  return ids.length
}
