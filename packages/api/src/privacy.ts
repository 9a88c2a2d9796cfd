import { IdFromText } from '@desk/schema/ids/ids'
import { NewObjection, Objection } from '@desk/schema/privacy/objections'
import { ProcessingRecord } from '@desk/schema/privacy/processing-record'
import { Retention, RetentionChange } from '@desk/schema/privacy/retention'
import { SubjectAccess } from '@desk/schema/privacy/subject-access'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
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

const text = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200))

/** All that the caller's account stores about one respondent, by an RDUD, or by a supplier and its ID. */
export class SubjectAccessApi extends HttpApiGroup.make('subjectAccess')
  .add(
    HttpApiEndpoint.get('read', '/v1/privacy/access', {
      query: {
        rdud: Schema.optionalKey(text),
        supplier_id: Schema.optionalKey(IdFromText),
        rid: Schema.optionalKey(text),
      },
      success: SubjectAccess,
      error: NotFound,
    }).annotate(OpenTo, 'manage privacy'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/** People who objected: the door judges them by each study's own rules alone. */
export class ObjectionsApi extends HttpApiGroup.make('objections')
  .add(
    HttpApiEndpoint.get('list', '/v1/privacy/objections', {
      query: pageQuery,
      success: Schema.Array(Objection),
    }).annotate(OpenTo, 'manage privacy'),
    // a second one of the same person is the first
    HttpApiEndpoint.post('create', '/v1/privacy/objections', {
      headers: onceHeaders,
      payload: NewObjection,
      success: Objection,
      error: Conflict,
    }).annotate(OpenTo, 'manage privacy'),
    HttpApiEndpoint.post('withdraw', '/v1/privacy/objections/:id/withdraw', {
      params: { id: IdFromText },
      headers: onceHeaders,
      success: Objection,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage privacy'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
