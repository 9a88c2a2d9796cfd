import { IdFromText } from '@desk/schema/ids/ids'
import {
  Fingerprint,
  Month,
  Periods,
  Statement,
  StatementFormat,
  StatementKey,
} from '@desk/schema/statements/statement'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { COMMON_ERRORS, Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { month: Month }
/** Left out: the statement of respondents without a supplier. */
const supplier = Schema.optionalKey(IdFromText)
/** Left out: CSV. */
const format = Schema.optionalKey(StatementFormat)

/** Periods of the account, and what each supplier is owed in them (settlement.md §2, docs/decisions/0059). */
export class StatementsApi extends HttpApiGroup.make('statements')
  .add(
    HttpApiEndpoint.get('list', '/v1/statements', { query: pageQuery, success: Periods }).annotate(
      OpenTo,
      'read statements',
    ),
    // one supplier's month; a page of its lines
    HttpApiEndpoint.get('read', '/v1/statements/:month', {
      params,
      query: { supplier, ...pageQuery },
      success: Statement,
      error: NotFound,
    }).annotate(OpenTo, 'read statements'),
    // with hashes and signature, of a closed period; the answer is streamed
    HttpApiEndpoint.get('file', '/v1/statements/:month/file', {
      params,
      query: { supplier, format },
      success: Schema.String.pipe(HttpApiSchema.asText()),
      error: NotFound,
    }).annotate(OpenTo, 'read statements'),
    // what reconciliations said of one supplier's respondents, of one stored request or of a month: signed, streamed
    HttpApiEndpoint.get('outcomes', '/v1/statement-outcomes', {
      query: {
        supplier: IdFromText,
        reconciliation_ud: Schema.optionalKey(IdFromText),
        month: Schema.optionalKey(Month),
        format,
      },
      success: Schema.String.pipe(HttpApiSchema.asText()),
      error: NotFound,
    }).annotate(OpenTo, 'read statements'),
    // 409: already_closed, not_over, earlier_open, no_period
    HttpApiEndpoint.post('close', '/v1/statements/:month/close', {
      params,
      headers: onceHeaders,
      success: Schema.Struct({ month: Month }),
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'close periods'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/** The public keys of statements, for suppliers, who have no session: whoever holds a statement knows the fingerprint of its key. */
export class StatementKeysApi extends HttpApiGroup.make('statementKeys')
  .add(
    HttpApiEndpoint.get('read', '/v1/statement-keys/:fingerprint', {
      params: { fingerprint: Fingerprint },
      success: StatementKey,
      error: [...COMMON_ERRORS, NotFound],
    }).annotate(OpenTo, 'anybody'),
  )
  .middleware(DecodeFaults) {}
