import { Dispute, DisputeDecision, DisputeForm, Disputes, DisputeState } from '@desk/schema/disputes/dispute'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

/** Disputes about rejected completes (settlement.md §2, docs/decisions/0067); the supplier raises its own by its link. */
export class DisputesApi extends HttpApiGroup.make('disputes')
  .add(
    // those that wait first, by when they lapse; then the others, newest first
    HttpApiEndpoint.get('list', '/v1/disputes', {
      query: {
        state: Schema.optionalKey(DisputeState),
        supplier: Schema.optionalKey(IdFromText),
        ...pageQuery,
      },
      success: Disputes,
    }).annotate(OpenTo, 'read statements'),
    // for the supplier, by the buyer; 404: the account has no rejected complete of this RDUD; 409: one_round
    HttpApiEndpoint.post('raise', '/v1/disputes', {
      headers: onceHeaders,
      payload: DisputeForm,
      success: Dispute,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'decide disputes'),
    // overturned: the ledger accepts the respondent, in the same transaction; 409: already_decided, stale_version, rows_changed
    HttpApiEndpoint.post('decide', '/v1/disputes/:id/decide', {
      params: { id: IdFromText },
      headers: onceHeaders,
      payload: DisputeDecision,
      success: Dispute,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'decide disputes'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
