import {
  AccountExclusion,
  AccountExclusionChanges,
  FoundProject,
  ProjectSearch,
  ProjectSupplierExclusions,
  SampleExclusion,
  SampleExclusionChanges,
  SupplierExclusion,
  SupplierExclusionChanges,
} from '@desk/schema/exclusions/exclusion'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }
const headers = onceHeaders
const error = [NotFound, Conflict] as const

/**
 * Respondents who are excluded from sources and projects (§7.17, api:X1–X8, docs/decisions/0057). The id is that of the
 * project that searches (api:X1), of a source (api:X2, api:X3), of a project (api:X4), of a supplier (api:X5, api:X6),
 * and of the account that the session is in (api:X7, api:X8).
 */
export class ExclusionsApi extends HttpApiGroup.make('exclusions')
  .add(
    HttpApiEndpoint.post('searchProjects', '/v1/project/:id/project-search', {
      params,
      payload: ProjectSearch,
      success: Schema.Array(FoundProject),
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_studies'),
    HttpApiEndpoint.get('ofSource', '/v1/sample-exclusion/:id', {
      params,
      success: SampleExclusion,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('excludeSample', '/v1/sample-exclusion/:id', {
      params,
      headers,
      payload: SampleExclusionChanges,
      success: SampleExclusion,
      error,
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.get('ofProject', '/v1/supplierexclusion/:id', {
      params,
      success: ProjectSupplierExclusions,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.get('ofSupplier', '/v1/supplierexclusion/bysupplier/:id', {
      params,
      success: SupplierExclusion,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.post('excludeSupplier', '/v1/supplierexclusion/bysupplier/:id', {
      params,
      headers,
      payload: SupplierExclusionChanges,
      success: SupplierExclusion,
      error,
    }).annotate(OpenTo, 'write suppliers'),
    HttpApiEndpoint.get('ofAccount', '/v1/supplierexclusion/byaccount/:id', {
      params,
      success: AccountExclusion,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.post('excludeForAccount', '/v1/supplierexclusion/byaccount/:id', {
      params,
      headers,
      payload: AccountExclusionChanges,
      success: AccountExclusion,
      error,
    }).annotate(OpenTo, 'write suppliers'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
