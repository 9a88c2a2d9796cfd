import { Schema } from 'effect'
import { Id } from '../ids/ids.ts'
import { atLeast, atMost, requiredChoice, requiredNumber, requiredText, whole } from '../forms/form-fields.ts'

const QUESTION_MAX_LENGTH = 1_000
const POSITION_MAX = 1_000_000

/** The question form (§3.25, §5.23): in which language, and the question. */
export const QualityQuestionForm = Schema.Struct({
  language: requiredChoice('Language is required'),
  question: requiredText({ label: 'Question', maxLength: QUESTION_MAX_LENGTH }),
})
export type QualityQuestionForm = typeof QualityQuestionForm.Type

/** A quality question as it is to be (api:Y3). */
export const EditedQualityQuestion = Schema.Struct({
  ...QualityQuestionForm.fields,
  /** Its place in the list, the first one 1; without it the question stays where it is. */
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
  /** What the editor saw; without it the change is made whatever happened meanwhile. */
  version: Schema.optionalKey(Schema.Int),
})
export type EditedQualityQuestion = typeof EditedQualityQuestion.Type

/** A question that tells an attentive respondent from another, as the list has it (api:Y1). */
export const QualityQuestion = Schema.Struct({
  pm_q_uid: Id,
  language: Id,
  language_name: Schema.String,
  question: Schema.String,
  /** Its place in the list, the first one 1. */
  sort_order_nbr: Schema.Int,
  /** Another one for each change of language or question. */
  version: Schema.Int,
})
export type QualityQuestion = typeof QualityQuestion.Type
