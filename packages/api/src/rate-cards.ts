import { IdFromText } from '@desk/schema/ids/ids'
import { CheckedRateFile, SentFile } from '@desk/schema/rate-cards/rate-card-file'
import {
  RateCardDetail,
  RateCardForm,
  RateCardReplacement,
  RateCardRow,
  RateCardSeen,
} from '@desk/schema/rate-cards/rate-card-form'
import { readAsFields } from '@desk/schema/sent-tables/table-reading'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

/** Rate cards of the account, as CSV or XLSX (§7.29): api:C1–C4. Forms come as multipart/form-data, or as the JSON of the same names. */
export class RateCardsApi extends HttpApiGroup.make('rateCards')
  .add(
    // the newest version of each card, by name; with an id all versions of that card, newest first
    HttpApiEndpoint.get('list', '/v1/ratecard', {
      query: { ...pageQuery, rate_card_ud: Schema.optionalKey(IdFromText) },
      success: Schema.Array(RateCardRow),
      error: NotFound,
    }).annotate(OpenTo, 'read rate cards'),
    HttpApiEndpoint.post('create', '/v1/ratecard', {
      headers: onceHeaders,
      payload: RateCardForm,
      success: RateCardDetail,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage rate cards'),
    HttpApiEndpoint.put('replace', '/v1/ratecard', {
      headers: onceHeaders,
      payload: RateCardReplacement,
      success: RateCardDetail,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage rate cards'),
    // additions: withdrawn, it prices no new study and its business unit can be retired; both may be undone by the other
    HttpApiEndpoint.post('withdraw', '/v1/ratecard/:id/withdraw', {
      params: { id: IdFromText },
      headers: onceHeaders,
      payload: RateCardSeen,
      success: RateCardDetail,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage rate cards'),
    HttpApiEndpoint.post('restore', '/v1/ratecard/:id/restore', {
      params: { id: IdFromText },
      headers: onceHeaders,
      payload: RateCardSeen,
      success: RateCardDetail,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage rate cards'),
    // reads a file and stores nothing: its cells, and each fault at its cell
    HttpApiEndpoint.post('check', '/v1/ratecard/check', {
      payload: Schema.Struct({ ...readAsFields, file: SentFile }),
      success: CheckedRateFile,
    }).annotate(OpenTo, 'manage rate cards'),
    // a version with its prices
    HttpApiEndpoint.get('read', '/v1/ratecard/:id', {
      params: { id: IdFromText },
      success: RateCardDetail,
      error: NotFound,
    }).annotate(OpenTo, 'read rate cards'),
    HttpApiEndpoint.get('export', '/v1/ratecardexport/:id', {
      params: { id: IdFromText },
      query: { format: Schema.optionalKey(Schema.Literals(['csv', 'xlsx'])) },
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
      error: NotFound,
    }).annotate(OpenTo, 'read rate cards'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
