import { expect, test, vi } from 'vitest'
import { ApiError } from '#runtime/api/api-error.ts'
import { askIdentity } from './identity-question.ts'
import { NotConfirmed } from './not-confirmed.ts'

const CONFIRMATION = { present_password: 'Present-pass-1' }

function asked() {
  const settled = vi.fn()
  const answers: { take: (answer: string) => void; refuse: (why: unknown) => void }[] = []
  const call = vi.fn(() => new Promise<string>((take, refuse) => void answers.push({ take, refuse })))
  const recorder = { instanceOf: (machine: string) => machine, record: () => undefined }
  return { ...askIdentity(recorder, call, settled), settled, answers, call }
}

test('an Escape that comes while the call is under way takes nothing back: what the server says counts (S8)', async () => {
  const { attempt, giveUp, answer, settled, answers } = asked()
  attempt(CONFIRMATION)
  giveUp()
  expect(settled).not.toHaveBeenCalled()
  answers[0]?.take('saved')
  await expect(answer).resolves.toBe('saved')
  expect(settled).toHaveBeenCalledTimes(1)
})

test('a wrong password is asked for again, and may be given up then (S8)', async () => {
  const { attempt, giveUp, answer, settled, answers, failure } = asked()
  const wrong = new ApiError({
    status: 400,
    message: 'No',
    details: [{ path: ['confirmation', 'present_password'], message: 'This is not your password.' }],
  })
  attempt(CONFIRMATION)
  answers[0]?.refuse(wrong)
  await expect.poll(failure).toBe(wrong)
  expect(settled).not.toHaveBeenCalled()
  giveUp()
  await expect(answer).rejects.toBeInstanceOf(NotConfirmed)
  expect(settled).toHaveBeenCalledTimes(1)
})

test('a second Confirm while the first is under way makes no second call (S8)', async () => {
  const { attempt, answer, answers, call } = asked()
  attempt(CONFIRMATION)
  attempt(CONFIRMATION)
  answers[0]?.take('saved')
  await expect(answer).resolves.toBe('saved')
  expect(call).toHaveBeenCalledTimes(1)
})

test('an attempt that got no answer may be repeated with the same confirmation, and a refusal for another reason ends the question (S8)', async () => {
  const { attempt, answer, settled, answers, failure } = asked()
  const lost = new ApiError({ status: 0, message: '' })
  attempt(CONFIRMATION)
  answers[0]?.refuse(lost)
  await expect.poll(failure).toBe(lost)
  expect(settled).not.toHaveBeenCalled()
  const taken = new ApiError({ status: 409, message: 'Another user changed it.' })
  attempt(CONFIRMATION)
  answers[1]?.refuse(taken)
  await expect(answer).rejects.toBe(taken)
})
