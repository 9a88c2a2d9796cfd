import { isChangeSpan } from '@desk/schema/figures/figure-change'
import { IdFromText } from '@desk/schema/ids/ids'
import { SellPeriods, SellScope, SellStatement } from '@desk/schema/statements/sell-statement'
import {
  Fingerprint,
  Month,
  Periods,
  PeriodState,
  Statement,
  StatementFormat,
  StatementKey,
} from '@desk/schema/statements/statement'
import {
  isOneOrAll,
  isWholeSum,
  sourceSum,
  StatementChange,
  statementSpan,
  surveySum,
} from '@desk/schema/statements/statement-change'
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
/** All statements of the month together. */
const all = Schema.optionalKey(Schema.Literals(['true']))

/** `search`: a part of the name, or the id; `state`: left out, open and closed periods. */
const filter = {
  search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(200))),
  state: Schema.optionalKey(PeriodState),
}

/** Periods of the account, and what each supplier is owed in them (settlement.md §2, docs/decisions/0059). */
export class StatementsApi extends HttpApiGroup.make('statements')
  .add(
    HttpApiEndpoint.get('list', '/v1/statements', { query: { ...filter, ...pageQuery }, success: Periods }).annotate(
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
    // why it, one of its sums, or all of the month, changed between two moments (settlement.md §4)
    HttpApiEndpoint.get('changes', '/v1/statements/:month/changes', {
      params,
      query: Schema.Struct({ supplier, all, ...sourceSum, ...statementSpan }).check(
        isChangeSpan,
        isOneOrAll,
        isWholeSum,
      ),
      success: StatementChange,
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

/** Left out: projects without a business unit. */
const whose = { of: SellScope, id: Schema.optionalKey(IdFromText) }

/**
 * The charges of each client project and business unit in the periods of the account (settlement.md §2,
 * docs/decisions/0059).
 */
export class SellStatementsApi extends HttpApiGroup.make('sellStatements')
  .add(
    HttpApiEndpoint.get('list', '/v1/sell-statements', {
      query: { of: SellScope, ...filter, ...pageQuery },
      success: SellPeriods,
    }).annotate(OpenTo, 'read sell statements'),
    // one project's or business unit's month; a page of its lines
    HttpApiEndpoint.get('read', '/v1/sell-statements/:month', {
      params,
      query: { ...whose, ...pageQuery },
      success: SellStatement,
      error: NotFound,
    }).annotate(OpenTo, 'read sell statements'),
    // why it, one of its sums, or all of the month, changed between two moments (settlement.md §4)
    HttpApiEndpoint.get('changes', '/v1/sell-statements/:month/changes', {
      params,
      query: Schema.Struct({ ...whose, all, ...surveySum, ...statementSpan }).check(
        isChangeSpan,
        isOneOrAll,
        isWholeSum,
      ),
      success: StatementChange,
      error: NotFound,
    }).annotate(OpenTo, 'read sell statements'),
    // with hashes and signature, of a closed period; the answer is streamed
    HttpApiEndpoint.get('file', '/v1/sell-statements/:month/file', {
      params,
      query: { ...whose, format },
      success: Schema.String.pipe(HttpApiSchema.asText()),
      error: NotFound,
    }).annotate(OpenTo, 'read sell statements'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/**
 * The public keys of statements, for suppliers, who have no session: a holder of a statement knows the fingerprint of
 * its key.
 */
export class StatementKeysApi extends HttpApiGroup.make('statementKeys')
  .add(
    HttpApiEndpoint.get('read', '/v1/statement-keys/:fingerprint', {
      params: { fingerprint: Fingerprint },
      success: StatementKey,
      error: [...COMMON_ERRORS, NotFound],
    }).annotate(OpenTo, 'anybody'),
  )
  .middleware(DecodeFaults) {}
