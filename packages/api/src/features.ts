import { AccountFeatures, FeatureName } from '@desk/schema/features/account-features'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'

/** Which features each account has (§2.25, §6.10), for super admins: an addition to the spec's calls. */
export class FeaturesApi extends HttpApiGroup.make('features')
  .add(
    HttpApiEndpoint.get('list', '/v1/account-features', {
      query: pageQuery,
      success: Schema.Array(AccountFeatures),
    }).annotate(OpenTo, 'manage features'),
    // on or off as it is sent, even if another user has changed it since: a switch has nothing that a stale edit could
    // undo
    HttpApiEndpoint.put('change', '/v1/account/:id/features/:feature', {
      params: { id: IdFromText, feature: FeatureName },
      payload: Schema.Struct({ is_on: Schema.Boolean }),
      success: AccountFeatures,
      error: NotFound,
    }).annotate(OpenTo, 'manage features'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
