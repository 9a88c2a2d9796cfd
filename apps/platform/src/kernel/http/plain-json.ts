import { Effect } from 'effect'
import { HttpServerResponse } from 'effect/http'

/**
 * Answers a value that is already plain JSON without encoding. The contract's encoder walks every field of every row, which for a
 * table of 300 sources costs more than reading it; the rows of these answers are plain JSON by their types, and the contract's
 * tests decode them.
 */
export function plainJson<Row, E, R>(
  effect: Effect.Effect<Row, E, R>,
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> {
  return Effect.map(effect, value =>
    HttpServerResponse.text(JSON.stringify(value), { contentType: 'application/json' }),
  )
}
