import { IdFromText } from '@desk/schema/ids/ids'
import { SUPPLIER_SORTS, Supplier, SupplierRedirect, SupplierRow } from '@desk/schema/suppliers/supplier'
import { SupplierChanges, SupplierInput } from '@desk/schema/suppliers/supplier-form'
import { SupplierSource } from '@desk/schema/suppliers/supplier-source'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }

/** The suppliers of the account (api:L3), among the lookups because every form chooses from them. */
export const listSuppliersEndpoint = HttpApiEndpoint.get('suppliers', '/v1/suppliers', {
  query: {
    ...pageQuery,
    search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
    pm_supplier_type_code_ud: Schema.optionalKey(IdFromText),
    sort: Schema.optionalKey(Schema.Literals(SUPPLIER_SORTS)),
  },
  success: Schema.Array(SupplierRow),
})
  .annotate(OpenTo, 'signedIn')
  .annotate(KeyAccess, 'read_studies')

/** Suppliers (§3.7): api:U3, api:U10–U13. Every user of the account reads them, its admins write (domain.md §8). */
export class SuppliersApi extends HttpApiGroup.make('suppliers')
  .add(
    HttpApiEndpoint.get('read', '/v1/suppliers/:id', { params, success: Supplier, error: NotFound })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'read_studies'),
    HttpApiEndpoint.get('redirects', '/v1/suppliers/:id/supplier-redirects', {
      params,
      success: Schema.Array(SupplierRedirect),
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'read_studies'),
    // live ones first, then by name
    HttpApiEndpoint.get('sources', '/v1/suppliers/:id/sources', {
      params,
      query: pageQuery,
      success: Schema.Array(SupplierSource),
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.post('create', '/v1/suppliers', {
      headers: onceHeaders,
      payload: SupplierInput,
      success: Supplier,
      error: Conflict,
    }).annotate(OpenTo, 'write suppliers'),
    // replaces all fields of §3.7: an absent one becomes empty; absent redirects and an absent security_level (or custom_security_flg) stay as they are
    HttpApiEndpoint.put('update', '/v1/suppliers/:id', {
      params,
      headers: onceHeaders,
      payload: SupplierChanges,
      success: Supplier,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write suppliers'),
    // one that a source buys from answers 409 in_use, with the first of those sources (SupplierUses)
    HttpApiEndpoint.delete('remove', '/v1/suppliers/:id', {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write suppliers'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
