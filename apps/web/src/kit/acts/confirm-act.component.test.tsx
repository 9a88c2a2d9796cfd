import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { draw } from '#runtime/testing/draw.tsx'
import { noAnswer, refused, testDesk, type Answers, type TestDesk } from '#runtime/testing/test-desk.ts'
import { ConfirmAct } from './confirm-act.tsx'

const QUESTION = {
  title: 'Delete webhook',
  lines: ['It gets no more messages.'],
  confirmLabel: 'Delete',
  tone: 'danger',
} as const

async function asking(answers: Answers) {
  const desk = await testDesk(answers)
  const onClosed = vi.fn()
  const onDone = vi.fn()
  const drawn = await draw(
    desk,
    <ConfirmAct
      call="webhooks.remove"
      request={{ params: { id: 7 } }}
      question={QUESTION}
      onDone={onDone}
      onClosed={onClosed}
    />,
  )
  const press = (name: string) => drawn.getByRole('alertdialog').getByRole('button', { name }).click()
  return { desk, drawn, onClosed, onDone, press }
}
const keysOf = (desk: TestDesk) =>
  desk.asked.filter(({ key }) => key === 'webhooks.remove').map(({ idempotencyKey }) => idempotencyKey)

test('an act asks in its words, and calls once it is confirmed', async () => {
  const { desk, drawn, onClosed, onDone, press } = await asking({ 'webhooks.remove': undefined })
  await expect.element(drawn.getByRole('alertdialog', { name: 'Delete webhook' })).toHaveTextContent(QUESTION.lines[0])
  expect(keysOf(desk)).toEqual([])
  await press('Delete')
  await expect.poll(() => onClosed.mock.calls.length).toBe(1)
  expect(onDone).toHaveBeenCalledOnce()
  expect(keysOf(desk)).toHaveLength(1)
})

test('the journal has the act with its words and outcome, and nothing of its content and answer', async () => {
  const key = { hash_key_id: 1, ends_with: 'wxyz', made_at: '2026-11-20T12:00:00.000Z', made_by: null }
  const desk = await testDesk({ 'returnHashing.makeKey': { ...key, secret: 'secret of the answer' } })
  const onDone = vi.fn()
  const drawn = await draw(
    desk,
    <ConfirmAct
      call="returnHashing.makeKey"
      request={{ payload: { confirmation: { present_password: 'Desk-test-1' } } }}
      question={QUESTION}
      onDone={onDone}
      onClosed={() => undefined}
    />,
  )
  await drawn.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  const recorded = desk.machines.heard().filter(({ machine }) => machine.startsWith('act/'))
  expect(recorded.map(({ event }) => event.type)).toEqual(['act.answered', 'act.confirmed', 'act.requested'])
  expect(recorded.at(-1)?.event).toMatchObject({ call: 'returnHashing.makeKey', question: QUESTION })
  const states = [...desk.machines.states()]
  expect(JSON.stringify([recorded, states])).not.toMatch(/secret of the answer|Desk-test-1/)
})

test('a cancelled act calls nothing', async () => {
  const { desk, onClosed, press } = await asking({})
  await press('Cancel')
  expect(onClosed).toHaveBeenCalledOnce()
  expect(keysOf(desk)).toEqual([])
})

test('a refused act says why, and its repeat is a new intention', async () => {
  const { desk, drawn, onDone, press } = await asking({ 'webhooks.remove': refused(409, { message: 'It is busy.' }) })
  await press('Delete')
  await expect.element(drawn.getByRole('alert')).toHaveTextContent('It is busy.')
  desk.answer({ 'webhooks.remove': undefined })
  await press('Delete')
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(new Set(keysOf(desk)).size).toBe(2)
})

test.each([
  ['no answer came', noAnswer],
  ['the server failed', () => refused(503, { message: 'Not now.' })],
])('where %s, the repeat has the key of the first attempt, so that the server acts once', async (_, answer) => {
  const { desk, drawn, onDone, press } = await asking({ 'webhooks.remove': answer })
  await press('Delete')
  await expect.element(drawn.getByRole('alert')).toBeVisible()
  desk.answer({ 'webhooks.remove': undefined })
  await press('Delete')
  await expect.poll(() => onDone.mock.calls.length).toBe(1)
  expect(keysOf(desk)).toHaveLength(2)
  expect(new Set(keysOf(desk)).size).toBe(1)
})

/** An act on a version, which the screen reads again when it fails. */
function Versioned() {
  const [version, setVersion] = useState(2)
  return (
    <ConfirmAct
      call="rateCards.withdraw"
      request={{ params: { id: 7 }, payload: { version } }}
      question={QUESTION}
      onFailed={() => setVersion(3)}
      onClosed={() => undefined}
    />
  )
}

test.each([
  [
    'a stale act is confirmed for the version that the screen has by then',
    refused(409, { reason: 'stale_version' }),
    3,
  ],
  ['an unanswered act is repeated as it was', noAnswer, 2],
])('%s', async (_, answer, repeated) => {
  const desk = await testDesk({ 'rateCards.withdraw': answer })
  const drawn = await draw(desk, <Versioned />)
  const bodies = () => desk.asked.filter(({ key }) => key === 'rateCards.withdraw').map(({ body }) => body)
  const press = () => drawn.getByRole('button', { name: 'Delete' }).click()
  await press()
  await expect.element(drawn.getByRole('alert')).toBeVisible()
  await press()
  await expect.poll(bodies).toEqual([{ version: 2 }, { version: repeated }])
})
