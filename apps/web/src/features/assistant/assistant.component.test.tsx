import type { AssistantAnswer, AssistantSettings } from '@desk/schema/assistant/answer'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { refused, testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { AssistantScreen } from './assistant.tsx'

const SETTINGS: AssistantSettings = {
  answers_by: 'grammar',
  model: null,
  service: null,
  sent: [],
  budget: null,
  kept_days: 30,
  offers: [{ intent: 'figure', example: 'How many completes today?' }],
  intents: [{ intent: 'propose.status', example: 'Pause source “Main”' }],
}
const ANSWER: AssistantAnswer = {
  conversation_id: 4,
  number: 1,
  asked_at: '2026-11-25T17:00:00.000Z',
  question: 'How many completes today?',
  answered_by: 'grammar',
  fallback: null,
  understood: 'completes of the account, today',
  parts: [
    { kind: 'text', text: 'The account has <img src=x onerror=alert(1)> these:' },
    {
      kind: 'figure',
      figure: {
        figure_id: 'f1',
        label: 'Completes',
        value: 1204,
        unit: 'integer',
        currency: null,
        scope: { scope: 'account', id: null, name: 'Acme' },
        range: { from: '2026-11-25T05:00:00.000Z', to: null },
        as_of: '2026-11-25T17:00:00.000Z',
        position: null,
        formula: null,
        link: '/reports/hours?days=1',
        tool_call: 0,
      },
    },
  ],
  is_cut: false,
  tool_calls: [
    {
      tool: 'read_figures',
      arguments: { scope: 'account' },
      summary: '1 figure',
      link: '/reports/hours',
      is_refused: false,
    },
  ],
  proposals: [],
  closest: [],
}
const CONVERSATION = {
  conversation_id: 4,
  title: ANSWER.question,
  messages: 1,
  began_at: ANSWER.asked_at,
  last_at: ANSWER.asked_at,
}

const deskWith = (answers: Answers, path = '/assistant') =>
  testDesk({ 'assistant.settings': SETTINGS, 'assistant.list': [], ...answers }, { path })

test('a question that is offered is asked, and its answer has the figure with the screen that shows it (api:E3)', async () => {
  const desk = await deskWith({
    'assistant.ask': ANSWER,
    'assistant.read': { ...CONVERSATION, answers: [ANSWER] },
  })
  const page = await draw(desk, <AssistantScreen />)
  await userEvent.click(page.getByText('Sample Desk answers by itself. No data leaves it.'))
  await expect.element(page.getByText(/they go 30 days after their last question/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'How many completes today?' }))
  const figure = page.getByRole('link', { name: /^Completes 1,204/ })
  await expect.element(figure).toHaveAttribute('href', '#/reports/hours?days=1')
  await expect.element(page.getByText('Understood as: completes of the account, today')).toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'assistant.ask').map(({ body }) => body)).toEqual([
    { question: 'How many completes today?' },
  ])
  // what an answer says is text, whatever it holds
  expect(page.container.querySelector('img')).toBeNull()
})

test('what it rests on is folded in the desk and open in the labs', async () => {
  const answers = { 'assistant.list': [CONVERSATION], 'assistant.read': { ...CONVERSATION, answers: [ANSWER] } }
  const folded = await draw(await deskWith(answers, '/assistant?conversation=4'), <AssistantScreen />)
  await expect.element(folded.getByText('Based on (1)')).toBeVisible()
  await expect.element(folded.getByText('1 figure')).not.toBeVisible()
  await folded.unmount()
  const open = await draw(await deskWith(answers, '/labs-1/chat?conversation=4'), <AssistantScreen isUnfolded />)
  await expect.element(open.getByText('1 figure')).toBeVisible()
})

test('a question that is not understood offers the closest ones, and a refusal leaves its text in the field', async () => {
  const unknown: AssistantAnswer = {
    ...ANSWER,
    understood: null,
    parts: [],
    tool_calls: [],
    closest: [{ intent: 'figure', example: 'How many completes today?' }],
  }
  const desk = await deskWith({
    'assistant.ask': refused(429, { message: 'Please wait 5 seconds.' }),
    'assistant.read': { ...CONVERSATION, answers: [unknown] },
  })
  const page = await draw(desk, <AssistantScreen />)
  const field = page.getByRole('textbox', { name: 'Question' })
  await field.fill('wherefore')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription(/Please wait 5 seconds/)
  await expect.element(field).toHaveValue('wherefore')
  desk.answer({ 'assistant.ask': unknown })
  await userEvent.click(page.getByRole('button', { name: 'Ask', exact: true }))
  await expect.element(page.getByText('Sample Desk did not understand the question.')).toBeVisible()
  const closest = page.getByRole('group', { name: 'Questions that come closest' })
  await expect.element(closest.getByRole('button', { name: 'How many completes today?' })).toBeVisible()
})

test('a conversation is deleted once that is confirmed', async () => {
  const desk = await deskWith({
    'assistant.list': [CONVERSATION],
    'assistant.remove': () => {
      desk.answer({ 'assistant.list': [] })
      return undefined
    },
  })
  const page = await draw(desk, <AssistantScreen />)
  await userEvent.click(page.getByRole('button', { name: 'Delete How many completes today?' }))
  await userEvent.click(page.getByRole('button', { name: 'Delete', exact: true }))
  await expect.element(page.getByRole('navigation', { name: 'Conversations' })).not.toBeInTheDocument()
  expect(desk.asked.filter(({ key }) => key === 'assistant.remove').map(({ url }) => url.pathname)).toEqual([
    '/v1/llm/conversations/4',
  ])
})

test('a proposed status lists what its confirmation says (domain.md §2, §3)', async () => {
  const notes = ['No traffic yet: the survey is a draft.', 'North: no redirect for completes.']
  const proposal = {
    kind: 'status',
    title: 'Set the status to Live',
    scope: { scope: 'source', id: 7, name: 'Main' },
    link: '/projects/1/survey/2/streams?only=7',
    change: { scope: 'source', id: 7, statusid: 1 },
    version: 3,
    idempotency_key: 'assistant-1',
  } as const
  const other = { ...proposal, idempotency_key: 'assistant-2', title: 'Change the target' }
  const answers = [{ ...ANSWER, proposals: [{ ...proposal, notes }, other] }]
  const desk = await deskWith({ 'assistant.read': { ...CONVERSATION, answers } }, '/assistant?conversation=4')
  const page = await draw(desk, <AssistantScreen />)
  const said = page.getByRole('list', { name: 'Set the status to Live' }).getByRole('listitem')
  await expect.element(said.nth(1)).toBeVisible()
  expect(said.elements().map(({ textContent }) => textContent)).toEqual(notes)
  await expect.element(page.getByRole('list', { name: 'Change the target' })).not.toBeInTheDocument()
})
