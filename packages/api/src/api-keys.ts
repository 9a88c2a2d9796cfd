import { ApiKey, MadeApiKey, NewApiKey } from '@desk/schema/api-keys/api-key'
import { IdFromText } from '@desk/schema/ids/ids'
import { confirmed } from '@desk/schema/users/confirmation'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/** The API keys of an account, for its admins; no key reads, makes or revokes keys. */
export class ApiKeysApi extends HttpApiGroup.make('apiKeys')
  .add(
    HttpApiEndpoint.get('list', '/v1/api-keys', { query: pageQuery, success: Schema.Array(ApiKey) })
      .annotate(OpenTo, 'manage API keys')
      .annotate(KeyAccess, 'sessions only'),
    // no Idempotency-Key: a stored answer would store the secret
    HttpApiEndpoint.post('make', '/v1/api-keys', { payload: NewApiKey, success: MadeApiKey, error: Conflict })
      .annotate(OpenTo, 'manage API keys')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.post('revoke', '/v1/api-keys/:id/revoke', {
      params: { id: IdFromText },
      payload: Schema.Struct(confirmed),
      success: HttpApiSchema.NoContent,
      error: NotFound,
    })
      .annotate(OpenTo, 'manage API keys')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
