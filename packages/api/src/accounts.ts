import { Account } from '@desk/schema/accounts/account'
import { LinkedKind, Whereabouts } from '@desk/schema/accounts/whereabouts'
import { Id, IdFromText } from '@desk/schema/ids/ids'
import { AccountSetting } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/** §7.6 */
export const DefaultAccountUpdate = Schema.Struct({
  default_account_update: Schema.Literal(true),
  new_default_account: Id,
})

/** Accounts of the caller: api:M6 (the first element is the account, §7.22), M10 and M11 (logo), A7 and A8 (default account). */
export class AccountsApi extends HttpApiGroup.make('accounts')
  .add(
    HttpApiEndpoint.get('list', '/v1/dashboards', {
      query: { pm_dsh_ud: Schema.optionalKey(IdFromText), ...pageQuery },
      success: Schema.Array(Account),
    }).annotate(OpenTo, 'anySession'),
    // the accounts that the caller may choose as default (§6.5)
    HttpApiEndpoint.get('defaults', '/v1/defaultaccounts', { success: Schema.Array(AccountSetting) })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.put('chooseDefault', '/v1/defaultaccounts', {
      payload: DefaultAccountUpdate,
      success: Schema.Array(AccountSetting),
      error: NotFound,
    }).annotate(OpenTo, 'choose a default account'),
    HttpApiEndpoint.get('logo', '/v1/account/:id/logo', {
      params: { id: IdFromText },
      success: Schema.Struct({ data: Schema.NullOr(Schema.String) }),
      error: NotFound,
    }).annotate(OpenTo, 'anySession'),
    // the file in base64, as a data URL; it is redrawn as a PNG, and null takes the logo away
    HttpApiEndpoint.post('setLogo', '/v1/account/:id/logo', {
      params: { id: IdFromText },
      payload: Schema.Struct({ data: Schema.NullOr(Schema.String) }),
      success: Schema.Struct({ data: Schema.NullOr(Schema.String) }),
      error: NotFound,
    }).annotate(OpenTo, 'set the logo'),
    // whether every user of the account must have a second factor; for its admins
    HttpApiEndpoint.put('requireSecondFactor', '/v1/account/:id/second-factor', {
      params: { id: IdFromText },
      payload: Schema.Struct({ required: Schema.Boolean }),
      success: Schema.Struct({ second_factor_required: Schema.Boolean }),
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'sessions only'),
    // the zone that new users get; all present ones as well, if that is wanted
    HttpApiEndpoint.put('setTimeZone', '/v1/account/:id/time-zone', {
      params: { id: IdFromText },
      payload: Schema.Struct({ time_zone: Id, all_users: Schema.optionalKey(Schema.Boolean) }),
      success: Schema.Struct({ time_zone: Id, changed_users: Schema.Int }),
      error: NotFound,
    }).annotate(OpenTo, 'manage users'),
    // finds which of the caller's other accounts holds the object of a link
    HttpApiEndpoint.get('whereabouts', '/v1/whereabouts', {
      query: { kind: LinkedKind, id: IdFromText },
      success: Whereabouts,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
