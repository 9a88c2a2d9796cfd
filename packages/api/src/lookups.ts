import { CodeItem, ConsultantOption, CountryOption, LanguageOption, TimeZoneItem } from '@desk/schema/lookups/lookups'
import { IdFromText } from '@desk/schema/ids/ids'
import { SupplierOption } from '@desk/schema/suppliers/supplier'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'
import { listSuppliersEndpoint } from './suppliers.ts'

const codeItems = Schema.Array(Schema.Union([TimeZoneItem, CodeItem]))

/** Lookups: api:L1–L10. */
export class LookupsApi extends HttpApiGroup.make('lookups')
  .add(
    HttpApiEndpoint.get('consultants', '/v1/consultants', {
      query: pageQuery,
      success: Schema.Array(ConsultantOption),
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'read_studies'),
    HttpApiEndpoint.get('statuses', '/v1/status', { success: Schema.Array(CodeItem) })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'any scope'),
    listSuppliersEndpoint,
    HttpApiEndpoint.get('languages', '/v1/languages', { success: Schema.Array(LanguageOption) })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'any scope'),
    HttpApiEndpoint.get('supplierTypes', '/v1/platform-codes/supplier-types', {
      success: Schema.Array(CodeItem),
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'any scope'),
    HttpApiEndpoint.get('countries', '/v1/country-codes', {
      query: { autosourceeligible: Schema.optionalKey(Schema.Literals(['0', '1', 'true', 'false'])) },
      success: Schema.Array(CountryOption),
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'any scope'),
    HttpApiEndpoint.get('projectSuppliers', '/v1/project-suppliers/:id', {
      params: { id: IdFromText },
      query: pageQuery,
      success: Schema.Array(SupplierOption),
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.get('codesByType', '/v1/platform-codes', {
      query: { type: Schema.String.check(Schema.isMaxLength(50)) },
      success: codeItems,
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'any scope'),
    HttpApiEndpoint.get('countryLanguages', '/v1/country-language', {
      query: { country_id: IdFromText },
      success: Schema.Array(LanguageOption),
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'any scope'),
    HttpApiEndpoint.get('codes', '/v1/platform-codes/:id', {
      params: { id: Schema.String.check(Schema.isMaxLength(50)) },
      success: codeItems,
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'any scope'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
