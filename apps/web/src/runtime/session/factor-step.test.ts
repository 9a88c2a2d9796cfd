import { expect, test } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'
import { ApiError } from '../api/api-error.ts'
import { openFactorStep } from './factor-step.ts'

const WRONG = new ApiError({ status: 422, message: 'The code is not right.' })
const OVER = new ApiError({ status: 401, message: 'Please sign in again.' })

/** A step whose codes are answered in this order. */
function stepAnswering(...answers: readonly (string | ApiError)[]) {
  const sent: unknown[] = []
  const call = async (key: string, { payload }: { payload: unknown }) => {
    const answer = answers[sent.push([key, payload]) - 1]
    if (typeof answer !== 'string') throw answer
    return { AccessToken: answer, is_password_updated: true }
  }
  // The only call that the step makes.
  return { sent, step: openFactorStep({ call } as unknown as ApiClient) }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a wrong code says so and is asked for again; a right one gives the token', async () => {
  const { step, sent } = stepAnswering(WRONG, 'token-1')
  const seen: unknown[] = []
  step.subscribe(() => seen.push(step.question()))
  const token = step.ask('challenge-1')
  step.give('000000')
  step.give('one too many while the first is on its way')
  await settled()
  step.give('123456')
  await settled()
  expect([await token, sent, seen]).toEqual([
    'token-1',
    ['000000', '123456'].map((code) => ['signIn.giveSecondFactor', { challenge: 'challenge-1', code }]),
    [{ problem: null, isSending: false }, { problem: null, isSending: true }, { problem: 'The code is not right.', isSending: false }, { problem: null, isSending: true }, null],
  ])
})

test('a sign-in that is over ends the question, and so does whoever gives it up', async () => {
  const { step, sent } = stepAnswering(OVER)
  const first = step.ask('challenge-1')
  step.give('000000')
  await expect(first).rejects.toBe(OVER)
  const second = step.ask('challenge-2')
  step.giveUp()
  await expect(second).rejects.toThrow('No code was given. Sign in again to try once more.')
  step.give('123456')
  expect([step.question(), sent.length]).toEqual([null, 1])
})

test('the answer to a step that was left counts for nothing', async () => {
  const { step } = stepAnswering('token-1', 'token-2')
  const left = step.ask('challenge-1')
  step.give('123456')
  const next = step.ask('challenge-2')
  await expect(left).rejects.toThrow('No code was given.')
  await settled()
  expect(step.question()).toEqual({ problem: null, isSending: false })
  step.give('654321')
  expect(await next).toBe('token-2')
})
