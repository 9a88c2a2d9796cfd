import type { Caller } from '@desk/api/authorization'
import type { EditedQualityQuestion, QualityQuestionForm } from '@desk/schema/quality-questions/quality-question'
import { Clock, Context, Effect, Layer, type Schema } from 'effect'
import { demandAdmin } from '#identity/accounts/access'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { changeQuestion, createQuestion, deleteQuestion } from './edit-question.ts'
import * as store from './quality-questions.store.ts'

const make = Effect.gen(function* () {
  const database = yield* Database

  /** Acts as an admin. @param asked what is asked for: the same key with anything else is refused */
  const act = Effect.fn('QualityQuestions.act')(function* <Answer, Current extends Schema.Json>(
    caller: Caller,
    key: string | undefined,
    asked: readonly [what: string, ...unknown[]],
    change: (tx: Tx, asker: Actor) => Promise<Outcome<Answer, Current>>,
  ) {
    yield* demandAdmin(caller)
    const at = new Date(yield* Clock.currentTimeMillis)
    const asker = { accountId: caller.accountId, userId: caller.user.uid, at }
    return yield* actFor(database, caller, { key, request: [JSON.stringify(asked)], at }, tx => change(tx, asker))
  })

  const list = (caller: Caller, page: PageQuery) =>
    Effect.andThen(
      demandAdmin(caller),
      database.readAsAccount(caller.accountId, tx => store.listQuestions(tx, caller.accountId, pageOf(page))),
    )
  const create = (caller: Caller, form: QualityQuestionForm, key: string | undefined) =>
    act(caller, key, ['quality_question.create', form], (tx, asker) => createQuestion(tx, asker, form))
  const change = (caller: Caller, id: number, form: EditedQualityQuestion, key: string | undefined) =>
    act(caller, key, ['quality_question.change', id, form], (tx, asker) => changeQuestion(tx, asker, id, form))
  const remove = (caller: Caller, id: number) =>
    Effect.asVoid(act(caller, undefined, ['quality_question.delete', id], (tx, asker) => deleteQuestion(tx, asker, id)))

  return { list, create, change, remove }
})

/** Quality questions of an account (§5.23), for its admins (domain.md §8). */
export class QualityQuestions extends Context.Service<QualityQuestions, Effect.Success<typeof make>>()(
  '@desk/platform/QualityQuestions',
) {
  static readonly layer = Layer.effect(QualityQuestions, make)
}
