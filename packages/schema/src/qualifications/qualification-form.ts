import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'
import { atLeast, atMost, requiredChoice, requiredNumber, requiredText, whole } from '../forms/form-fields.ts'
import {
  QUALIFICATION_ACCESS_ITEMS,
  QUALIFICATION_CATEGORY_ITEMS,
  QUALIFICATION_CLASS_ITEMS,
  QUALIFICATION_TYPE_ITEMS,
  TEXT_STATUSES,
} from './qualification-codes.ts'
import { repeatedPrecodes } from './option-precodes.ts'
import type { CodeItem } from '../lookups/lookups.ts'
import { isEntryParameter, TAKEN_PRECODE } from '../respondents/entry-parameters.ts'

/** The most options that a text may have; they are read and replaced as one list. */
export const OPTIONS_MAX = 5_000
/** The most texts that a qualification may have, one for each language and country. */
export const TEXTS_MAX = 200
const QUESTION_MAX_LENGTH = 1_000

// the entry link's query has a parameter of this name
const PARAMETER_NAME = /^[A-Za-z0-9_.-]+$/

/** A code of one of the lists of qualification-codes.ts. */
function code(label: string, items: readonly CodeItem[]) {
  const required = `${label} is required`
  return requiredChoice(required).check(
    Schema.makeFilter((value: number) => items.some(({ pm_code }) => pm_code === value), {
      message: `${label} is not in the list`,
    }),
  )
}

/** The fields of a qualification (§3.25, §5.20), in the order of its form. */
export const qualificationFields = {
  qualifications_name: requiredText({ label: 'Name' }),
  qualification_type_cd: code('Type', QUALIFICATION_TYPE_ITEMS),
  qualification_category_cd: code('Category', QUALIFICATION_CATEGORY_ITEMS),
  qualification_class_cd: code('Class', QUALIFICATION_CLASS_ITEMS),
  qualification_access_cd: code('Access', QUALIFICATION_ACCESS_ITEMS),
  precode: requiredText({ label: 'Precode', maxLength: 50 }).check(
    Schema.makeFilter((text: string) => PARAMETER_NAME.test(text.trim()), {
      message: 'Precode must be made of letters, digits, dots, dashes and underscores',
    }),
    Schema.makeFilter((text: string) => !isEntryParameter(text), { message: TAKEN_PRECODE }),
  ),
  qualification_univeral_name: requiredText({ label: 'Universal name' }),
}

/** The form that edits a qualification (§5.20). */
export const QualificationForm = Schema.Struct(qualificationFields)
export type QualificationForm = typeof QualificationForm.Type

/** The fields of a text (§5.21), in the order of its form. */
const textFields = {
  qualification_texts_name: requiredText({ label: 'Text', maxLength: QUESTION_MAX_LENGTH }),
  languages_id: requiredChoice('Language is required'),
  country_id: requiredChoice('Country is required'),
  /** Platform codes type 27; a text no longer in use becomes inactive, since older surveys may need it. */
  qualification_text_status_cd: Schema.optionalKey(Schema.Literals([TEXT_STATUSES.active, TEXT_STATUSES.inactive])),
}

/** The form of a text: the question in one language for one country (§5.21). */
export const QualificationTextForm = Schema.Struct(textFields)
export type QualificationTextForm = typeof QualificationTextForm.Type

/** A text among the changes of a qualification: with an id it changes that text, without one it is new. */
export const ChangedQualificationText = Schema.Struct({ qualification_texts_id: Schema.optionalKey(Id), ...textFields })
export type ChangedQualificationText = typeof ChangedQualificationText.Type

const TEXTS_REQUIRED = 'Texts are required'

interface InLocale {
  readonly languages_id: number
  readonly country_id: number
}

/** A language and country have one text: a second one could never be asked. */
const oneTextPerLocale = Schema.makeFilter((texts: readonly InLocale[]) => {
  const first = new Map<string, number>()
  return texts.flatMap(({ languages_id, country_id }, at): Schema.FilterIssue[] => {
    const locale = `${languages_id} ${country_id}`
    const earlier = first.get(locale)
    if (earlier === undefined) first.set(locale, at)
    return earlier === undefined
      ? []
      : [{ path: [at, 'country_id'], issue: `Text ${earlier + 1} has this language and country too` }]
  })
})

