import { IdFromText } from '@desk/schema/ids/ids'
import {
  EditedSupplierAccount,
  NewSupplierAccount,
  SupplierAccount,
} from '@desk/schema/supplier-accounts/supplier-account'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'

const params = { id: IdFromText }

/** Which suppliers of the session's account have an account of their own (§2.25); the spec names no endpoints. */
export class SupplierAccountsApi extends HttpApiGroup.make('supplierAccounts')
  .add(
    HttpApiEndpoint.get('list', '/v1/supplier-accounts', {
      query: pageQuery,
      success: Schema.Array(SupplierAccount),
    }).annotate(OpenTo, 'manage supplier accounts'),
    HttpApiEndpoint.post('link', '/v1/supplier-accounts', {
      payload: NewSupplierAccount,
      success: SupplierAccount,
      error: Conflict,
    }).annotate(OpenTo, 'link supplier accounts'),
    HttpApiEndpoint.put('change', '/v1/supplier-accounts/:id', {
      params,
      payload: EditedSupplierAccount,
      success: SupplierAccount,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage supplier accounts'),
    HttpApiEndpoint.delete('unlink', '/v1/supplier-accounts/:id', {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'link supplier accounts'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
