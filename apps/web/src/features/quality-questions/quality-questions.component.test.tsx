import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { QualityQuestion } from '@desk/schema/quality-questions/quality-question'
import { expect, test } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { QualityQuestionsScreen } from './quality-questions.tsx'

const numbered = (names: readonly string[]): QualityQuestion[] =>
  names.map((question, at) => ({
    pm_q_uid: question.charCodeAt(0),
    question,
    language: 37,
    language_name: 'English',
    sort_order_nbr: at + 1,
    version: 1,
  }))

async function listed(answers: Answers = {}) {
  const held = Promise.withResolvers<void>()
  let stored = numbered(['A', 'B', 'C'])
  const desk = await testDesk(
    {
      'qualityQuestions.list': () => stored,
      'qualityQuestions.change': async ({ url, body }) => {
        await held.promise
        const { sort_order_nbr: to } = body as { readonly sort_order_nbr: number }
        const from = stored.findIndex(({ pm_q_uid: id }) => url.pathname.endsWith(`/${id}`))
        const names = stored.map(({ question }) => question)
        stored = numbered(names.toSpliced(from, 1).toSpliced(to - 1, 0, names[from] ?? ''))
        return stored[to - 1] ?? refused(404, {})
      },
      'lookups.languages': [],
      ...answers,
    },
    { user: { ...SAMPLE_USER, role_id: 1 } },
  )
  const page = await draw(desk, <QualityQuestionsScreen />)
  const rows = page.getByRole('row', { name: /^\d/ })
  await expect.element(rows.first()).toBeVisible()
  return {
    answer: held.resolve,
    press: (name: string) => page.getByRole('button', { name }).click(),
    order: () => rows.elements().map(row => row.querySelector('td:nth-of-type(2)')?.textContent),
    moves: () =>
      desk.asked.flatMap(({ key, body, idempotencyKey }) =>
        key === 'qualityQuestions.change' ? [{ ...(body as { sort_order_nbr: number }), idempotencyKey }] : [],
      ),
  }
}

test('moves that are pressed faster than they are answered are sent one after the other, each under its own key', async () => {
  const { answer, press, order, moves } = await listed()
  for (const name of ['Move question 1 down', 'Move question 2 up', 'Move question 1 down']) await press(name)
  await expect.poll(order).toEqual(['B', 'A', 'C'])
  expect(moves()).toHaveLength(1)
  answer()
  await expect.poll(() => moves().map(({ sort_order_nbr: to }) => to)).toEqual([2, 1, 2])
  expect(new Set(moves().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
})

test('a move that fails is set back', async () => {
  const { press, order, moves } = await listed({ 'qualityQuestions.change': refused(409, { message: 'Not now.' }) })
  await press('Move question 1 down')
  await expect.poll(() => moves().length).toBe(1)
  await expect.poll(order).toEqual(['A', 'B', 'C'])
})
