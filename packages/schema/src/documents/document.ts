import { Schema } from 'effect'
import { UNREADABLE_IN_NAMES } from '../files/file-name.ts'
import { Id, IdFromText, IsoInstant, Version } from '../ids/ids.ts'

/** The largest file, in bytes: 100 MB. */
export const DOCUMENT_MAX_BYTES = 100_000_000
/** All versions of a project's documents together, in bytes: 2 GB. */
export const PROJECT_DOCUMENTS_MAX_BYTES = 2_000_000_000
/** The most documents of a project, so that one list and one zip hold all of them. */
export const PROJECT_DOCUMENTS_MAX = 1_000
/** The most versions of a document. */
export const DOCUMENT_VERSIONS_MAX = 200
export const DOCUMENT_NAME_MAX_LENGTH = 200
const NOTE_MAX_LENGTH = 1_000

export const DOCUMENT_KINDS = {
  brief: 'Brief',
  questionnaire: 'Questionnaire',
  quote: 'Quote',
  purchase_order: 'Purchase order',
  invoice: 'Invoice',
  report: 'Report',
  other: 'Other',
} as const
export const DocumentKind = Schema.Literals([
  'brief',
  'questionnaire',
  'quote',
  'purchase_order',
  'invoice',
  'report',
  'other',
])
export type DocumentKind = typeof DocumentKind.Type

/** The name of a document as a user types it. */
export const DocumentName = Schema.String.check(
  Schema.makeFilter((name: string) =>
    name.trim() === '' || name.length > DOCUMENT_NAME_MAX_LENGTH
      ? `Give a name of 1 to ${DOCUMENT_NAME_MAX_LENGTH} characters`
      : undefined,
  ),
  Schema.makeFilter((name: string) =>
    /[/\\]/.test(name) || UNREADABLE_IN_NAMES.test(name)
      ? 'A name holds no slashes and no invisible characters'
      : undefined,
  ),
)
const DocumentNote = Schema.NullOr(Schema.String.check(Schema.isMaxLength(NOTE_MAX_LENGTH)))

/** How a browser may show a file; its content says so, not its name. */
export const DocumentPreview = Schema.NullOr(Schema.Literals(['image', 'pdf', 'text']))
export type DocumentPreview = typeof DocumentPreview.Type

/** One version of a document: one file. */
export const DocumentVersion = Schema.Struct({
  number: Schema.Int,
  /** The name of the file that was uploaded. */
  filename: Schema.String,
  size_bytes: Schema.Int,
  sha256: Schema.String,
  /** By the file's content. */
  media_type: Schema.String,
  preview: DocumentPreview,
  uploaded_by: Schema.NullOr(Schema.String),
  uploaded_at: IsoInstant,
})
export type DocumentVersion = typeof DocumentVersion.Type

/** A document of a project, with its newest file. */
export const ProjectDocument = Schema.Struct({
  document_ud: Id,
  pm_proj_ud: Id,
  name: Schema.String,
  kind: DocumentKind,
  note: DocumentNote,
  version: Version,
  file: DocumentVersion,
})
export type ProjectDocument = typeof ProjectDocument.Type

/** The texts that are uploaded with a file; of a replacement only `document_ud` counts. */
export const DocumentFields = Schema.Struct({
  name: Schema.optionalKey(DocumentName),
  kind: Schema.optionalKey(DocumentKind),
  note: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(NOTE_MAX_LENGTH))),
  document_ud: Schema.optionalKey(IdFromText),
})
export type DocumentFields = typeof DocumentFields.Type

/** Changes of a document's own facts; the file stays. */
export const DocumentChanges = Schema.Struct({
  name: DocumentName,
  kind: DocumentKind,
  note: DocumentNote,
  version: Schema.optionalKey(Version),
})
export type DocumentChanges = typeof DocumentChanges.Type

/** The documents to download: one as it is, more as a zip; `number` names an older version of a single one. */
export const DocumentsChosen = Schema.Struct({
  document_uds: Schema.Array(Id).check(Schema.isMinLength(1), Schema.isMaxLength(PROJECT_DOCUMENTS_MAX)),
  number: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
})
export type DocumentsChosen = typeof DocumentsChosen.Type

/** One version of one document. */
export const DocumentChosen = Schema.Struct({
  document_ud: Id,
  number: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))),
})

/** An address that gives one version of one document to anybody who has it, until it ends. */
export const DocumentLink = Schema.Struct({ url: Schema.String, expires_at: IsoInstant })
export type DocumentLink = typeof DocumentLink.Type

/** How much of the project's space is used. */
export const DocumentList = Schema.Struct({
  documents: Schema.Array(ProjectDocument),
  used_bytes: Schema.Int,
  max_bytes: Schema.Int,
})
export type DocumentList = typeof DocumentList.Type
