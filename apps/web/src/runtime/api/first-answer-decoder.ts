import { decoderOf } from './decoder-of.ts'
import { FIRST_ANSWER_SCHEMAS } from './first-answer-schemas.ts'

/** Decodes the answers that the first screens wait for. */
export const decodeAnswer = decoderOf(FIRST_ANSWER_SCHEMAS)
