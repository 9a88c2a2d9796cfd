import { IdFromText } from '@desk/schema/ids/ids'
import {
  NewHashKey,
  ReturnCheck,
  ReturnCheckForm,
  ReturnHashing,
  ReturnHashingChange,
} from '@desk/schema/respondents/return-hashing'
import { confirmed } from '@desk/schema/users/confirmation'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'

/** The return hashing of a DESK account (domain.md §3), for its admins: an addition to the spec's calls. */
export class ReturnHashingApi extends HttpApiGroup.make('returnHashing')
  .add(
    HttpApiEndpoint.get('read', '/v1/return-hashing', { success: ReturnHashing }).annotate(
      OpenTo,
      'manage return hashing',
    ),
    // without a key every return would be refused: that is 409 no_key
    HttpApiEndpoint.put('change', '/v1/return-hashing', {
      payload: ReturnHashingChange,
      success: ReturnHashing,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage return hashing'),
    // no Idempotency-Key: a stored answer would store the secret
    HttpApiEndpoint.post('makeKey', '/v1/return-hashing/keys', {
      payload: Schema.Struct(confirmed),
      success: NewHashKey,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'manage return hashing')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.post('endKey', '/v1/return-hashing/keys/:id/end', {
      params: { id: IdFromText },
      payload: Schema.Struct(confirmed),
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'manage return hashing')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.post('check', '/v1/return-hashing/check', {
      payload: ReturnCheckForm,
      success: ReturnCheck,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage return hashing'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