/** The form that creates a qualification (§5.20, §5.21). */
export const NewQualificationForm = Schema.Struct({
  ...qualificationFields,
  qualification_texts: Schema.Array(QualificationTextForm)
    .check(
      Schema.makeFilter((texts: readonly unknown[]) => texts.length > 0, { message: TEXTS_REQUIRED }),
      Schema.isMaxLength(TEXTS_MAX),
      oneTextPerLocale,
    )
    .annotateKey({ messageMissingKey: TEXTS_REQUIRED }),
})
export type NewQualificationForm = typeof NewQualificationForm.Type

/** The version that the editor saw; without it the change overwrites later changes. */
const version = Schema.optionalKey(Schema.Int)
const changedTexts = Schema.optionalKey(
  Schema.Array(ChangedQualificationText).check(Schema.isMaxLength(TEXTS_MAX), oneTextPerLocale),
)

/** The new state of a whole qualification (api:Q3); texts that it leaves out stay. */
export const EditedQualification = Schema.Struct({ ...qualificationFields, qualification_texts: changedTexts, version })
export type EditedQualification = typeof EditedQualification.Type

/** Changes of a qualification (api:Q7): fields that are missing stay. */
export const QualificationChanges = Schema.Struct({
  qualifications_name: Schema.optionalKey(qualificationFields.qualifications_name),
  qualification_type_cd: Schema.optionalKey(qualificationFields.qualification_type_cd),
  qualification_category_cd: Schema.optionalKey(qualificationFields.qualification_category_cd),
  qualification_class_cd: Schema.optionalKey(qualificationFields.qualification_class_cd),
  qualification_access_cd: Schema.optionalKey(qualificationFields.qualification_access_cd),
  precode: Schema.optionalKey(qualificationFields.precode),
  qualification_univeral_name: Schema.optionalKey(qualificationFields.qualification_univeral_name),
  qualification_texts: changedTexts,
  version,
})
export type QualificationChanges = typeof QualificationChanges.Type

const PRECODE_REQUIRED = 'Precode is required'
const PRECODE_MAX_LENGTH = 50
const SORT_ORDER_MAX = 1_000_000
// no control characters: the precode comes back in a URL
const UNSAFE = /[\p{Cc}\u2028\u2029]/u

/** One option of a text (§3.25, §5.22); one without an id is new, and gets the next number as its precode when it has none. */
export const QualificationOptionForm = Schema.Struct({
  qualification_options_id: Schema.optionalKey(Id),
  precode: Schema.optionalKey(
    Schema.String.annotate({ message: PRECODE_REQUIRED }).check(
      Schema.makeFilter((text: string) => text.trim().length <= PRECODE_MAX_LENGTH, {
        message: `Precode must be at most ${PRECODE_MAX_LENGTH} characters`,
      }),
      Schema.makeFilter((text: string) => !UNSAFE.test(text), {
        message: 'Precode must not contain control characters',
      }),
    ),
  ),
  sort_order_nbr: requiredNumber({
    required: 'Sort order is required',
    invalid: 'Sort order must be a valid number',
    rules: [
      whole('Sort order must be a whole number'),
      atLeast(0, 'Sort order must not be negative'),
      atMost(SORT_ORDER_MAX, `Sort order must be at most ${SORT_ORDER_MAX}`),
    ],
  }),
  qualification_options_name: requiredText({ label: 'Option name', maxLength: 500 }),
  qualification_options_english_name: requiredText({ label: 'English name', maxLength: 500 }),
}).check(
  Schema.makeFilter(
    ({
      qualification_options_id: id,
      precode = '',
    }: {
      readonly qualification_options_id?: number
      readonly precode?: string
    }) => (id !== undefined && precode.trim() === '' ? { path: ['precode'], issue: PRECODE_REQUIRED } : undefined),
  ),
)
export type QualificationOptionForm = typeof QualificationOptionForm.Type

const noPrecodeTwice = Schema.makeFilter((options: readonly QualificationOptionForm[]) =>
  repeatedPrecodes(options).map(({ index, firstIndex, precode }): Schema.FilterIssue => ({
    path: [index, 'precode'],
    issue: `Precode ${precode} is there twice: option ${firstIndex + 1} has it too`,
  })),
)

/** The new options of a text (api:Q11): options that it leaves out are removed. */
export const QualificationOptionsForm = Schema.Struct({
  qualification_options: Schema.Array(QualificationOptionForm).check(
    Schema.makeFilter((options: readonly unknown[]) => options.length <= OPTIONS_MAX, {
      message: `There can be at most ${OPTIONS_MAX} options`,
    }),
    noPrecodeTwice,
  ),
  version,
})
export type QualificationOptionsForm = typeof QualificationOptionsForm.Type
