import type {
  EditedQualityQuestion,
  QualityQuestion,
  QualityQuestionForm,
} from '@desk/schema/quality-questions/quality-question'
import type { Tx } from '#kernel/db/tx'
import { edit, make, remove, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import { unknownChoices } from '../lookups/known-choices.ts'
import * as store from './quality-questions.store.ts'

/** The most questions of an account, since respondents have to answer them. */
const QUESTIONS_MAX = 1_000
const TOO_MANY = { path: ['question'], message: `There can be at most ${QUESTIONS_MAX} questions` }

/** Makes a question, the last of its account. */
export function createQuestion(tx: Tx, actor: Actor, form: QualityQuestionForm): Promise<Outcome<QualityQuestion>> {
  const { accountId } = actor
  return make(tx, actor, {
    scope: 'quality_question',
    async lock() {
      await store.lockQuestions(tx, accountId)
      return store.countQuestions(tx, accountId)
    },
    judge: async count =>
      refusedFor(await languageFaults(tx, accountId, form.language)) ??
      refusedFor(count >= QUESTIONS_MAX ? [TOO_MANY] : []),
    write: count =>
      store.insertQuestion(tx, accountId, { language: form.language, question: form.question.trim() }, count + 1),
    facts: async id => facts(await stored(tx, accountId, id)),
    read: id => stored(tx, accountId, id),
  })
}

/** Changes a question's text and its place; a stale version refuses only the change of the text. */
export function changeQuestion(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, language, ...form }: EditedQualityQuestion,
): Promise<Outcome<QualityQuestion>> {
  const { accountId } = actor
  const question = form.question.trim()
  const isReworded = (before: QualityQuestion): boolean => language !== before.language || question !== before.question
  return edit(tx, actor, {
    scope: 'quality_question',
    noun: 'question',
    id,
    lock: () => lockQuestion(tx, accountId, id),
    judge: async before => ({
      before: { language: before.language, question: before.question, position: before.sort_order_nbr },
      after: {
        language,
        question,
        position: Math.min(form.sort_order_nbr ?? before.sort_order_nbr, await store.countQuestions(tx, accountId)),
      },
      isGuarded: isReworded(before),
    }),
    version: before => ({ seen: version, stored: before.version }),
    judgeChange: async before =>
      isReworded(before) ? refusedFor(await languageFaults(tx, accountId, language)) : undefined,
    async write({ position }, before) {
      if (isReworded(before)) await store.updateQuestion(tx, accountId, id, { language, question })
      if (position !== before.sort_order_nbr)
        await store.moveQuestion(tx, accountId, id, before.sort_order_nbr, position)
    },
    facts: async () => facts(await stored(tx, accountId, id)),
    read: () => stored(tx, accountId, id),
  })
}

/** Deletes a question; those after it move up. */
export function deleteQuestion(tx: Tx, actor: Actor, id: number): Promise<Outcome<null, never>> {
  const { accountId } = actor
  return remove(tx, actor, {
    scope: 'quality_question',
    id,
    lock: () => lockQuestion(tx, accountId, id),
    facts,
    write: before => store.deleteQuestion(tx, accountId, id, before.sort_order_nbr),
  })
}

async function lockQuestion(tx: Tx, accountId: number, id: number): Promise<QualityQuestion | undefined> {
  await store.lockQuestions(tx, accountId)
  return store.findQuestion(tx, accountId, id)
}

const facts = ({ language_name, question, sort_order_nbr }: QualityQuestion): HistoryFacts => ({
  language: language_name,
  question,
  sort_order_nbr,
})

const stored = async (tx: Tx, accountId: number, id: number): Promise<QualityQuestion> =>
  requireFound(await store.findQuestion(tx, accountId, id), 'question')

const languageFaults = (tx: Tx, accountId: number, language: number) =>
  unknownChoices(tx, accountId, [{ field: 'language', label: 'Language', list: 'language', id: language }])
