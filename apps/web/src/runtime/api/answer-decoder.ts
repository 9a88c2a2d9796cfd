import { Schema } from 'effect'
import { ANSWER_SCHEMAS } from './answer-schemas.ts'
import type { EndpointKey } from './endpoints.ts'

const decoders = new Map<EndpointKey, (body: unknown) => unknown>()

/**
 * Checks an answer against its schema. Fields that the schema does not know are dropped.
 * @throws SchemaError with each fault and its path
 */
export function decodeAnswer(key: EndpointKey, body: unknown): unknown {
  let decode = decoders.get(key)
  if (decode === undefined) {
    // A key without a schema (logo, saves) keeps its body as it came.
    const schema: Schema.ConstraintDecoder<unknown> | undefined =
      key in ANSWER_SCHEMAS ? ANSWER_SCHEMAS[key as keyof typeof ANSWER_SCHEMAS] : undefined
    decode = schema === undefined ? raw => raw : Schema.decodeUnknownSync(schema)
    decoders.set(key, decode)
  }
  return decode(body)
}
