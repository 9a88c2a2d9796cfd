import type { AssistantAnswer, AssistantProgress, AssistantSettings } from '@desk/schema/assistant/answer'
import type { FigureToken } from '@desk/schema/assistant/figure-token'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { draw } from '#runtime/testing/draw.tsx'
import { testDesk, type Answers } from '#runtime/testing/test-desk.ts'
import { AssistantScreen } from './assistant.tsx'

const SETTINGS: AssistantSettings = {
  answers_by: 'model',
  model: 'scripted-1',
  service: 'models.example.com',
  sent: ['Your question.'],
  budget: { tokens_a_month: 5_000_000, tokens_used: 12_345, questions_a_minute: 20 },
  kept_days: 30,
  offers: [{ intent: 'figure', example: 'How many completes today?' }],
  intents: [{ intent: 'figure', example: 'How many completes today?' }],
}
const FIGURE: FigureToken = {
  figure_id: 'f1',
  label: 'Completes',
  value: 1204,
  unit: 'integer',
  currency: null,
  scope: { scope: 'project', id: 7, name: 'Streaming habits' },
  range: null,
  as_of: '2026-11-25T17:00:00.000Z',
  position: null,
  formula: null,
  link: '/projects/7',
  tool_call: 0,
}
const ANSWER: AssistantAnswer = {
  conversation_id: 4,
  number: 1,
  asked_at: '2026-11-25T17:00:00.000Z',
  question: 'How is it going?',
  answered_by: 'model',
  model: 'scripted-1',
  fallback: null,
  understood: null,
  parts: [
    {
      kind: 'prose',
      pieces: [
        { kind: 'name', text: '999 completes', link: '/projects/7' },
        { kind: 'text', text: ' has ' },
        { kind: 'figure', figure: FIGURE },
        { kind: 'text', text: ' <img src=x> ![x](https://evil.example/p.png) […].' },
      ],
    },
  ],
  is_cut: true,
  tool_calls: [],
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
  testDesk({ 'assistant.settings': SETTINGS, 'assistant.list': [CONVERSATION], ...answers }, { path })

/** An answer in lines that a test sends one by one. */
function inLines() {
  const encoder = new TextEncoder()
  let to: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({ start: controller => void (to = controller) })
  return {
    response: new Response(body, { headers: { 'content-type': 'application/x-ndjson' } }),
    send: (line: AssistantProgress | AssistantAnswer) => to?.enqueue(encoder.encode(`${JSON.stringify(line)}\n`)),
    end: () => to?.close(),
  }
}

test('a model’s answer is read while it comes, and its last line stays (§7.31)', async () => {
  const lines = inLines()
  const desk = await deskWith({
    'assistant.ask': lines.response,
    'assistant.read': { ...CONVERSATION, answers: [ANSWER] },
  })
  const page = await draw(desk, <AssistantScreen />)
  await page.getByRole('textbox', { name: 'Question' }).fill('How is it going?')
  await userEvent.keyboard('{Enter}')
  const soFar = page.getByRole('status', { name: 'The answer so far' })
  await expect.element(soFar).toHaveTextContent('The model reads the question…')
  lines.send({ kind: 'call', tool: 'read_figures' })
  await expect.element(soFar).toHaveTextContent('Reading figures…')
  lines.send({
    kind: 'prose',
    pieces: [
      { kind: 'text', text: 'It has ' },
      { kind: 'figure', figure: FIGURE },
    ],
  })
  await expect.element(soFar.getByRole('link', { name: /^Completes 1,204/ })).toHaveAttribute('href', '#/projects/7')
  lines.send(ANSWER)
  lines.end()
  await expect.element(page.getByText(/Answered by scripted-1/)).toBeVisible()
  await expect.element(soFar).not.toBeInTheDocument()
  expect(desk.asked.filter(({ key }) => key === 'assistant.ask').map(({ body }) => body)).toEqual([
    { question: 'How is it going?', is_streamed: true },
  ])
})

test('Stop ends the question, and its text stays', async () => {
  let signal: AbortSignal | undefined
  const desk = await deskWith({
    'assistant.ask': asked => {
      signal = asked.signal
      return new Promise((_resolve, reject) => {
        asked.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      })
    },
  })
  const page = await draw(desk, <AssistantScreen />)
  await page.getByRole('textbox', { name: 'Question' }).fill('How is it going?')
  await userEvent.keyboard('{Enter}')
  await userEvent.click(page.getByRole('button', { name: 'Stop' }))
  await expect.poll(() => signal?.aborted).toBe(true)
  await expect.element(page.getByRole('status', { name: 'The answer so far' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Question' })).toHaveValue('How is it going?')
  expect(page.container.textContent).not.toContain('went wrong')
})

test('nothing of its words is markup, a name is quoted, removed parts are named, and the sent text is shown on request', async () => {
  const desk = await deskWith(
    {
      'assistant.read': { ...CONVERSATION, answers: [ANSWER] },
      'assistant.sent': {
        model: 'scripted-1',
        service: 'models.example.com',
        tokens: 521,
        messages: [{ role: 'user', text: 'How is <b>it</b> going?' }],
      },
    },
    '/assistant?conversation=4',
  )
  const page = await draw(desk, <AssistantScreen />)
  await expect.element(page.getByRole('link', { name: '999 completes' })).toHaveAttribute('href', '#/projects/7')
  expect(page.container.querySelector('q')?.textContent).toBe('999 completes')
  expect([page.container.querySelector('img'), page.container.querySelector('a[href^=http]')]).toEqual([null, null])
  await expect
    .element(page.getByText(/Numbers and web addresses that the desk did not give were removed/))
    .toBeVisible()
  expect(desk.asked.filter(({ key }) => key === 'assistant.sent')).toEqual([])
  await userEvent.click(page.getByText('Data sent to the model'))
  await expect.element(page.getByText('How is <b>it</b> going?')).toBeVisible()
  await expect.element(page.getByText(/521 tokens/)).toBeVisible()
  await userEvent.click(page.getByText(/Answers by scripted-1 at models.example.com/))
  await expect.element(page.getByText(/has used 12,345 of 5,000,000 tokens/)).toBeVisible()
})

test('a fallback says that the model did not answer, and why', async () => {
  const fallen: AssistantAnswer = {
    ...ANSWER,
    answered_by: 'grammar',
    fallback: 'too_slow',
    understood: 'Completes',
    parts: [],
  }
  const desk = await deskWith({ 'assistant.read': { ...CONVERSATION, answers: [fallen] } }, '/assistant?conversation=4')
  const page = await draw(desk, <AssistantScreen />)
  await expect.element(page.getByText('The model took too long, so the grammar answered.')).toBeVisible()
})
