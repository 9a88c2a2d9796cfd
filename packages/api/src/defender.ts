import {
  AccountDefender,
  AccountDefenderChanges,
  DefenderChanges,
  DefenderPreview,
  ProjectDefender,
  ProjectDefenderChanges,
  SurveyDefender,
} from '@desk/schema/defender/settings'
import { IdFromText } from '@desk/schema/ids/ids'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }
const headers = onceHeaders
const error = [NotFound, Conflict] as const

/** How Defender's rules are set for a project (api:P15, api:P16), for a survey (§2.44) and, by default, for the account that the session is in (docs/decisions/0058). */
export class DefenderApi extends HttpApiGroup.make('defender')
  .add(
    HttpApiEndpoint.get('ofProject', '/v1/project/:id/defender-setting', {
      params,
      success: ProjectDefender,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.post('setForProject', '/v1/project/:id/defender-setting', {
      params,
      headers,
      payload: ProjectDefenderChanges,
      success: ProjectDefender,
      error,
    }).annotate(OpenTo, 'edit the supply side'),
    // what these settings would have done: nothing is stored
    HttpApiEndpoint.post('preview', '/v1/project/:id/defender-preview', {
      params,
      payload: DefenderChanges,
      success: DefenderPreview,
      error: NotFound,
    })
      .annotate(OpenTo, 'edit the supply side')
      .annotate(KeyAccess, 'read_studies'),
    HttpApiEndpoint.get('ofSurvey', '/v1/survey/:id/defender-setting', {
      params,
      success: SurveyDefender,
      error: NotFound,
    }).annotate(OpenTo, 'read the supply side'),
    HttpApiEndpoint.post('setForSurvey', '/v1/survey/:id/defender-setting', {
      params,
      headers,
      payload: DefenderChanges,
      success: SurveyDefender,
      error,
    }).annotate(OpenTo, 'edit the supply side'),
    HttpApiEndpoint.post('previewOfSurvey', '/v1/survey/:id/defender-preview', {
      params,
      payload: DefenderChanges,
      success: DefenderPreview,
      error: NotFound,
    })
      .annotate(OpenTo, 'edit the supply side')
      .annotate(KeyAccess, 'read_studies'),
    HttpApiEndpoint.get('ofAccount', '/v1/defender-setting/byaccount/:id', {
      params,
      success: AccountDefender,
      error: NotFound,
    }).annotate(OpenTo, 'manage Defender rules'),
    HttpApiEndpoint.post('setForAccount', '/v1/defender-setting/byaccount/:id', {
      params,
      headers,
      payload: AccountDefenderChanges,
      success: AccountDefender,
      error,
    }).annotate(OpenTo, 'manage Defender rules'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
