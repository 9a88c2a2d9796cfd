import { IdFromText } from '@desk/schema/ids/ids'
import {
  RecontactChanges,
  RecontactList,
  RecontactLookup,
  RecontactLookupForm,
  StoredRecontact,
} from '@desk/schema/recontact/recontact'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

/** Known respondents whom a source invites again (§7.15, §3.31, api:T33–T35, docs/decisions/0060). */
export class RecontactApi extends HttpApiGroup.make('recontact')
  .add(
    HttpApiEndpoint.get('retrieve', '/v1/supplier-recontact/retrieve', {
      query: {
        stmid: IdFromText,
        // left out: json; csv has every respondent with their link, of all pages
        format: Schema.optionalKey(Schema.Literals(['json', 'csv'])),
        ...pageQuery,
      },
      success: RecontactList,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    // stores nothing
    HttpApiEndpoint.post('lookup', '/v1/supplier-recontact/rdudlookup', {
      payload: RecontactLookupForm,
      success: RecontactLookup,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_studies'),
    HttpApiEndpoint.post('store', '/v1/supplier-recontact/store', {
      headers: onceHeaders,
      payload: RecontactChanges,
      success: StoredRecontact,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
