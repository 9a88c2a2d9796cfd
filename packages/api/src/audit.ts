import { auditFilters, AuditPage, AuditVerdict } from '@desk/schema/audit/audit-entry'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { pageQuery } from './lists.ts'

/** The audit log of the caller's account, for its admins. Nothing writes it by a call: entries come with what they tell of. */
export class AuditApi extends HttpApiGroup.make('audit')
  .add(
    HttpApiEndpoint.get('list', '/v1/audit-log', {
      query: { ...auditFilters, before: Schema.optionalKey(IdFromText), limit: pageQuery.limit },
      success: AuditPage,
    }).annotate(OpenTo, 'read the audit log'),
    // a file, one entry a line; the answer is streamed
    HttpApiEndpoint.get('export', '/v1/audit-log/export', {
      query: { ...auditFilters, format: Schema.Literals(['jsonl', 'csv']) },
      success: Schema.String.pipe(HttpApiSchema.asText()),
    }).annotate(OpenTo, 'read the audit log'),
    HttpApiEndpoint.get('verify', '/v1/audit-log/verification', { success: AuditVerdict }).annotate(
      OpenTo,
      'read the audit log',
    ),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
