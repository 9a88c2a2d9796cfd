import { Account } from '@desk/schema/accounts/account'
import { BusinessUnit } from '@desk/schema/accounts/business-unit'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'

/** Accounts of the caller: api:M6 (the first element is the account, §7.22), M10 (logo), B1 (business units). */
export class AccountsApi extends HttpApiGroup.make('accounts')
  .add(
    HttpApiEndpoint.get('list', '/v1/dashboards', { query: { pm_dsh_ud: Schema.optionalKey(IdFromText), ...pageQuery }, success: Schema.Array(Account) }),
    HttpApiEndpoint.get('logo', '/v1/account/:id/logo', { params: { id: IdFromText }, success: Schema.Struct({ data: Schema.NullOr(Schema.String) }), error: NotFound }),
    HttpApiEndpoint.get('businessUnits', '/v1/dashboard/:id/businessunits/', { params: { id: IdFromText }, query: pageQuery, success: Schema.Array(BusinessUnit), error: NotFound }),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
