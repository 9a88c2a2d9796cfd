import { ANSWER_SCHEMAS } from './answer-schemas.ts'
import { decoderOf } from './decoder-of.ts'

/** Decodes the answer of any call. */
export const decodeAnswer = decoderOf(ANSWER_SCHEMAS)
