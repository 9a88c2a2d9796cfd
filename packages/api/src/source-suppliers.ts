import { IdFromText } from '@desk/schema/ids/ids'
import {
  AllocationChanges,
  BuyerRate,
  BuyerRateChanges,
  PricingChanges,
  SourceSuppliers,
  SurveySupplier,
} from '@desk/schema/sources/source-suppliers'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }
const headers = onceHeaders
const error = [NotFound, Conflict] as const

/**
 * A source's suppliers and supply prices: api:T14, T15, T18, T19, U1, for the internal view only (domain.md §4), and the sell
 * price of a survey: api:T11, T12, by the survey's id.
 */
export class SourceSuppliersApi extends HttpApiGroup.make('sourceSuppliers')
  .add(
    HttpApiEndpoint.get('read', '/v1/stream-suppliers/:id', {
      params,
      success: SourceSuppliers,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.put('allocate', '/v1/stream-suppliers/:id', {
      params,
      headers,
      payload: AllocationChanges,
      success: SourceSuppliers,
      error,
    }).annotate(OpenTo, 'edit the supply side'),
    HttpApiEndpoint.get('pricing', '/v1/survey-streams/:id/supplier-pricing', {
      params,
      success: SourceSuppliers,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.patch('price', '/v1/survey-streams/:id/supplier-pricing', {
      params,
      headers,
      payload: PricingChanges,
      success: SourceSuppliers,
      error,
    }).annotate(OpenTo, 'price suppliers'),
    HttpApiEndpoint.get('ofSurvey', '/v3/survey-suppliers/:id', {
      params,
      query: pageQuery,
      success: Schema.Array(SurveySupplier),
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.get('buyerRate', '/v1/survey-buyer-rate/:id', {
      params,
      success: BuyerRate,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.put('setBuyerRate', '/v1/survey-buyer-rate/:id', {
      params,
      headers,
      payload: BuyerRateChanges,
      success: BuyerRate,
      error,
    }).annotate(OpenTo, 'write studies'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
