import type { Caller } from '@desk/api/authorization'
import type { EditedQualityQuestion } from '@desk/schema/quality-questions/quality-question'
import { Clock, Effect, type Schema } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { changeQuestion, createQuestion, deleteQuestion } from './edit-question.ts'
import * as store from './quality-questions.store.ts'

/** Quality questions of an account (§5.23), for its admins (domain.md §8). */
export const qualityQuestionHandlers = handlersOf(
  'qualityQuestions',
  Effect.gen(function* () {
    const database = yield* Database

    /** @param asked what is asked for: the same key with anything else is refused */
    const act = Effect.fn('QualityQuestions.act')(function* <Answer, Current extends Schema.Json>(
      caller: Caller,
      key: string | undefined,
      asked: readonly [what: string, ...unknown[]],
      change: (tx: Tx, asker: Actor) => Promise<Outcome<Answer, Current>>,
    ) {
      const at = new Date(yield* Clock.currentTimeMillis)
      const asker = { accountId: caller.accountId, userId: caller.user.uid, at }
      return yield* actFor(database, caller, { key, request: [JSON.stringify(asked)], at }, tx => change(tx, asker))
    })

    const change = (caller: Caller, id: number, form: EditedQualityQuestion, key: string | undefined) =>
      act(caller, key, ['quality_question.change', id, form], (tx, asker) => changeQuestion(tx, asker, id, form))

    return {
      list: ({ query: page }, caller) =>
        database.readAsAccount(caller.accountId, tx => store.listQuestions(tx, caller.accountId, pageOf(page))),
      create: ({ payload: form }, caller) =>
        act(caller, caller.idempotencyKey, ['quality_question.create', form], (tx, asker) =>
          createQuestion(tx, asker, form),
        ),
      change: ({ params, payload }, caller) => change(caller, params.id, payload, caller.idempotencyKey),
      remove: ({ params: { id } }, caller) =>
        Effect.asVoid(
          act(caller, undefined, ['quality_question.delete', id], (tx, asker) => deleteQuestion(tx, asker, id)),
        ),
    }
  }),
)
