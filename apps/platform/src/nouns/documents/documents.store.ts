import type { DocumentKind, DocumentPreview, DocumentVersion, ProjectDocument } from '@desk/schema/documents/document'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'

/** The facts of a document that its editor changes. */
export interface DocumentFacts {
  readonly name: string
  readonly kind: DocumentKind
  readonly note: string | null
}

interface DocumentRow extends DocumentFacts, FileRow {
  readonly document_ud: number
  readonly pm_proj_ud: number
  readonly version: number
}

interface FileRow {
  readonly number: number
  readonly filename: string
  readonly size: string
  readonly sha256: string
  readonly media_type: string
  readonly preview: DocumentPreview
  readonly uploaded_by: string | null
  readonly at: Date
}

const FILE = sql`v.number, v.filename, v.size_bytes::text as size, v.sha256, v.media_type, v.preview, ${userName('v.account_id', 'v.uploaded_by')} as uploaded_by, v.uploaded_at as at`

const fileOf = ({
  size,
  at,
  number,
  filename,
  sha256,
  media_type,
  preview,
  uploaded_by,
}: FileRow): DocumentVersion => ({
  number,
  filename,
  size_bytes: Number(size),
  sha256,
  media_type,
  preview,
  uploaded_by,
  uploaded_at: at.toISOString(),
})

const documentOf = ({ document_ud, pm_proj_ud, name, kind, note, version, ...file }: DocumentRow): ProjectDocument => ({
  document_ud,
  pm_proj_ud,
  name,
  kind,
  note,
  version,
  file: fileOf(file),
})

const select = (where: RawBuilder<unknown>): RawBuilder<DocumentRow> => sql<DocumentRow>`
  select d.document_id as document_ud, d.project_id as pm_proj_ud, d.name, d.kind, d.note, d.version, ${FILE}
  from document d join document_version v on v.account_id = d.account_id and v.document_id = d.document_id and v.number = d.newest
  where ${where}`

/** Whether the account has the project; locked, so that its documents are counted by one at a time. */
export async function lockProject(tx: Tx, accountId: number, projectId: number): Promise<true | undefined> {
  const { rows } = await sql`
    select from project where account_id = ${accountId} and project_id = ${projectId} for no key update`.execute(tx)
  return rows.length > 0 ? true : undefined
}

export interface UsedSpace {
  readonly bytes: number
  readonly documents: number
}

/** The space that a project's documents take; undefined when the account has no such project. */
export async function findUsedSpace(tx: Tx, accountId: number, projectId: number): Promise<UsedSpace | undefined> {
  const { rows } = await sql<{ bytes: string; documents: number }>`
    select coalesce(sum(v.size_bytes), 0)::text as bytes, count(distinct d.document_id)::int as documents
    from project p
    left join document d on d.account_id = p.account_id and d.project_id = p.project_id and d.deleted_at is null
    left join document_version v on v.account_id = d.account_id and v.document_id = d.document_id
    where p.account_id = ${accountId} and p.project_id = ${projectId} group by p.project_id`.execute(tx)
  return rows[0] && { bytes: Number(rows[0].bytes), documents: rows[0].documents }
}

/** By name, then by age. */
export async function listDocuments(
  tx: Tx,
  accountId: number,
  projectId: number,
  page: Page,
): Promise<ProjectDocument[]> {
  const { rows } = await sql<DocumentRow>`${select(
    sql`d.account_id = ${accountId} and d.project_id = ${projectId} and d.deleted_at is null`,
  )} order by lower(d.name), d.document_id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(documentOf)
}

/** Names a document within a project of an account. */
export interface DocumentKey {
  readonly accountId: number
  readonly projectId: number
  readonly documentId: number
}

const isOf = ({ accountId, projectId, documentId }: DocumentKey): RawBuilder<unknown> =>
  sql`d.account_id = ${accountId} and d.project_id = ${projectId} and d.document_id = ${documentId}`

export async function findDocument(tx: Tx, key: DocumentKey): Promise<ProjectDocument | undefined> {
  const { rows } = await select(sql`${isOf(key)} and d.deleted_at is null`).execute(tx)
  return rows[0] && documentOf(rows[0])
}

/** @param isDeleted whether one that is deleted is looked for, instead of one that is not */
export async function lockDocument(tx: Tx, key: DocumentKey, isDeleted = false): Promise<ProjectDocument | undefined> {
  const { rows } = await sql<DocumentRow>`${select(
    sql`${isOf(key)} and (d.deleted_at is not null) = ${isDeleted}`,
  )} for no key update of d`.execute(tx)
  return rows[0] && documentOf(rows[0])
}

/** The bytes of all versions of a document. */
export async function findSize(tx: Tx, { accountId, documentId }: DocumentKey): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(size_bytes), 0)::text as bytes from document_version
    where account_id = ${accountId} and document_id = ${documentId}`.execute(tx)
  return Number(rows[0]?.bytes ?? 0)
}

