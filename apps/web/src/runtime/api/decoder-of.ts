import { Schema } from 'effect'
import type { EndpointKey } from './endpoints.ts'

/** Checks an answer against its schema, and gives it typed. Fields that the schema does not know are dropped. */
export type DecodeAnswer = (key: EndpointKey, body: unknown) => unknown

/**
 * Gives what checks answers against these schemas; it throws a SchemaError with each fault and its path.
 * A key without a schema (logo, saves) keeps its body as it came.
 */
export function decoderOf(
  schemas: Readonly<Partial<Record<EndpointKey, Schema.ConstraintDecoder<unknown>>>>,
): DecodeAnswer {
  const decoders = new Map<EndpointKey, (body: unknown) => unknown>()
  return (key, body) => {
    let decode = decoders.get(key)
    if (decode === undefined) {
      const schema = schemas[key]
      decode = schema === undefined ? raw => raw : Schema.decodeUnknownSync(schema)
      decoders.set(key, decode)
    }
    return decode(body)
  }
}
