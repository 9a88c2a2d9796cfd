import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { changeQuestion, createQuestion, deleteQuestion } from './edit-question.ts'
import * as store from './quality-questions.store.ts'

/** Quality questions of an account (§5.23), for its admins (domain.md §8). */
export const qualityQuestionHandlers = handlersOf(
  'qualityQuestions',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      list: ({ query: page }, caller) =>
        database.readAsAccount(caller.accountId, tx => store.listQuestions(tx, caller.accountId, pageOf(page))),
      create: ({ payload: form }, caller) =>
        actFor(database, caller, ['quality_question.create', form], (tx, actor) => createQuestion(tx, actor, form)),
      change: ({ params: { id }, payload: form }, caller) =>
        actFor(database, caller, ['quality_question.change', id, form], (tx, actor) =>
          changeQuestion(tx, actor, id, form),
        ),
      remove: ({ params: { id } }, caller) =>
        Effect.asVoid(
          actFor(database, caller, ['quality_question.delete', id], (tx, actor) => deleteQuestion(tx, actor, id)),
        ),
    }
  }),
)
