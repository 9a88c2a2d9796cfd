import { IdFromText } from '@desk/schema/ids/ids'
import { SEARCH_TEXT_MAX_LENGTH, SearchAnswer } from '@desk/schema/search/search'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'

/** Finds projects, surveys, sources, suppliers and qualifications by name, number or id, and respondents by RDUD or rid: an addition to the spec's calls. */
export class SearchApi extends HttpApiGroup.make('search')
  .add(
    HttpApiEndpoint.get('find', '/v1/search', {
      query: {
        text: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(SEARCH_TEXT_MAX_LENGTH)),
        /** The page that the caller is on: hits within it come first. */
        pm_proj_ud: Schema.optionalKey(IdFromText),
        pm_sy_ud: Schema.optionalKey(IdFromText),
      },
      success: SearchAnswer,
    }).annotate(OpenTo, 'open projects'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
