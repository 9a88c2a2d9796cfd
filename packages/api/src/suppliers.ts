import { IdFromText } from '@desk/schema/ids/ids'
import { Supplier } from '@desk/schema/suppliers/supplier'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'

/** Suppliers: api:U13. */
export class SuppliersApi extends HttpApiGroup.make('suppliers')
  .add(HttpApiEndpoint.get('read', '/v1/suppliers/:id', { params: { id: IdFromText }, success: Supplier, error: NotFound }))
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
