import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'

/**
 * Answers a value as the JSON that it already is. The contract's encoder walks every field of every row, which for a table of
 * 300 sources costs more than reading it; the rows of these answers are plain JSON by their types, and the contract's tests
 * decode what comes over the wire.
 */
export function plainJson<Row, E, R>(
  effect: Effect.Effect<Row, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> {
  return Effect.map(effect, value =>
    HttpServerResponse.text(JSON.stringify(value), { contentType: 'application/json' }),
  )
}
