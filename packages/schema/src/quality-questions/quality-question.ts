import { Schema } from 'effect'
import { Id, Version } from '../ids/ids.ts'
import { atLeast, atMost, requiredChoice, requiredNumber, requiredText, whole } from '../forms/form-fields.ts'

const QUESTION_MAX_LENGTH = 1_000
const POSITION_MAX = 1_000_000

/** The question form (§3.25, §5.23): language and question. */
export const QualityQuestionForm = Schema.Struct({
  language: requiredChoice('Language is required'),
  question: requiredText({ label: 'Question', maxLength: QUESTION_MAX_LENGTH }),
})
export type QualityQuestionForm = typeof QualityQuestionForm.Type

/** The new state of a quality question (api:Y3). */
export const EditedQualityQuestion = Schema.Struct({
  ...QualityQuestionForm.fields,
  /** Its place in the list, counted from 1; without it the question stays where it is. */
  sort_order_nbr: Schema.optionalKey(
    requiredNumber({
      required: 'Position is required',
      rules: [
        whole('Position must be a whole number'),
        atLeast(1, 'Position must be at least 1'),
        atMost(POSITION_MAX, `Position must be at most ${POSITION_MAX}`),
      ],
    }),
  ),
  /** The version that the editor saw; without it the change overwrites later changes. */
  version: Schema.optionalKey(Version),
})
export type EditedQualityQuestion = typeof EditedQualityQuestion.Type

/** A question that detects inattentive respondents, as a list item (api:Y1). */
export const QualityQuestion = Schema.Struct({
  pm_q_uid: Id,
  language: Id,
  language_name: Schema.String,
  question: Schema.String,
  /** Its place in the list, counted from 1. */
  sort_order_nbr: Schema.Int,
  /** Changes with each edit of language or question. */
  version: Version,
})
export type QualityQuestion = typeof QualityQuestion.Type
