import {
  CHANGE_PART_FIELDS,
  ChangedRespondent,
  ChangeQuery,
  FigureChange,
  isChangeSpan,
} from '@desk/schema/figures/figure-change'
import { IdFromText } from '@desk/schema/ids/ids'
import { StatusScope } from '@desk/schema/statuses/status'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

const params = { scope: StatusScope, id: IdFromText }

/** Why a figure of a source, of one of its sub-quotas, of a survey or project changed between two moments (settlement.md §4, docs/decisions/0062). A figure that the view hides answers 404. */
export class FigureChangesApi extends HttpApiGroup.make('figureChanges')
  .add(
    HttpApiEndpoint.get('read', '/v1/figure-changes/:scope/:id', {
      params,
      query: ChangeQuery,
      success: FigureChange,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    // who makes up one part, newest first
    HttpApiEndpoint.get('respondents', '/v1/figure-changes/:scope/:id/respondents', {
      params,
      query: Schema.Struct({ ...CHANGE_PART_FIELDS, ...pageQuery }).check(isChangeSpan),
      success: Schema.Array(ChangedRespondent),
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
