import { Reversals } from '@desk/schema/forecasts/reversals'
import { IdFromText } from '@desk/schema/ids/ids'
import { Month } from '@desk/schema/statements/statement'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'

/** Reversals still to come (forecast.md §6): an addition to the spec's calls. They show margins, so they are for the internal view. */
export class ReversalsApi extends HttpApiGroup.make('reversals')
  .add(
    // of all completes, or of those of a project, supplier or business unit; `month`: those that its statement would have
    HttpApiEndpoint.get('read', '/v1/reversals', {
      query: {
        pm_proj_ud: Schema.optionalKey(IdFromText),
        pm_sup_ud: Schema.optionalKey(IdFromText),
        business_unit_ud: Schema.optionalKey(IdFromText),
        month: Schema.optionalKey(Month),
      },
      success: Reversals,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
