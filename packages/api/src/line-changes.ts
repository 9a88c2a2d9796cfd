import { ChangedRespondent } from '@desk/schema/figures/figure-change'
import { isLineChangeSpan, LINE_PART_FIELDS, LineChange, LineChangeQuery } from '@desk/schema/figures/line-change'
import { ReportType } from '@desk/schema/reports/report'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

const params = { type: ReportType }

/** Why a figure of a report's line, or of its total, changed between two moments (settlement.md §4, docs/decisions/0062). A figure that the view hides answers 404. */
export class LineChangesApi extends HttpApiGroup.make('lineChanges')
  .add(
    HttpApiEndpoint.get('read', '/v1/figure-changes/reports/:type', {
      params,
      query: LineChangeQuery,
      success: LineChange,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    // who makes up one part, newest first
    HttpApiEndpoint.get('respondents', '/v1/figure-changes/reports/:type/respondents', {
      params,
      query: Schema.Struct({ ...LINE_PART_FIELDS, ...pageQuery }).check(isLineChangeSpan),
      success: Schema.Array(ChangedRespondent),
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
