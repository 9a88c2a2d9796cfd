import { wholeFromText } from '@desk/schema/ids/ids'
import { Activity, ACTIVITY_HOURS } from '@desk/schema/defender/activity'
import {
  ENDED_CURSOR,
  ENDING_PEOPLE_MAX,
  EndedRespondents,
  EndingFilters,
  EndingOverview,
} from '@desk/schema/defender/endings'
import { FoundPerson, PERSON_TEXT_MAX_LENGTH } from '@desk/schema/defender/people'
import { RespondentPath } from '@desk/schema/respondents/explain'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn, WorksOn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'

const text = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(PERSON_TEXT_MAX_LENGTH))
const hours = Schema.NumberFromString.pipe(Schema.decodeTo(Schema.Literals(ACTIVITY_HOURS)))

/**
 * A DEFENDER account's views of its respondents (§2.27): where entrants end, who a respondent is, and how busy devices
 * and addresses are.
 */
export class DefenderViewsApi extends HttpApiGroup.make('defenderViews')
  .add(
    HttpApiEndpoint.get('endings', '/v1/defender/endings', {
      query: EndingFilters.fields,
      success: EndingOverview,
    })
      .annotate(OpenTo, 'open Defender')
      .annotate(WorksOn, 'defended account')
      .annotate(KeyAccess, 'read_figures'),
    // those behind a figure of it
    HttpApiEndpoint.get('people', '/v1/defender/endings/people', {
      query: {
        ...EndingFilters.fields,
        after: Schema.optionalKey(Schema.String.check(Schema.isPattern(ENDED_CURSOR))),
        limit: Schema.optionalKey(wholeFromText(1, ENDING_PEOPLE_MAX)),
      },
      success: EndedRespondents,
    })
      .annotate(OpenTo, 'open Defender')
      .annotate(WorksOn, 'defended account'),
    // by an RDUD, a rid, a fingerprint or an address
    HttpApiEndpoint.get('search', '/v1/defender/search', { query: { text }, success: FoundPerson })
      .annotate(OpenTo, 'open Defender')
      .annotate(WorksOn, 'defended account'),
    HttpApiEndpoint.get('path', '/v1/defender/path', {
      query: { rdud: text },
      success: RespondentPath,
      error: NotFound,
    })
      .annotate(OpenTo, 'open Defender')
      .annotate(WorksOn, 'defended account'),
    HttpApiEndpoint.get('activity', '/v1/defender/activity', {
      query: { hours: Schema.optionalKey(hours) },
      success: Activity,
    })
      .annotate(OpenTo, 'open Defender')
      .annotate(WorksOn, 'defended account')
      .annotate(KeyAccess, 'read_figures'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
