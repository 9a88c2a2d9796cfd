import { defaultScheduler, MutationObserver, notifyManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, test } from 'vitest'
import { ApiError } from './api/api-error.ts'
import { APP_SHELL_QUERY, createQueryClient, retryDelayMs } from './query.ts'

const down = new ApiError({ status: 503, message: 'down' })

/** How the client that the desk uses tries again, unless a query says otherwise. */
function genericRetry() {
  const { retry } = createQueryClient().getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function') throw new Error('The client decides by the failure whether it retries.')
  return retry
}

function triesOf(isTriedAgain: (failures: number, failure: Error) => boolean, failure: Error): number {
  let tries = 1
  while (isTriedAgain(tries - 1, failure)) tries += 1
  return tries
}

describe('reading again after a failure', () => {
  test('the app shell tries twice more, the generic layer three times (§9.4)', () => {
    expect([triesOf(APP_SHELL_QUERY.retry, down), triesOf(genericRetry(), down)]).toEqual([3, 4])
  })

  test('the wait grows to 30 seconds and is never shorter than the server asked (§9.4)', () => {
    const asked = new ApiError({ status: 429, message: 'later', retryAfterMs: 7_000 })
    expect([0, 1, 2, 3, 4, 5, 6].map(failures => retryDelayMs(failures, down))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ])
    expect([retryDelayMs(0, asked), createQueryClient().getDefaultOptions().queries?.retryDelay]).toEqual([
      7_000,
      retryDelayMs,
    ])
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
    expect(triesOf(genericRetry(), failure)).toBe(tries)
  })
})

test('answers are cached for five minutes and not read again on window focus (§9.4)', () => {
  const client = createQueryClient()
  const { gcTime, refetchOnWindowFocus } = new QueryObserver(client, client.defaultQueryOptions({ queryKey: ['x'] }))
    .options
  expect({ gcTime, refetchOnWindowFocus }).toEqual({ gcTime: 300_000, refetchOnWindowFocus: false })
})

describe('sent requests', () => {
  // the client decides when it notifies its observers, for the whole process
  afterEach(() => notifyManager.setScheduler(defaultScheduler))

  test('is known to what shows it before any other task, so that no key pressed next finds a dialog that does not know', async () => {
    const told: string[] = []
    const sending = new MutationObserver(createQueryClient(), { mutationFn: () => new Promise<never>(() => undefined) })
    // as useMutation listens
    sending.subscribe(notifyManager.batchCalls(() => told.push(sending.getCurrentResult().status)))
    void sending.mutate()
    // a few steps on, and still within the task
    for (let step = 0; step < 10; step += 1) await Promise.resolve()
    expect(told).toEqual(['pending'])
  })
})
