import { ForecastPage, PromisedFullBy } from '@desk/schema/forecasts/forecast-page'
import { Feasibility, FeasibilityQuery, HelpfulActs, WhatIf, WhatIfQuery } from '@desk/schema/forecasts/what-if'
import { IdFromText } from '@desk/schema/ids/ids'
import { StatusScope } from '@desk/schema/statuses/status'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound, Refused } from './errors.ts'

const place = { scope: StatusScope, id: IdFromText }

/** Forecasts of finishes, with their record (forecast.md §2): an addition to the spec's calls. */
export class ForecastsApi extends HttpApiGroup.make('forecasts')
  .add(
    HttpApiEndpoint.get('read', '/v1/forecasts/:scope/:id', {
      params: place,
      success: ForecastPage,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    // the same forecast with other inputs; it stores nothing
    HttpApiEndpoint.get('whatIf', '/v1/forecasts/:scope/:id/what-if', {
      params: place,
      query: WhatIfQuery.fields,
      success: WhatIf,
      error: [NotFound, Refused],
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('acts', '/v1/forecasts/source/:id/acts', {
      params: { id: IdFromText },
      success: HelpfulActs,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('feasibility', '/v1/forecasts/feasibility', {
      query: FeasibilityQuery.fields,
      success: Feasibility,
    }).annotate(OpenTo, 'open projects'),
    // the moment by which the client was promised a full target; it is scored like a forecast
    HttpApiEndpoint.put('promise', '/v1/forecasts/:scope/:id/promise', {
      params: place,
      payload: PromisedFullBy,
      success: ForecastPage,
      error: [NotFound, Refused, Conflict],
    }).annotate(OpenTo, 'write studies'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
