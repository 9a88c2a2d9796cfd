import { Erasure, ErasureForm, ErasureScope, ErasureSubjects } from '@desk/schema/erasure/erasure'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const headers = onceHeaders
const params = { id: IdFromText }

/** Erasure of respondents' identities (docs/decisions/0116): one admin requests it, and another confirms. */
export class ErasuresApi extends HttpApiGroup.make('erasures')
  .add(
    // newest first
    HttpApiEndpoint.get('list', '/v1/erasures', {
      query: pageQuery,
      success: Schema.Array(Erasure),
    }).annotate(OpenTo, 'erase respondents'),
    // stores nothing
    HttpApiEndpoint.post('scope', '/v1/erasures/scope', {
      payload: ErasureSubjects,
      success: ErasureScope,
    }).annotate(OpenTo, 'erase respondents'),
    // 409: nobody_found, too_many_found
    HttpApiEndpoint.post('request', '/v1/erasures', {
      headers,
      payload: ErasureForm,
      success: Erasure,
      error: Conflict,
    }).annotate(OpenTo, 'erase respondents'),
    // 409: own_request, already_decided
    HttpApiEndpoint.post('confirm', '/v1/erasures/:id/confirm', {
      params,
      headers,
      success: Erasure,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'erase respondents'),
    // 409: already_decided
    HttpApiEndpoint.post('withdraw', '/v1/erasures/:id/withdraw', {
      params,
      headers,
      success: Erasure,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'erase respondents'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
