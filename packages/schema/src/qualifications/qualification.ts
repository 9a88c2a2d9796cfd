import { Schema } from 'effect'
import { Id, IdFromText, Version } from '../ids/ids.ts'

/** A qualification's text: the question in one language for one country (§3.25). */
export const QualificationText = Schema.Struct({
  qualification_texts_id: Id,
  qualification_texts_name: Schema.String,
  languages_id: Id,
  language_name: Schema.String,
  country_id: Id,
  country_name: Schema.String,
  /** Platform codes type 27 (§3.36). */
  qualification_text_status_cd: Schema.Int,
  options_count: Schema.Int,
  /** Changes with each edit of the options; an edit sends it back, and conflicts when it is stale. */
  version: Version,
})
export type QualificationText = typeof QualificationText.Type

/** A qualification (§3.25): an account's own, or one of the shared library. */
export const Qualification = Schema.Struct({
  qualifications_ud: Id,
  qualifications_name: Schema.String,
  qualification_type_cd: Schema.Int,
  qualification_category_cd: Schema.Int,
  qualification_class_cd: Schema.Int,
  qualification_access_cd: Schema.Int,
  precode: Schema.String,
  qualification_univeral_name: Schema.String,
  is_library: Schema.Boolean,
  /** Changes with each edit of the fields and texts; an edit sends it back, and conflicts when it is stale. */
  version: Version,
  qualification_texts: Schema.Array(QualificationText),
})
export type Qualification = typeof Qualification.Type

/** An answer to a text (§3.25). */
export const QualificationOption = Schema.Struct({
  qualification_options_id: Id,
  precode: Schema.String,
  sort_order_nbr: Schema.Int,
  qualification_options_name: Schema.String,
  qualification_options_english_name: Schema.String,
})
export type QualificationOption = typeof QualificationOption.Type

/** The precode of a qualification, and the number that a new option would get in any of its texts. */
export const QualificationPrecode = Schema.Struct({
  qualifications_ud: Id,
  precode: Schema.String,
  next_option_precode: Schema.String,
})
export type QualificationPrecode = typeof QualificationPrecode.Type

/** The filters of the qualification list; with a country or language, only texts of it are listed. */
export const QualificationFilters = Schema.Struct({
  /** A part of the name, the universal name or the precode. */
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  qualification_type_cd: Schema.optionalKey(IdFromText),
  qualification_category_cd: Schema.optionalKey(IdFromText),
  qualification_class_cd: Schema.optionalKey(IdFromText),
  languages_id: Schema.optionalKey(IdFromText),
  country_id: Schema.optionalKey(IdFromText),
})
export type QualificationFilters = typeof QualificationFilters.Type
