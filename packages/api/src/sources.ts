import { SourceRow } from '@desk/schema/figures/figures'
import { IdFromText } from '@desk/schema/ids/ids'
import { RespondentPath } from '@desk/schema/respondents/explain'
import {
  LookedUpIds,
  LookedUpRespondents,
  RespondentLog,
  respondentLogFilters,
} from '@desk/schema/respondents/respondent-log'
import { LiveSource } from '@desk/schema/sources/live-source'
import { NewSource } from '@desk/schema/sources/new-source'
import { Source, SourceSurvey } from '@desk/schema/sources/source'
import { SourceAlias, SourceChanges, SourceCopy, SourceDuplication } from '@desk/schema/sources/source-form'
import { DefenderSettings, SourceTest, TestLink } from '@desk/schema/sources/source-tests'
import { StatusScope } from '@desk/schema/statuses/status'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }
const ofScope = { scope: StatusScope, id: IdFromText }
const changing = [NotFound, Conflict] as const

/**
 * Sources, and the live ones of the account: api:T7–T10, T13, T16, T17, T20, U8, U9, the source table's figures api:U2, and one respondent explained by RDUD or rid.
 * A blocked launch answers 409 with its reason; the fields sent with it stay saved, and `current` is the source as it is then.
 */
export class SourcesApi extends HttpApiGroup.make('sources')
  .add(
    HttpApiEndpoint.get('read', '/v1/survey-streams/:id', { params, success: Source, error: NotFound }).annotate(
      OpenTo,
      'open projects',
    ),
    HttpApiEndpoint.post('create', '/v1/survey-streams', {
      headers: onceHeaders,
      payload: NewSource,
      success: Source,
      error: changing,
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.put('update', '/v1/survey-streams', {
      headers: onceHeaders,
      payload: SourceChanges,
      success: Source,
      error: changing,
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.post('copy', '/v1/copystream', {
      headers: onceHeaders,
      payload: SourceCopy,
      success: Source,
      error: changing,
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.post('duplicate', '/v1/duplicate-survey-stream', {
      headers: onceHeaders,
      payload: SourceDuplication,
      success: Schema.Array(Source),
      error: changing,
    }).annotate(OpenTo, 'write studies'),
    // for users with auto_boost_access
    HttpApiEndpoint.post('alias', '/v1/survey-stream/:id/alias', {
      params,
      headers: onceHeaders,
      payload: SourceAlias,
      success: Source,
      error: changing,
    }).annotate(OpenTo, 'boost sources'),
    HttpApiEndpoint.get('survey', '/v1/survey-streams/:id/survey', {
      params,
      success: SourceSurvey,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('table', '/v1/survey-stream-metrics/:id', {
      params,
      query: pageQuery,
      success: Schema.Array(SourceRow),
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    // those of all surveys
    HttpApiEndpoint.get('live', '/v1/live-sources', { query: pageQuery, success: Schema.Array(LiveSource) }).annotate(
      OpenTo,
      'open projects',
    ),
    HttpApiEndpoint.get('testLink', '/v1/survey/stream/:id/test-survey', {
      params,
      success: TestLink,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('tests', '/v1/survey-test/:id', {
      params,
      query: pageQuery,
      success: Schema.Array(SourceTest),
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('defenderSettings', '/v1/survey/:id/defendersettings', {
      params,
      success: DefenderSettings,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('explain', '/v1/survey-streams/:id/respondent', {
      params,
      query: { find: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(200)) },
      success: RespondentPath,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    // day.md §3
    HttpApiEndpoint.get('respondents', '/v1/respondents/:scope/:id', {
      params: ofScope,
      query: { ...respondentLogFilters, limit: pageQuery.limit },
      success: RespondentLog,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    // it changes nothing: a list of ids is too long for an address
    HttpApiEndpoint.post('lookUp', '/v1/respondents/:scope/:id', {
      params: ofScope,
      payload: LookedUpIds,
      success: LookedUpRespondents,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
