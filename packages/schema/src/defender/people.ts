import { Schema } from 'effect'
import { Id, IsoInstant } from '../ids/ids.ts'
import { RespondentVerdict } from '../respondents/explain.ts'
import { RespondentCode } from '../respondents/state.ts'
import { SOURCE_ON_WIRE } from '../sources/source.ts'
import { MarkList } from './mark-lists.ts'

/** The longest RDUD, rid, fingerprint or address. */
export const PERSON_TEXT_MAX_LENGTH = 200
/** The most entries that an answer has; the latest ones. */
export const PERSON_ENTRIES_MAX = 100
/** Of how many of each kind of mark others are looked up, and how many others each. */
export const SHARED_MARKS_MAX = 20
export const SHARED_OTHERS_MAX = 10

/** The marks by which a person can be found, and which several may share. */
export const PERSON_MARKS = ['rdud', 'rid', 'fingerprint', 'address'] as const
export const PersonMark = Schema.Literals(PERSON_MARKS)
export type PersonMark = typeof PersonMark.Type

const who = {
  rdud: Schema.String,
  rid: Schema.String,
  stmid: Id,
  source_name: Schema.String,
  survey_name: Schema.String,
  /** Absent in a view without the supply side; null: they came without one. */
  supplier: Schema.optionalKey(Schema.NullOr(Schema.String)),
  code: RespondentCode,
  entered_at: IsoInstant,
  fingerprint: Schema.NullOr(Schema.String),
  address: Schema.NullOr(Schema.String),
}

/** One entry of a person into a survey of the account. */
export const PersonEntry = Schema.Struct({
  ...who,
  is_test: Schema.Boolean,
  ended_at: Schema.NullOr(IsoInstant),
  /** The door's knowledge; null where it had none. */
  country: Schema.NullOr(Schema.String),
  language: Schema.NullOr(Schema.String),
  device: Schema.NullOr(Schema.Int),
  from_datacentre: Schema.NullOr(Schema.Boolean),
  verdicts: Schema.Array(RespondentVerdict),
}).pipe(Schema.encodeKeys({ source_name: SOURCE_ON_WIRE.name }))
export type PersonEntry = typeof PersonEntry.Type

/** A mark of the entries found: who else came with it, and whether the account lists it. */
export const SharedMark = Schema.Struct({
  kind: Schema.Literals(['rid', 'fingerprint', 'address']),
  value: Schema.String,
  lists: Schema.Array(MarkList),
  /** The latest of the other entries with it. */
  others: Schema.Array(Schema.Struct(who).pipe(Schema.encodeKeys({ source_name: SOURCE_ON_WIRE.name }))),
  /** There are more than these. */
  has_more: Schema.Boolean,
})
export type SharedMark = typeof SharedMark.Type

/** Everything that the account knows of a person (§2.27, §9.7). */
export const FoundPerson = Schema.Struct({
  text: Schema.String,
  as_of: IsoInstant,
  /** The marks that the text matched. */
  found_as: Schema.Array(PersonMark),
  /** The latest first. */
  entries: Schema.Array(PersonEntry),
  /** There are more than these. */
  is_partial: Schema.Boolean,
  marks: Schema.Array(SharedMark),
})
export type FoundPerson = typeof FoundPerson.Type
