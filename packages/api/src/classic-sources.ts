import { IdFromText } from '@desk/schema/ids/ids'
import { ClassicChanges, ClassicSource, NewClassicSource } from '@desk/schema/sources/classic-source'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }
const headers = onceHeaders
// the token of the test link that opened the screen (§2.21, tst); with any other token the answer is 404
const query = { test_uid: Schema.optionalKey(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))) }
const error = [NotFound, Conflict] as const

/** Classic (manual) sources with their one supplier and its redirects: api:U4–U7, for the internal view only (domain.md §4). */
export class ClassicSourcesApi extends HttpApiGroup.make('classicSources')
  .add(
    HttpApiEndpoint.post('create', '/v3/classic-streams', {
      headers,
      payload: NewClassicSource,
      success: ClassicSource,
      error,
    }).annotate(OpenTo, 'edit the supply side'),
    HttpApiEndpoint.put('update', '/v1/classic-streams/:id', {
      params,
      query,
      headers,
      payload: ClassicChanges,
      success: ClassicSource,
      error,
    }).annotate(OpenTo, 'edit the supply side'),
    HttpApiEndpoint.get('read', '/v3/classic-streams/:id', {
      params,
      query,
      success: ClassicSource,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.get('classic', '/v1/survey-streams/:id/classic', {
      params,
      success: ClassicSource,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
