import { DisputeForm, SupplierDispute } from '@desk/schema/disputes/dispute'
import { IdFromText } from '@desk/schema/ids/ids'
import { Month, StatementFormat } from '@desk/schema/statements/statement'
import { MadeStatementLink, StatementLink, StatementLinkForm } from '@desk/schema/statements/statement-link'
import { SupplierDesk, SupplierOutcomes, SupplierStatement } from '@desk/schema/statements/supplier-desk'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { COMMON_ERRORS, Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

/** Links that let one supplier see its statements (settlement.md §2, docs/decisions/0066). */
export class StatementLinksApi extends HttpApiGroup.make('statementLinks')
  .add(
    // newest first
    HttpApiEndpoint.get('list', '/v1/statement-links', {
      query: { supplier: Schema.optionalKey(IdFromText), ...pageQuery },
      success: Schema.Array(StatementLink),
    }).annotate(OpenTo, 'manage statement links'),
    // the answer alone has the link; 409: too_many_links
    HttpApiEndpoint.post('make', '/v1/statement-links', {
      payload: StatementLinkForm,
      success: MadeStatementLink,
      error: Conflict,
    }).annotate(OpenTo, 'manage statement links'),
    HttpApiEndpoint.post('revoke', '/v1/statement-links/:id/revoke', {
      params: { id: IdFromText },
      success: StatementLink,
      error: NotFound,
    }).annotate(OpenTo, 'manage statement links'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/** `Authorization: Bearer <token of a link>`: never in an address (S4). */
export const linkHeaders = { authorization: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))) }
const headers = linkHeaders
const errors = [...COMMON_ERRORS, NotFound] as const
const params = { month: Month }
const file = Schema.String.pipe(HttpApiSchema.asText())
/** Left out: CSV. */
const format = { format: Schema.optionalKey(StatementFormat) }

/**
 * The statements that a link opens: the rows of its supplier alone (S11). 401: the link is wrong, was revoked or has
 * expired.
 */
export class SupplierStatementsApi extends HttpApiGroup.make('supplierStatements')
  .add(
    HttpApiEndpoint.get('desk', '/v1/supplier-statements', {
      headers,
      success: SupplierDesk,
      error: [...errors],
    }).annotate(OpenTo, 'anybody'),
    HttpApiEndpoint.get('read', '/v1/supplier-statements/:month', {
      headers,
      params,
      query: pageQuery,
      success: SupplierStatement,
      error: [...errors],
    }).annotate(OpenTo, 'anybody'),
    // the signed file of a closed month, streamed
    HttpApiEndpoint.get('file', '/v1/supplier-statements/:month/file', {
      headers,
      params,
      query: format,
      success: file,
      error: [...errors],
    }).annotate(OpenTo, 'anybody'),
    HttpApiEndpoint.get('outcomes', '/v1/supplier-statements/:month/outcomes', {
      headers,
      params,
      query: pageQuery,
      success: SupplierOutcomes,
      error: [...errors],
    }).annotate(OpenTo, 'anybody'),
    // 404: no complete of this RDUD is rejected in this month, and the supplier's; 409: one_round
    HttpApiEndpoint.post('dispute', '/v1/supplier-statements/:month/disputes', {
      headers: { ...headers, ...onceHeaders },
      params,
      payload: DisputeForm,
      success: SupplierDispute,
      error: [...errors, Conflict],
    }).annotate(OpenTo, 'anybody'),
    // the same, all of them, signed and streamed
    HttpApiEndpoint.get('outcomesFile', '/v1/supplier-statements/:month/outcomes/file', {
      headers,
      params,
      query: format,
      success: file,
      error: [...errors],
    }).annotate(OpenTo, 'anybody'),
  )
  .middleware(DecodeFaults) {}
