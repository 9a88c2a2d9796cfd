import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { ApiError } from './api/api-error.ts'
import { APP_SHELL_RETRIES, createQueryClient, GENERIC_RETRIES, retryDelayMs, retryUpTo } from './query.ts'

const down = new ApiError({ status: 503, message: 'down' })

function triesOf(retries: number, failure: unknown): number {
  let tries = 1
  while (retryUpTo(retries)(tries - 1, failure)) tries += 1
  return tries
}

describe('reading again after a failure', () => {
  test('the app shell tries twice more, the generic layer three times (§9.4)', () => {
    expect([triesOf(APP_SHELL_RETRIES, down), triesOf(GENERIC_RETRIES, down)]).toEqual([3, 4])
  })

  test('the wait grows to 30 seconds and is never shorter than the server asked (§9.4)', () => {
    const asked = new ApiError({ status: 429, message: 'later', retryAfterMs: 7_000 })
    expect([0, 1, 2, 3, 4, 5, 6].map((failures) => retryDelayMs(failures, down))).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    expect(retryDelayMs(0, asked)).toBe(7_000)
  })

  test.each([
    ['no answer', new ApiError({ status: 0, message: '' }), 4],
    ['a fault of the server', down, 4],
    ['too many tries', new ApiError({ status: 429, message: '' }), 4],
    ['not signed in', new ApiError({ status: 401, message: '' }), 1],
    ['not there', new ApiError({ status: 404, message: '' }), 1],
    ['an answer of another shape', new ApiError({ status: 0, message: '', reason: 'unexpected_answer' }), 1],
    ['a defect of ours', new TypeError('x'), 1],
  ])('%s', (_, failure, tries) => {
    expect(triesOf(GENERIC_RETRIES, failure)).toBe(tries)
  })
})

test('answers are kept five minutes and not read again on window focus (§9.4)', () => {
  const client = createQueryClient()
  const { gcTime, refetchOnWindowFocus, retry } = new QueryObserver(client, client.defaultQueryOptions({ queryKey: ['x'] })).options
  expect({ gcTime, refetchOnWindowFocus, retries: typeof retry }).toEqual({ gcTime: 300_000, refetchOnWindowFocus: false, retries: 'function' })
})
