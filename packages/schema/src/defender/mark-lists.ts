import { Schema } from 'effect'
import { SentFileName } from '../files/file-name.ts'
import { AskedInstant, Id, IsoInstant, Version } from '../ids/ids.ts'
import { RECONCILIATION_TEXT_MAX_LENGTH } from '../reconciliation/reconciliation-forms.ts'
import { readAsFields, TableReading } from '../sent-tables/table-reading.ts'

/** The lists of an account: who is on the first does not get in, who is on the second is only marked (docs/decisions/0070). */
export const MARK_LISTS = ['block', 'watch'] as const
export const MarkList = Schema.Literals(MARK_LISTS)
export type MarkList = typeof MarkList.Type

/** The marks of an entrant. */
export const MARK_KINDS = ['fingerprint', 'address'] as const
export const MarkKind = Schema.Literals(MARK_KINDS)
export type MarkKind = typeof MarkKind.Type

/** The things that an entry can name: a device, an address, or all addresses of a network. */
export const LISTED_KINDS = [...MARK_KINDS, 'network'] as const
export const ListedKind = Schema.Literals(LISTED_KINDS)
export type ListedKind = typeof ListedKind.Type

/** By family: no prefix is shorter, and one that is wider than `wide` must be said to be meant. */
export const NETWORK_LIMITS = { 4: { shortest: 8, wide: 16 }, 6: { shortest: 16, wide: 32 } } as const

/** Whether an entry acts now, has come to its end, or was removed. */
export const MARK_STATES = ['in_force', 'expired', 'removed'] as const
export const MarkState = Schema.Literals(MARK_STATES)
export type MarkState = typeof MarkState.Type

/** The most entries that both lists of an account hold. */
export const MARKS_MAX = 500_000
/** The most faulty lines that an answer names one by one. */
export const MARK_FAULTS_SHOWN = 500
/** The longest fingerprint that a link carries. */
export const FINGERPRINT_MAX_LENGTH = 200
/** The most entries that one call removes or restores. */
export const MARKS_AT_ONCE_MAX = 1_000
const NOTE_MAX_LENGTH = 500
/** 20 MB and one byte more, in base64: the sentence about it is the platform's. */
const BASE64_MAX_LENGTH = 26_700_000

/** A device, an address or a network on a list: who put it there, when, why and until when. */
export const ListedMark = Schema.Struct({
  entry_id: Id,
  list: MarkList,
  kind: ListedKind,
  value: Schema.String,
  note: Schema.String,
  state: MarkState,
  added_by: Schema.NullOr(Schema.String),
  added_at: IsoInstant,
  /** Null: it has no end. */
  until: Schema.NullOr(IsoInstant),
  removed_by: Schema.NullOr(Schema.String),
  removed_at: Schema.NullOr(IsoInstant),
})
export type ListedMark = typeof ListedMark.Type

/** One page of a list, the latest entry first. */
export const ListedMarks = Schema.Struct({
  list: MarkList,
  /** Of both lists. */
  version: Version,
  as_of: IsoInstant,
  /** Of all pages. */
  total: Schema.Int,
  rows: Schema.Array(ListedMark),
})
export type ListedMarks = typeof ListedMarks.Type

/** Which entries: all of a list, of one state or kind, or those whose value begins with a text. */
export const MarkFilters = Schema.Struct({
  list: MarkList,
  state: Schema.optionalKey(MarkState),
  kind: Schema.optionalKey(ListedKind),
  text: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(FINGERPRINT_MAX_LENGTH))),
})
export type MarkFilters = typeof MarkFilters.Type

/** Lines to put on a list, pasted or as a file: exactly one of these. */
export const MarkAdditions = Schema.Struct({
  list: MarkList,
  /** The kind of each line; either: an address, or a network where it is one. */
  kind: Schema.Literals([...LISTED_KINDS, 'either']),
  /** Networks that cover very many addresses are meant; else they are faulty lines. */
  wide: Schema.optionalKey(Schema.Boolean),
  text: Schema.optionalKey(
    Schema.String.check(
      Schema.isMaxLength(RECONCILIATION_TEXT_MAX_LENGTH).annotate({ message: 'The text is too long: upload a file' }),
    ),
  ),
  file: Schema.optionalKey(
    Schema.Struct({
      filename: SentFileName,
      base64: Schema.String.check(Schema.isMaxLength(BASE64_MAX_LENGTH)),
    }),
  ),
  ...readAsFields,
  note: Schema.String.check(
    Schema.isMaxLength(NOTE_MAX_LENGTH).annotate({ message: `At most ${NOTE_MAX_LENGTH} characters` }),
  ),
  /** Null: without an end. */
  until: Schema.NullOr(AskedInstant),
  /** all: one faulty line, and nothing is stored; good: the others are stored. */
  take: Schema.Literals(['all', 'good']),
}).check(
  Schema.makeFilter(({ text, file }) =>
    (text === undefined) === (file === undefined) ? 'Exactly one of text and file must be there' : undefined,
  ),
)
export type MarkAdditions = typeof MarkAdditions.Type

/** The result of adding lines. */
export const MarksAdded = Schema.Struct({
  list: MarkList,
  is_stored: Schema.Boolean,
  /** How the text or file was read. */
  reading: TableReading,
  lines: Schema.Int,
  added: Schema.Int,
  /** Were on the list already, and have the new note and end now. */
  renewed: Schema.Int,
  faulty: Schema.Int,
  /** The first faulty lines. */
  faults: Schema.Array(Schema.Struct({ line: Schema.Int, text: Schema.String, message: Schema.String })),
})
export type MarksAdded = typeof MarksAdded.Type

/** Entries to remove, or to restore. */
export const MarkEntries = Schema.Struct({
  entries: Schema.Array(Id).check(
    Schema.isMaxLength(MARKS_AT_ONCE_MAX, { message: `At most ${MARKS_AT_ONCE_MAX} entries at once` }),
  ),
})
export type MarkEntries = typeof MarkEntries.Type

/** The entries that a call changed; those that were in that state already, or are replaced by a later one, are not among them. */
export const MarksChanged = Schema.Struct({ entries: Schema.Array(Id) })
export type MarksChanged = typeof MarksChanged.Type
