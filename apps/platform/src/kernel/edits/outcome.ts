import { Conflict, Forbidden, Refused, type NotFound } from '@desk/api/errors'
import { Effect, Result, Schema } from 'effect'
import { orNotFound } from '../http/or-not-found.ts'
import { refusalOf, type Detail } from '../http/refusal.ts'

/** The outcome of an act on an object: JSON, so that a repeat under the same Idempotency-Key gets the same. */
export type Outcome<Answer, Current = Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | Refusal<Current>
  | { readonly kind: 'missing' }

/**
 * Why nothing is stored: a refusal by the present state (409), faults of the request (422), or an object that is not
 * the caller's to change (403).
 */
export type Refusal<Current = never> =
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string; readonly current: Current }
  | { readonly kind: 'faulty'; readonly details: readonly Detail[] }
  | { readonly kind: 'forbidden'; readonly message: string }

export const HTTP_STATUS: Readonly<Record<Outcome<unknown>['kind'], number>> = {
  done: 200,
  refused: 409,
  faulty: 422,
  forbidden: 403,
  missing: 404,
}

/** Gives the answer, or fails as the contract says. */
export function settled<Answer, Current extends Schema.Json>(
  outcome: Outcome<Answer, Current>,
): Effect.Effect<Answer, Conflict | Refused | Forbidden | NotFound> {
  switch (outcome.kind) {
    case 'done':
      return Effect.succeed(outcome.answer)
    case 'refused':
      return Effect.fail(new Conflict({ message: outcome.message, reason: outcome.reason, current: outcome.current }))
    case 'faulty':
      return Effect.fail(
        new Refused({
          message: outcome.details[0]?.message ?? 'Some of the fields are invalid.',
          details: outcome.details,
        }),
      )
    case 'forbidden':
      return Effect.fail(new Forbidden({ message: outcome.message }))
    case 'missing':
      return orNotFound<Answer>(undefined)
  }
}

/** The faults of these values by a schema (§5.28); empty when they are valid. */
export function faultsIn(schema: Schema.Decoder<unknown>, values: unknown): readonly Detail[] {
  const decoded = Schema.decodeUnknownResult(schema, { errors: 'all' })(values)
  return Result.isSuccess(decoded) ? [] : refusalOf(decoded.failure.issue)
}

/** A refusal for these faults, when there are any. */
export function refusedFor(details: readonly Detail[]): Refusal | undefined {
  return details.length > 0 ? { kind: 'faulty', details } : undefined
}

/** The answer to a stale edit, with the stored object. */
export function stale<Current>(noun: string, current: Current): Refusal<Current> {
  return { kind: 'refused', reason: 'stale_version', message: `The ${noun} has changed in the meantime.`, current }
}
