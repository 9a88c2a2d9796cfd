import { SourceRow } from '@desk/schema/figures/figures'
import { IdFromText } from '@desk/schema/ids/ids'
import { RespondentPath } from '@desk/schema/respondents/explain'
import { Source, SourceSurvey } from '@desk/schema/sources/source'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'

/** Sources: api:T7, T10, the source table's figures api:U2, and one respondent explained by RDUD or rid. */
export class SourcesApi extends HttpApiGroup.make('sources')
  .add(
    HttpApiEndpoint.get('read', '/v1/survey-streams/:id', { params: { id: IdFromText }, success: Source, error: NotFound }),
    HttpApiEndpoint.get('survey', '/v1/survey-streams/:id/survey', { params: { id: IdFromText }, success: SourceSurvey, error: NotFound }),
    HttpApiEndpoint.get('table', '/v1/survey-stream-metrics/:id', { params: { id: IdFromText }, query: pageQuery, success: Schema.Array(SourceRow), error: NotFound }),
    HttpApiEndpoint.get('explain', '/v1/survey-streams/:id/respondent', {
      params: { id: IdFromText },
      query: { find: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)) },
      success: RespondentPath,
      error: NotFound,
    }),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
