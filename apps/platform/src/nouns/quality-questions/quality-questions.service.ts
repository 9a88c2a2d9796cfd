import type { Caller } from '@desk/api/authorization'
import type {
  EditedQualityQuestion,
  QualityQuestion,
  QualityQuestionForm,
} from '@desk/schema/quality-questions/quality-question'
import { Clock, Context, Effect, Layer, type Schema } from 'effect'
import { demandAdmin } from '#identity/accounts/access'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { actFor } from '#kernel/edits/act-for'
import { stale, type Outcome } from '#kernel/edits/outcome'
import { stillThere } from '#kernel/edits/still-there'
import { recordEdit, type HistoryFacts } from '#kernel/history/history.store'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import type { Asker } from '#statuses/change-status'
import { unknownChoices } from '../lookups/known-choices.ts'
import * as store from './quality-questions.store.ts'

/** An account has at most so many: they are asked of respondents. */
const QUESTIONS_MAX = 1_000

const facts = ({ language_name, question, sort_order_nbr }: QualityQuestion): HistoryFacts => ({
  language: language_name,
  question,
  sort_order_nbr,
})

const stored = async (tx: Tx, accountId: number, id: number): Promise<QualityQuestion> =>
  stillThere(await store.findQuestion(tx, accountId, id), 'question')
const languageFaults = (tx: Tx, accountId: number, language: number) =>
  unknownChoices(tx, accountId, [{ field: 'language', label: 'Language', list: 'language', id: language }])

async function createQuestion(
  tx: Tx,
  { accountId, userId, at }: Asker,
  form: QualityQuestionForm,
): Promise<Outcome<QualityQuestion>> {
  await store.lockQuestions(tx, accountId)
  const details = await languageFaults(tx, accountId, form.language)
  if (details.length > 0) return { kind: 'faulty', details }
  const count = await store.countQuestions(tx, accountId)
  if (count >= QUESTIONS_MAX)
    return {
      kind: 'faulty',
      details: [{ path: ['question'], message: `There can be at most ${QUESTIONS_MAX} questions` }],
    }
  const id = await store.insertQuestion(
    tx,
    accountId,
    { language: form.language, question: form.question.trim() },
    count + 1,
  )
  const answer = await stored(tx, accountId, id)
  await recordEdit(tx, {
    accountId,
    scope: 'quality_question',
    id,
    userId,
    at,
    act: 'created',
    before: {},
    after: facts(answer),
  })
  return { kind: 'done', answer }
}

async function changeQuestion(
  tx: Tx,
  { accountId, userId, at }: Asker,
  id: number,
  { version, language, ...form }: EditedQualityQuestion,
): Promise<Outcome<QualityQuestion>> {
  await store.lockQuestions(tx, accountId)
  const before = await store.findQuestion(tx, accountId, id)
  if (!before) return { kind: 'missing' }
  const question = form.question.trim()
  const position = Math.min(form.sort_order_nbr ?? before.sort_order_nbr, await store.countQuestions(tx, accountId))
  const isReworded = language !== before.language || question !== before.question
  if (isReworded) {
    if (version !== undefined && version !== before.version) return stale('question', before)
    const details = await languageFaults(tx, accountId, language)
    if (details.length > 0) return { kind: 'faulty', details }
    await store.updateQuestion(tx, accountId, id, { language, question })
  }
  if (position !== before.sort_order_nbr) await store.moveQuestion(tx, accountId, id, before.sort_order_nbr, position)
  const answer = await stored(tx, accountId, id)
  await recordEdit(tx, {
    accountId,
    scope: 'quality_question',
    id,
    userId,
    at,
    act: 'edited',
    before: facts(before),
    after: facts(answer),
  })
  return { kind: 'done', answer }
}

async function deleteQuestion(tx: Tx, { accountId, userId, at }: Asker, id: number): Promise<Outcome<null, never>> {
  await store.lockQuestions(tx, accountId)
  const before = await store.findQuestion(tx, accountId, id)
  if (!before) return { kind: 'missing' }
  await store.deleteQuestion(tx, accountId, id, before.sort_order_nbr)
  await recordEdit(tx, {
    accountId,
    scope: 'quality_question',
    id,
    userId,
    at,
    act: 'deleted',
    before: facts(before),
    after: {},
  })
  return { kind: 'done', answer: null }
}

const make = Effect.gen(function* () {
  const database = yield* Database

  /** Acts as an admin. @param asked what is asked for: the same key with anything else is refused */
  const act = Effect.fn('QualityQuestions.act')(function* <Answer, Current extends Schema.Json>(
    caller: Caller,
    key: string | undefined,
    asked: readonly [what: string, ...unknown[]],
    change: (tx: Tx, asker: Asker) => Promise<Outcome<Answer, Current>>,
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
