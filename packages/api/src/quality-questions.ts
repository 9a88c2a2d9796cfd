import { IdFromText } from '@desk/schema/ids/ids'
import {
  EditedQualityQuestion,
  QualityQuestion,
  QualityQuestionForm,
} from '@desk/schema/quality-questions/quality-question'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { id: IdFromText }

/** Quality questions of the account, in their order: api:Y1–Y4, for its admins (domain.md §8). */
export class QualityQuestionsApi extends HttpApiGroup.make('qualityQuestions')
  .add(
    HttpApiEndpoint.get('list', '/v1/quality-questions', {
      query: pageQuery,
      success: Schema.Array(QualityQuestion),
    }).annotate(OpenTo, 'manage quality questions'),
    HttpApiEndpoint.post('create', '/v1/quality-questions', {
      headers: onceHeaders,
      payload: QualityQuestionForm,
      success: QualityQuestion,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage quality questions'),
    HttpApiEndpoint.put('change', '/v1/quality-questions/:id', {
      params,
      headers: onceHeaders,
      payload: EditedQualityQuestion,
      success: QualityQuestion,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage quality questions'),
    HttpApiEndpoint.delete('remove', '/v1/quality-questions/:id', {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage quality questions'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
