import { ProcessingRecord } from '@desk/schema/privacy/processing-record'
import { Retention, RetentionChange } from '@desk/schema/privacy/retention'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict } from './errors.ts'
import { onceHeaders } from './once.ts'

/** The record of processing of the caller's account, as the schema and the settings of this installation have it. */
export class ProcessingRecordApi extends HttpApiGroup.make('processingRecord')
  .add(
    HttpApiEndpoint.get('read', '/v1/privacy/processing-record', { success: ProcessingRecord }).annotate(
      OpenTo,
      'manage privacy',
    ),
    // a CSV file, one table of a category a line
    HttpApiEndpoint.get('download', '/v1/privacy/processing-record/file', {
      success: Schema.String.pipe(HttpApiSchema.asText()),
    }).annotate(OpenTo, 'manage privacy'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/** How long the caller's account stores data of people, with the work of its sweep. */
export class RetentionApi extends HttpApiGroup.make('retention')
  .add(
    HttpApiEndpoint.get('read', '/v1/privacy/retention', { success: Retention }).annotate(OpenTo, 'manage privacy'),
    HttpApiEndpoint.put('update', '/v1/privacy/retention', {
      headers: onceHeaders,
      payload: RetentionChange,
      success: Retention,
      error: Conflict,
    }).annotate(OpenTo, 'manage privacy'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
