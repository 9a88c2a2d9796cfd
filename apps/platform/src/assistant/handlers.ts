import type { Caller } from '@desk/api/authorization'
import { Conflict } from '@desk/api/errors'
import {
  CONVERSATION_MESSAGES_MAX,
  type AssistantAnswer,
  type AssistantQuestion,
  type AssistantSettings,
} from '@desk/schema/assistant/answer'
import { Clock, Effect } from 'effect'
import { JOURNAL_DAYS_DEFAULT } from '#kernel/config/defaults'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { findZoneName } from '#nouns/lookups/lookups.store'
import {
  findConversation,
  insertAnswer,
  insertConversation,
  listAnswers,
  listConversations,
  lockConversation,
  removeConversation,
  type Owner,
} from './conversations.store.ts'
import { Desk } from './desk.ts'
import { answerByGrammar } from './grammar/answer.ts'
import { knownIntents } from './grammar/intents.ts'
import { offersFor } from './grammar/offers.ts'
import { inView } from './in-view.ts'

const TITLE_MAX_LENGTH = 120

const ownerOf = ({ accountId, user }: Caller): Owner => ({ accountId, userId: user.uid })

/** The assistant (§1.4, api:E3, docs/decisions/0072). */
export const assistantHandlers = handlersOf(
  'assistant',
  Effect.gen(function* () {
    const database = yield* Database
    const { calls } = yield* Desk
    const { journalDays = JOURNAL_DAYS_DEFAULT } = yield* PlatformConfig

    /** Refuses a question to a conversation that is not the caller's, or has come to its end. */
    const demandRoom = Effect.fn('Assistant.demandRoom')(function* (caller: Caller, id: number | undefined) {
      if (id === undefined) return
      const found = yield* orNotFound(
        yield* database.readAsAccount(caller.accountId, tx => findConversation(tx, ownerOf(caller), id)),
      )
      if (found.messages >= CONVERSATION_MESSAGES_MAX)
        return yield* new Conflict({
          message: `A conversation holds ${CONVERSATION_MESSAGES_MAX} questions. Please begin a new one.`,
          reason: 'conversation_full',
          current: null,
        })
    })

    const ask = Effect.fn('Assistant.ask')(function* (question: AssistantQuestion, caller: Caller) {
      yield* demandRoom(caller, question.conversation_id)
      const at = new Date(yield* Clock.currentTimeMillis)
      const zone = yield* database.readAsAccount(caller.accountId, tx => findZoneName(tx, caller.user.user_time_zone))
      const draft = yield* answerByGrammar({ calls, caller, question, at, zone: zone ?? 'UTC' })
      const owner = ownerOf(caller)
      const stored = yield* database.asAccount(caller.accountId, async (tx): Promise<AssistantAnswer | undefined> => {
        const id =
          question.conversation_id ??
          (await insertConversation(tx, owner, question.question.slice(0, TITLE_MAX_LENGTH), at))
        const conversation = await lockConversation(tx, owner, id)
        if (conversation === undefined) return undefined
        const answer: AssistantAnswer = {
          conversation_id: id,
          number: conversation.messages + 1,
          asked_at: at.toISOString(),
          question: question.question,
          ...draft,
        }
        await insertAnswer(tx, owner, answer, caller.view === 'internal')
        return answer
      })
      return yield* orNotFound(stored)
    })

    return {
      ask: ({ payload }, caller) => ask(payload, caller),
      settings: (_sent, caller) =>
        Effect.map(
          offersFor(caller, calls),
          offers =>
            ({
              answers_by: 'grammar',
              model: null,
              service: null,
              sent: [],
              kept_days: journalDays,
              offers,
              intents: knownIntents(caller.view),
            }) satisfies AssistantSettings,
        ),
      list: ({ query }, caller) =>
        database.readAsAccount(caller.accountId, tx => listConversations(tx, ownerOf(caller), pageOf(query))),
      read: Effect.fn('Assistant.read')(function* ({ params: { id } }, caller) {
        const found = yield* database.readAsAccount(caller.accountId, async tx => {
          const conversation = await findConversation(tx, ownerOf(caller), id)
          return conversation && { ...conversation, answers: await listAnswers(tx, caller.accountId, id) }
        })
        const { answers, ...conversation } = yield* orNotFound(found)
        return { ...conversation, answers: answers.map(stored => inView(stored, caller.view)) }
      }),
      remove: Effect.fn('Assistant.remove')(function* ({ params: { id } }, caller) {
        const isRemoved = yield* database.asAccount(caller.accountId, tx => removeConversation(tx, ownerOf(caller), id))
        yield* orNotFound(isRemoved ? id : undefined)
      }),
    }
  }),
)
