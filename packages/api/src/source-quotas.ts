import { IdFromText } from '@desk/schema/ids/ids'
import { FlatQualsQuotas, FlatQualsQuotasInput, QualsQuotas, QualsQuotasInput } from '@desk/schema/sources/quals-quotas'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { onceHeaders } from './once.ts'

const query = { stmid: IdFromText }
const error = [NotFound, Conflict] as const

/** Qualifications and quotas of a source (api:T1–T4), read and replaced as a whole: v1 flat, v2 nested. */
export class SourceQuotasApi extends HttpApiGroup.make('sourceQuotas')
  .add(
    HttpApiEndpoint.get('readFlat', '/v1/survey-quals-quotas', {
      query,
      success: FlatQualsQuotas,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('replaceFlat', '/v1/survey-quals-quotas', {
      headers: onceHeaders,
      payload: FlatQualsQuotasInput,
      success: FlatQualsQuotas,
      error,
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.get('read', '/v2/survey-quals-quotas', { query, success: QualsQuotas, error: NotFound }).annotate(
      OpenTo,
      'open projects',
    ),
    HttpApiEndpoint.post('replace', '/v2/survey-quals-quotas', {
      headers: onceHeaders,
      payload: QualsQuotasInput,
      success: QualsQuotas,
      error,
    }).annotate(OpenTo, 'write studies'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