/** Newest first. */
export async function listVersions(tx: Tx, key: DocumentKey, limit: number): Promise<DocumentVersion[]> {
  const { rows } = await sql<FileRow>`
    select ${FILE} from document d join document_version v on v.account_id = d.account_id and v.document_id = d.document_id
    where ${isOf(key)} and d.deleted_at is null order by v.number desc limit ${limit}`.execute(tx)
  return rows.map(fileOf)
}

/** A file to give out. */
export interface StoredFile {
  readonly accountId: number
  readonly fileId: string
  readonly name: string
  readonly mediaType: string
  readonly sizeBytes: number
  readonly at: Date
}

interface StoredFileRow extends Omit<StoredFile, 'sizeBytes'> {
  readonly size: string
}
const STORED_FILE = sql`v.account_id as "accountId", v.file_id as "fileId", d.name, v.media_type as "mediaType", v.size_bytes::text as size, v.uploaded_at as at`
const storedFileOf = ({ size, ...row }: StoredFileRow): StoredFile => ({ ...row, sizeBytes: Number(size) })

/** The chosen files in the order of their names. @param number of the version; unset: the newest */
export async function findFiles(
  tx: Tx,
  accountId: number,
  projectId: number,
  { documentIds, number }: { readonly documentIds: readonly number[]; readonly number?: number | undefined },
): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFileRow>`
    select ${STORED_FILE} from document d join document_version v on v.account_id = d.account_id and v.document_id = d.document_id
    where d.account_id = ${accountId} and d.project_id = ${projectId} and d.deleted_at is null
      and d.document_id = any(${[...documentIds]}::int[]) and v.number = coalesce(${number ?? null}::int, d.newest)
    order by lower(d.name), d.document_id`.execute(tx)
  return rows.map(storedFileOf)
}

/** The file that a signed address names, while its document exists. */
export async function findLinkedFile(tx: Tx, accountId: number, fileId: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFileRow>`
    select ${STORED_FILE} from document d join document_version v on v.account_id = d.account_id and v.document_id = d.document_id
    where d.account_id = ${accountId} and v.file_id = ${fileId} and d.deleted_at is null`.execute(tx)
  return rows[0] && storedFileOf(rows[0])
}

/** A file whose bytes are stored. */
export interface NewFile {
  readonly fileId: string
  readonly filename: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly mediaType: string
  readonly preview: DocumentPreview
}

interface Signed {
  readonly userId: number
  readonly at: Date
}

/** @returns the document's id */
export async function insertDocument(
  tx: Tx,
  { accountId, projectId }: Omit<DocumentKey, 'documentId'>,
  { name, kind, note }: DocumentFacts,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into document (account_id, project_id, name, kind, note) values (${accountId}, ${projectId}, ${name}, ${kind}, ${note})
    returning document_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The document was not stored.')
  return id
}

export async function insertVersion(
  tx: Tx,
  { accountId, documentId }: DocumentKey,
  number: number,
  file: NewFile,
  by: Signed,
): Promise<void> {
  await sql`
    insert into document_version (account_id, document_id, number, file_id, filename, size_bytes, sha256, media_type, preview, uploaded_by, uploaded_at)
    values (${accountId}, ${documentId}, ${number}, ${file.fileId}, ${file.filename}, ${file.sizeBytes}, ${file.sha256}, ${file.mediaType},
            ${file.preview}, ${by.userId}, ${by.at})`.execute(tx)
}

/** A new version replaces the file: editors of the facts see the document as changed. */
export async function setNewest(tx: Tx, { accountId, documentId }: DocumentKey, number: number): Promise<void> {
  await sql`update document set newest = ${number}, version = version + 1
            where account_id = ${accountId} and document_id = ${documentId}`.execute(tx)
}

export async function updateDocument(
  tx: Tx,
  { accountId, documentId }: DocumentKey,
  { name, kind, note }: DocumentFacts,
): Promise<void> {
  await sql`update document set name = ${name}, kind = ${kind}, note = ${note}, version = version + 1
            where account_id = ${accountId} and document_id = ${documentId}`.execute(tx)
}

export async function setDeleted(tx: Tx, { accountId, documentId }: DocumentKey, at: Date | null): Promise<void> {
  await sql`update document set deleted_at = ${at}, version = version + 1
            where account_id = ${accountId} and document_id = ${documentId}`.execute(tx)
}
