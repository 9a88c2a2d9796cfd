import {
  AssistantAnswer,
  AssistantQuestion,
  AssistantSettings,
  Conversation,
  ConversationDetail,
  SentToModel,
  answerParams,
  conversationParams as params,
} from '@desk/schema/assistant/answer'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/**
 * The assistant (§1.4, §7.31, api:E3): a question and its answer; a user's conversations, which no one else sees; and
 * the model that answers.
 */
export class AssistantApi extends HttpApiGroup.make('assistant')
  .add(
    // 409: conversation_full
    HttpApiEndpoint.post('ask', '/v1/llm', {
      payload: AssistantQuestion,
      success: AssistantAnswer,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.get('settings', '/v1/llm/settings', { success: AssistantSettings })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.get('list', '/v1/llm/conversations', { query: pageQuery, success: Schema.Array(Conversation) })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.get('read', '/v1/llm/conversations/:id', {
      params,
      success: ConversationDetail,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    // what left the desk for one of its answers; 404 as well where nothing did
    HttpApiEndpoint.get('sent', '/v1/llm/conversations/:id/answers/:number/sent', {
      params: answerParams,
      success: SentToModel,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.delete('remove', '/v1/llm/conversations/:id', {
      params,
      success: HttpApiSchema.NoContent,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
