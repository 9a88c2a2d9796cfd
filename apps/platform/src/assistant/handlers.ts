import type { Caller } from '@desk/api/authorization'
import { Conflict } from '@desk/api/errors'
import {
  CONVERSATION_MESSAGES_MAX,
  type AssistantAnswer,
  type AssistantProgress,
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
  type StoredAnswer,
} from './conversations.store.ts'
import { answering } from './answering.ts'
import { Desk } from './desk.ts'
import { knownIntents } from './grammar/intents.ts'
import { offersFor } from './grammar/offers.ts'
import { inLines } from './in-lines.ts'
import { earlierQuestions, findSent, keepSent } from './model/chat.store.ts'
import type { StreamViewType } from '@desk/schema/users/current-user'

/** The replacement for a text that a view may no longer see. */
const WITHHELD = 'This was answered while you had the advanced view. Ask again to see what your present view shows.'

/** A stored answer as a view may see it: one that was given in the internal view is withheld from the external one (domain.md §4). */
function inView({ isInternalView, answer }: StoredAnswer, view: StreamViewType): AssistantAnswer {
  if (!isInternalView || view === 'internal') return answer
  return {
    ...answer,
    // it contains names that only the internal view has
    understood: answer.understood === null ? null : 'a question in the advanced view',
    parts: [{ kind: 'text', text: WITHHELD }],
    tool_calls: [],
    proposals: [],
    closest: [],
  }
}

const TITLE_MAX_LENGTH = 120
const WAITING: AssistantProgress = { kind: 'waiting' }

/** The data sent from the desk for a model's answer. */
const SENT: readonly string[] = [
  'Your question, and up to six questions before it in the conversation.',
  'The time, your time zone, and the number of the project that you are on.',
  'The results of the tools, as your own screens show them: figures, statuses, changes, and the names, notes and ids in them.',
  'Never your session, your mail address, other accounts’ data, or columns that your view hides. Each answer shows the data sent for it.',
  'Changes are not left to the model: the desk proposes them by your own words, and you confirm them.',
]

const conversationFull = (): Conflict =>
  new Conflict({
    message: `A conversation holds ${CONVERSATION_MESSAGES_MAX} questions. Please begin a new one.`,
    reason: 'conversation_full',
    current: null,
  })

const ownerOf = ({ accountId, user }: Caller): Owner => ({ accountId, userId: user.uid })

/** The assistant (§1.4, api:E3, docs/decisions/0072). */
export const assistantHandlers = handlersOf(
  'assistant',
  Effect.gen(function* () {
    const database = yield* Database
    const { calls } = yield* Desk
    const answers = yield* answering
    const { journalDays = JOURNAL_DAYS_DEFAULT } = yield* PlatformConfig

    /** Refuses a question to a conversation that is not the caller's, or has come to its end. */
    const demandRoom = Effect.fn('Assistant.demandRoom')(function* (caller: Caller, id: number | undefined) {
      if (id === undefined) return
      const found = yield* orNotFound(
        yield* database.readAsAccount(caller.accountId, tx => findConversation(tx, ownerOf(caller), id)),
      )
      if (found.messages >= CONVERSATION_MESSAGES_MAX) return yield* conversationFull()
    })

    const ask = Effect.fn('Assistant.ask')(function* (
      question: AssistantQuestion,
      caller: Caller,
      tell: (progress: AssistantProgress) => void,
    ) {
      const at = new Date(yield* Clock.currentTimeMillis)
      const owner = ownerOf(caller)
      const { conversation_id: conversationId, is_streamed: isStreamed = false } = question
      const { zone, before } = yield* database.readAsAccount(caller.accountId, async tx => ({
        zone: await findZoneName(tx, caller.user.user_time_zone),
        before: conversationId === undefined ? [] : await earlierQuestions(tx, owner, conversationId),
      }))
      const { draft, sent } = yield* answers.answer(
        { calls, caller, question, at, zone: zone ?? 'UTC' },
        { before, isStreamed, tell },
      )
      const stored = yield* database.asAccount(
        caller.accountId,
        async (tx): Promise<AssistantAnswer | 'full' | undefined> => {
          const id =
            conversationId ?? (await insertConversation(tx, owner, question.question.slice(0, TITLE_MAX_LENGTH), at))
          const conversation = await lockConversation(tx, owner, id)
          if (conversation === undefined) return undefined
          // others were asked at the same time
          if (conversation.messages >= CONVERSATION_MESSAGES_MAX) return 'full'
          const answer: AssistantAnswer = {
            conversation_id: id,
            number: conversation.messages + 1,
            asked_at: at.toISOString(),
            question: question.question,
            ...draft,
          }
          await insertAnswer(tx, owner, answer, caller.view === 'internal')
          if (sent !== null) await keepSent(tx, caller.accountId, { conversationId: id, number: answer.number, sent })
          return answer
        },
      )
      return yield* stored === 'full' ? conversationFull() : orNotFound(stored)
    })

    return {
      ask: Effect.fn('Assistant.answerQuestion')(function* ({ payload }, caller) {
        yield* demandRoom(caller, payload.conversation_id)
        return payload.is_streamed === true && answers.service !== null
          ? inLines<AssistantProgress, AssistantAnswer, unknown>(tell => ask(payload, caller, tell), WAITING)
          : yield* ask(payload, caller, () => {})
      }),
      settings: Effect.fn('Assistant.settings')(function* (_sent, caller) {
        const budget = yield* answers.budget(caller.accountId, new Date(yield* Clock.currentTimeMillis))
        const { service } = answers
        const isOn = budget !== null && budget.tokens_a_month > 0 && budget.questions_a_minute > 0
        return {
          answers_by: isOn ? 'model' : 'grammar',
          model: service?.model ?? null,
          service: service?.host ?? null,
          sent: isOn ? SENT : [],
          budget,
          kept_days: journalDays,
          offers: yield* offersFor(caller, calls),
          intents: knownIntents(caller.view),
        } satisfies AssistantSettings
      }),
      sent: Effect.fn('Assistant.sent')(function* ({ params: { id, number } }, caller) {
        const { isInternalView, sent } = yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => findSent(tx, ownerOf(caller), id, number)),
        )
        return isInternalView && caller.view !== 'internal'
          ? { ...sent, messages: [{ role: 'system' as const, text: WITHHELD }] }
          : sent
      }),
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
