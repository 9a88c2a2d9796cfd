import { DecodeFaults } from '@desk/api/authorization'
import { Refused, Unreadable } from '@desk/api/errors'
import { Effect } from 'effect'
import { HttpApiMiddleware } from 'effect/http-api'
import { isPlace, placeFaults } from './place-faults.ts'
import { faultsOf, refusalOf } from './refusal.ts'

/**
 * Answers 422 with each fault's path and message for a request that does not decode (§5.28); an answer of ours that does not
 * encode stays a defect.
 */
export const DecodeFaultsLive = HttpApiMiddleware.layerSchemaErrorTransform(DecodeFaults, error => {
  if (error.kind === 'Body' || error.kind === 'ResponseHeaders') return Effect.die(error)
  const { issue } = error.cause
  const details = isPlace(error.kind) ? placeFaults(error.kind, faultsOf(issue)) : refusalOf(issue)
  if (details.length === 0) return Effect.fail(new Unreadable({ message: 'The request could not be read.' }))
  return Effect.fail(new Refused({ message: 'Some of the fields are invalid.', details }))
})
