import { IdFromText } from '@desk/schema/ids/ids'
import {
  AllocationTemplate,
  AllocationTemplateChanges,
  NewAllocationTemplate,
  TemplateLoad,
  TemplateLoaded,
  TemplateScope,
} from '@desk/schema/sources/allocation-template'
import {
  NewSourceTemplate,
  SourceTemplate,
  SourceTemplateSettings,
  TemplateOfSource,
  TemplateQualsQuotas,
} from '@desk/schema/sources/source-template'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }
const headers = onceHeaders
const error = [NotFound, Conflict] as const

/**
 * Templates of qualifications, quotas and settings of sources (api:T21–T26), and of supplier allocations (api:T27–T32), the
 * latter for the internal view only (domain.md §4). A preview shows what a template overwrites.
 */
export class SourceTemplatesApi extends HttpApiGroup.make('sourceTemplates')
  .add(
    HttpApiEndpoint.get('list', '/v1/source-template', {
      query: pageQuery,
      success: Schema.Array(SourceTemplate),
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('createFromSource', '/v1/source-template', {
      headers,
      payload: TemplateOfSource,
      success: SourceTemplate,
      error,
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.get('listSettings', '/v2/source-template', {
      query: pageQuery,
      success: Schema.Array(SourceTemplateSettings),
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('create', '/v2/source-template', {
      headers,
      payload: NewSourceTemplate,
      success: SourceTemplateSettings,
      error,
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.get('qualsQuotas', '/v1/source-template/:id/quals-quotas', {
      params,
      success: TemplateQualsQuotas,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.delete('remove', '/v1/source-template', {
      query: { source_template_id: IdFromText },
      success: HttpApiSchema.NoContent,
      error,
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.get('listAllocations', '/v1/supplierallocationtemplates', {
      query: pageQuery,
      success: Schema.Array(AllocationTemplate),
    }).annotate(OpenTo, 'use allocation templates'),
    HttpApiEndpoint.post('createAllocation', '/v1/supplierallocationtemplates', {
      headers,
      payload: NewAllocationTemplate,
      success: AllocationTemplate,
      error,
    }).annotate(OpenTo, 'use allocation templates'),
    HttpApiEndpoint.put('updateAllocation', '/v1/supplierallocationtemplates', {
      headers,
      payload: AllocationTemplateChanges,
      success: AllocationTemplate,
      error,
    }).annotate(OpenTo, 'use allocation templates'),
    HttpApiEndpoint.get('readAllocation', '/v1/supplierallocationtemplates/:id', {
      params,
      success: AllocationTemplate,
      error: NotFound,
    }).annotate(OpenTo, 'use allocation templates'),
    HttpApiEndpoint.delete('removeAllocation', '/v1/supplierallocationtemplates/:id', {
      params,
      success: HttpApiSchema.NoContent,
      error,
    }).annotate(OpenTo, 'use allocation templates'),
    HttpApiEndpoint.post('loadAllocation', '/v1/:scope/loadtemplate/:id', {
      params: { scope: TemplateScope, id: IdFromText },
      headers,
      payload: TemplateLoad,
      success: TemplateLoaded,
      error,
    }).annotate(OpenTo, 'use allocation templates'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
