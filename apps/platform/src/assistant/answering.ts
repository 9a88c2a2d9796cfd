import type { AssistantBudget, AssistantProgress, FallbackReason, SentToModel } from '@desk/schema/assistant/answer'
import { Effect, Result } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { openEgress } from '#kernel/egress/egress'
import type { AnswerDraft } from './draft.ts'
import { answerByGrammar, asksForChange, type Asking } from './grammar/answer.ts'
import { answerByModel, QUESTION_TOKENS_MAX, type ModelUse } from './model/answer-by-model.ts'
import { findBudget, reserve, settle } from './model/budget.store.ts'
import { ChatService } from './model/chat-service.ts'
import { ModelFault } from './model/model-fault.ts'

/** An answer, and what left the desk for it; null: nothing did. */
interface Answered {
  readonly draft: AnswerDraft
  readonly sent: SentToModel | null
}

interface AskedHow {
  /** The questions before it in the conversation, oldest first. */
  readonly before: readonly string[]
  /** A reader waits for the answer as it streams: it may then take as long as the setting says. */
  readonly isStreamed: boolean
  readonly tell: (progress: AssistantProgress) => void
}

/** Below the time after which the gateway takes a silent platform for one that failed. */
const SILENT_MAX_MS = 25_000
const CONNECTIONS = 32
/** An operator's own address may be any: no one else can name one. */
const ANYWHERE = ['0.0.0.0/0', '::/0']

/** How questions are answered: by the configured model, within the account's budget, else by the grammar. */
export const answering = Effect.gen(function* () {
  const database = yield* Database
  const { modelService: settings = null } = yield* PlatformConfig
  const service =
    settings === null
      ? null
      : new ChatService(
          settings,
          yield* Effect.acquireRelease(
            Effect.sync(() =>
              openEgress({ networks: ANYWHERE, timeoutMs: settings.timeoutMs, connections: CONNECTIONS }),
            ),
            opened => Effect.promise(() => opened.close()),
          ),
        )

  const byGrammar = (asking: Asking, fallback: FallbackReason | null): Effect.Effect<AnswerDraft> =>
    Effect.map(answerByGrammar(asking), draft => ({
      ...draft,
      fallback,
      ...(fallback === null || settings === null ? {} : { model: settings.model }),
    }))

  return {
    /** The model and the host of its service; null: none is configured. */
    service: service === null ? null : { model: service.model, host: service.host },
    /** An account's limits and use of the model; null: none is configured. */
    budget: (accountId: number, at: Date) =>
      settings === null
        ? Effect.succeed<AssistantBudget | null>(null)
        : database.readAsAccount(accountId, (tx): Promise<AssistantBudget | null> =>
            findBudget(tx, accountId, at, settings),
          ),
    answer: Effect.fn('Assistant.answer')(function* (asked: Asking, { before, isStreamed, tell }: AskedHow) {
      const asking: Asking = { ...asked, before }
      // a change is proposed by the person's own words alone, which nothing that a model reads can turn
      if (service === null || settings === null || asksForChange(asking))
        return { draft: yield* byGrammar(asking, null), sent: null } satisfies Answered
      const { caller, at, question, zone } = asking
      const { accountId } = caller
      const use: ModelUse = { tokens: 0, sent: [] }
      const timeoutMs = isStreamed ? settings.timeoutMs : Math.min(settings.timeoutMs, SILENT_MAX_MS)
      const outcome = yield* Effect.acquireUseRelease(
        database.asAccount(accountId, tx =>
          reserve(tx, accountId, { at, tokens: QUESTION_TOKENS_MAX, defaults: settings }),
        ),
        limit =>
          limit === null
            ? Effect.result(
                answerByModel({
                  ...asking,
                  question: question.question,
                  projectId: question.pm_proj_ud,
                  zone,
                  before,
                  service,
                  use,
                  tell,
                }).pipe(
                  Effect.timeoutOrElse({
                    duration: timeoutMs,
                    orElse: () => Effect.fail(new ModelFault('too_slow')),
                  }),
                ),
              )
            : Effect.succeed(Result.fail(new ModelFault(limit))),
        limit =>
          limit === null
            ? Effect.ignore(
                database.asAccount(accountId, tx =>
                  settle(tx, accountId, {
                    at,
                    reserved: QUESTION_TOKENS_MAX,
                    used: Math.min(use.tokens, QUESTION_TOKENS_MAX),
                  }),
                ),
              )
            : Effect.void,
      )
      const sent: SentToModel | null =
        use.sent.length === 0
          ? null
          : { model: service.model, service: service.host, tokens: use.tokens, messages: use.sent }
      if (Result.isFailure(outcome)) return { draft: yield* byGrammar(asking, outcome.failure.reason), sent }
      return { draft: { ...outcome.success, model: service.model }, sent }
    }),
  }
})
