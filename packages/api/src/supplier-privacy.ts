import { IdFromText } from '@desk/schema/ids/ids'
import {
  NewSupplierObjection,
  SupplierErasure,
  SupplierErasureForm,
  SupplierObjection,
  SupplierSubject,
} from '@desk/schema/privacy/supplier-privacy'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo } from './authorization.ts'
import { COMMON_ERRORS, Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { linkHeaders } from './statement-links.ts'
import { onceHeaders } from './once.ts'

const headers = linkHeaders
const writing = { ...linkHeaders, ...onceHeaders }
const errors = [...COMMON_ERRORS, NotFound] as const

/**
 * Erasure, access and objection by a supplier, for its own respondents alone (docs/decisions/0123). 401: the link is wrong,
 * was revoked or has expired; 403: it opens one month alone.
 */
export class SupplierPrivacyApi extends HttpApiGroup.make('supplierPrivacy')
  .add(
    HttpApiEndpoint.get('access', '/v1/supplier-privacy/access', {
      headers,
      query: { rid: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)) },
      success: SupplierSubject,
      error: [...errors],
    }).annotate(OpenTo, 'anybody'),
    // newest first
    HttpApiEndpoint.get('erasures', '/v1/supplier-privacy/erasures', {
      headers,
      query: pageQuery,
      success: Schema.Array(SupplierErasure),
      error: [...errors],
    }).annotate(OpenTo, 'anybody'),
    // waits for an admin of the account; 409: nobody_found, too_many_waiting
    HttpApiEndpoint.post('requestErasure', '/v1/supplier-privacy/erasures', {
      headers: writing,
      payload: SupplierErasureForm,
      success: SupplierErasure,
      error: [...errors, Conflict],
    }).annotate(OpenTo, 'anybody'),
    // of a respondent who entered; a second one of the same person is the first; 409: too_many_objections
    HttpApiEndpoint.post('object', '/v1/supplier-privacy/objections', {
      headers: writing,
      payload: NewSupplierObjection,
      success: SupplierObjection,
      error: [...errors, Conflict],
    }).annotate(OpenTo, 'anybody'),
    HttpApiEndpoint.post('withdrawObjection', '/v1/supplier-privacy/objections/:id/withdraw', {
      params: { id: IdFromText },
      headers: writing,
      success: SupplierObjection,
      error: [...errors, Conflict],
    }).annotate(OpenTo, 'anybody'),
  )
  .middleware(DecodeFaults) {}
