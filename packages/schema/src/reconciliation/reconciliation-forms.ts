import { Schema } from 'effect'
import { SentFileName } from '../files/file-name.ts'
import { Id } from '../ids/ids.ts'
import { readAsFields } from '../sent-tables/table-reading.ts'
import { ReconciliationReasonCode } from './reason-code.ts'
import { ReconciliationMode, ReconciliationVersion } from './reconciliation-request.ts'

/** The most rows of a request, and the most bytes of its file (20 MB) or pasted text. */
export const RECONCILIATION_ROWS_MAX = 100_000
export const RECONCILIATION_FILE_BYTES_MAX = 20_000_000
export const RECONCILIATION_TEXT_MAX_LENGTH = 7_000_000
export const NOTE_MAX_LENGTH = 1_000
export const PURCHASE_ORDER_MAX_LENGTH = 100
export const RDUD_TEXT_MAX_LENGTH = 100

/** The largest file and one byte more, in base64: the sentence about it is the platform's. */
const BASE64_MAX_LENGTH = 26_700_000

const freeText = (label: string, maxLength: number) =>
  Schema.String.check(
    Schema.isMaxLength(maxLength).annotate({ message: `${label} must be at most ${maxLength} characters` }),
  )
const note = Schema.optionalKey(freeText('Note', NOTE_MAX_LENGTH))
const purchaseOrder = Schema.optionalKey(freeText('Purchase order', PURCHASE_ORDER_MAX_LENGTH))

/** The file of a reconciliation (api:R3), as multipart/form-data with these names; or as JSON. */
export const ReconciliationUpload = Schema.Struct({
  file: Schema.Struct({
    filename: SentFileName,
    base64: Schema.String.check(Schema.isMaxLength(BASE64_MAX_LENGTH)),
  }),
  ...readAsFields,
  mode: ReconciliationMode,
  /** Left out: old. */
  version: Schema.optionalKey(ReconciliationVersion),
  note,
  purchase_order: purchaseOrder,
  /** `true`: the same bytes are taken again, after 409 `known_file`. */
  again: Schema.optionalKey(Schema.Literals(['true', 'false'])),
})
export type ReconciliationUpload = typeof ReconciliationUpload.Type

const lines = Schema.Array(Id).check(Schema.isMaxLength(RECONCILIATION_ROWS_MAX))

/**
 * The rows left out of a request, and its confirmed suggestions: each replaces the stored choice; left out, it stays.
 */
const choices = {
  unticked_lines: Schema.optionalKey(lines),
  unticked_reasons: Schema.optionalKey(Schema.Array(Schema.Int).check(Schema.isMaxLength(100))),
  unticked_suppliers: Schema.optionalKey(Schema.Array(Id).check(Schema.isMaxLength(1_000))),
  confirmed_lines: Schema.optionalKey(lines),
}

const WAYS = ['text', 'rduds', 'undo_of', 'reconciliation_ud'] as const

/**
 * A preview that no file asks for (api:R10): of a pasted text, of ticked respondents with one reason, of an undo (of a
 * whole request, or of one supplier's rows), or of an existing request again, with its omissions and confirmations.
 * Exactly one of `text`, `rduds`, `undo_of`, `reconciliation_ud`.
 */
export const ReconciliationPreviewForm = Schema.Struct({
  pm_proj_ud: Id,
  text: Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(RECONCILIATION_TEXT_MAX_LENGTH).annotate({ message: 'The text is too long: upload a file' }),
    ),
  ),
  rduds: Schema.optionalKey(
    Schema.Array(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(RDUD_TEXT_MAX_LENGTH))).check(
      Schema.isMinLength(1),
      Schema.isMaxLength(RECONCILIATION_ROWS_MAX),
    ),
  ),
  /** Of a text. */
  ...readAsFields,
  /** Of ticked respondents, and of pasted rows that give none; left out: 26, or 11 in an ACCEPT_LIST. */
  reason_code: Schema.optionalKey(ReconciliationReasonCode),
  undo_of: Schema.optionalKey(Id),
  /** An undo of this supplier's rows alone. */
  undo_of_supplier: Schema.optionalKey(Id),
  reconciliation_ud: Schema.optionalKey(Id),
  /** With `reconciliation_ud`: the request is given up; its rows stay, and it cannot be stored. */
  abandon: Schema.optionalKey(Schema.Boolean),
  /** Left out: REJECT_LIST. */
  mode: Schema.optionalKey(ReconciliationMode),
  /** Left out: new. */
  version: Schema.optionalKey(ReconciliationVersion),
  note,
  purchase_order: purchaseOrder,
  ...choices,
}).check(
  Schema.makeFilter(form =>
    WAYS.filter(way => form[way] !== undefined).length === 1
      ? undefined
      : 'Exactly one of text, rduds, undo_of and reconciliation_ud must be there',
  ),
)
export type ReconciliationPreviewForm = typeof ReconciliationPreviewForm.Type

/** Stores a previewed request (api:R11). */
export const ReconciliationStoreForm = Schema.Struct({
  reconciliation_ud: Id,
  /** That of the preview. */
  digest: Schema.String.check(Schema.isMaxLength(64)),
  /** The project's number, where a guard asks for it. */
  project_number: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  /** Refuse the whole request when a row cannot be applied; left out: apply the good rows. */
  all_or_nothing: Schema.optionalKey(Schema.Boolean),
})
export type ReconciliationStoreForm = typeof ReconciliationStoreForm.Type
