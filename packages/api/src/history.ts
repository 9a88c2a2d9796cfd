import { ChangeMark, changeMarksQuery } from '@desk/schema/history/change-mark'
import { HistoryEntry, HistoryScope } from '@desk/schema/history/history'
import { IdFromText } from '@desk/schema/ids/ids'
import { StatusScope } from '@desk/schema/statuses/status'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/** Who changed what of an object, newest first: an addition to the spec's calls. */
export class HistoryApi extends HttpApiGroup.make('history')
  .add(
    HttpApiEndpoint.get('read', '/v1/history/:scope/:id', {
      params: { scope: HistoryScope, id: IdFromText },
      query: pageQuery,
      success: Schema.Array(HistoryEntry),
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(KeyAccess, 'admin'),
    // of the object and those below it, for its chart (day.md §3)
    HttpApiEndpoint.get('marks', '/v1/change-marks/:scope/:id', {
      params: { scope: StatusScope, id: IdFromText },
      query: changeMarksQuery,
      success: Schema.Array(ChangeMark),
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'admin'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
