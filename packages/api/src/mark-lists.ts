import {
  ListedMarks,
  MarkAdditions,
  MarkEntries,
  MarkFilters,
  MarksAdded,
  MarksChanged,
} from '@desk/schema/defender/mark-lists'
import { HistoryEntry } from '@desk/schema/history/history'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn, WorksOn } from './authorization.ts'
import { MARKS_PATH } from './body-limit.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const headers = onceHeaders
const error = [NotFound, Conflict] as const

/** The devices, addresses and networks that an account blocks or watches at its door (docs/decisions/0070). */
export class MarkListsApi extends HttpApiGroup.make('markLists')
  .add(
    HttpApiEndpoint.get('list', MARKS_PATH, {
      query: { ...MarkFilters.fields, ...pageQuery },
      success: ListedMarks,
    })
      .annotate(OpenTo, 'see the block list')
      .annotate(WorksOn, 'defended account'),
    HttpApiEndpoint.post('add', MARKS_PATH, {
      headers,
      payload: MarkAdditions,
      success: MarksAdded,
      error,
    })
      .annotate(OpenTo, 'keep the block list')
      .annotate(WorksOn, 'defended account'),
    HttpApiEndpoint.post('remove', '/v1/defender/marks/remove', {
      headers,
      payload: MarkEntries,
      success: MarksChanged,
      error,
    })
      .annotate(OpenTo, 'keep the block list')
      .annotate(WorksOn, 'defended account'),
    // how many entries came and went, newest first; the entries say which
    HttpApiEndpoint.get('history', '/v1/defender/marks/history', {
      query: pageQuery,
      success: Schema.Array(HistoryEntry),
    })
      .annotate(OpenTo, 'see the block list')
      .annotate(WorksOn, 'defended account'),
    // the undo of a removal
    HttpApiEndpoint.post('restore', '/v1/defender/marks/restore', {
      headers,
      payload: MarkEntries,
      success: MarksChanged,
      error,
    })
      .annotate(OpenTo, 'keep the block list')
      .annotate(WorksOn, 'defended account'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
