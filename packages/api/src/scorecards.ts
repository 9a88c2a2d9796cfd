import { ScorecardFilters, Scorecards, Trend, TrendFilters } from '@desk/schema/defender/scorecard'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn, WorksOn } from './authorization.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/** How right Defender is (defender.md §2): its rules, sources and suppliers measured by reconciliations, and its shares by week. */
export class ScorecardsApi extends HttpApiGroup.make('scorecards')
  .add(
    HttpApiEndpoint.get('read', '/v1/defender/scorecards', {
      query: { ...ScorecardFilters.fields, by: Schema.optionalKey(Schema.Literals(['rule', 'source'])), ...pageQuery },
      success: Scorecards,
    })
      .annotate(OpenTo, 'read scorecards')
      .annotate(WorksOn, 'defended account')
      .annotate(KeyAccess, 'read_figures'),
    // of suppliers, or of what one of them sends
    HttpApiEndpoint.get('suppliers', '/v1/defender/suppliers', {
      query: {
        ...ScorecardFilters.fields,
        by: Schema.optionalKey(Schema.Literals(['supplier', 'source', 'rule'])),
        supplier: Schema.optionalKey(IdFromText),
        ...pageQuery,
      },
      success: Scorecards,
    })
      .annotate(OpenTo, 'see the supply side')
      .annotate(WorksOn, 'defended account')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('trend', '/v1/defender/trends', { query: TrendFilters.fields, success: Trend })
      .annotate(OpenTo, 'read scorecards')
      .annotate(WorksOn, 'defended account')
      .annotate(KeyAccess, 'read_figures'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
