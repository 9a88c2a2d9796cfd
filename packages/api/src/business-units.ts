import { BusinessUnit, BusinessUnitForm, EditedBusinessUnit } from '@desk/schema/accounts/business-unit'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }

/** Business units of the session's account: api:B1–B3 (§3.26, §7.28). */
export class BusinessUnitsApi extends HttpApiGroup.make('businessUnits')
  .add(
    // those in use, by name; with `uses` how many projects and rate cards use each
    HttpApiEndpoint.get('list', '/v1/dashboard/:id/businessunits/', {
      params,
      query: { ...pageQuery, uses: Schema.optionalKey(Schema.Literal('true')) },
      success: Schema.Array(BusinessUnit),
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'read_studies'),
    HttpApiEndpoint.post('create', '/v1/dashboard/:id/businessunits/', {
      params,
      headers: onceHeaders,
      payload: BusinessUnitForm,
      success: BusinessUnit,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'edit business units'),
    HttpApiEndpoint.put('change', '/v1/dashboard/:id/businessunits/:unit', {
      params: { ...params, unit: IdFromText },
      headers: onceHeaders,
      payload: EditedBusinessUnit,
      success: BusinessUnit,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'edit business units'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
